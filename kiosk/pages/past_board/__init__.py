"""The board of a past game, step by step."""
