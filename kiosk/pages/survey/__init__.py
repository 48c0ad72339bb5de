"""Reading the board off the cardboard, field after field."""
