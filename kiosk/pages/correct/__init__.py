"""Page to correct the app when it differs from the cardboard."""
