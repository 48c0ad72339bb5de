"""Protocol, button and lamps of a panel, for MicroPython; independent of the board."""
