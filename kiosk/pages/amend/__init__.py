"""Page to change, insert or remove an old step of a game."""
