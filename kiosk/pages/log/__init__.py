"""Page with the log of a game, step by step."""
