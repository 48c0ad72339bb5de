"""Page to set up a game."""
