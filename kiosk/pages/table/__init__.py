"""The table: the board, the questions and the trays of the game being played."""
