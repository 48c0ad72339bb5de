"""What the game looks like: board, buildings, chips, trays, die and chart."""
