"""A game of the list."""
