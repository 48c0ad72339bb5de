"""What the game looks like: board, buildings, chips, standings, die and chart."""
