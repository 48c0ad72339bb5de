"""The touchscreen app; the package `companion` decides everything about the rules of the game."""
