"""The log of a game, step by step."""
