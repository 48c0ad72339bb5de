"""Drawings and widgets of the game: board, buildings, chips, trays, die and charts."""
