"""Page for corrections, if the app and the cardboard differ."""
