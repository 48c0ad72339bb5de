"""Button-and-lamp panels beside the screen: on GPIO pins, on a USB cable, or simulated.

The package does not know the game: the caller decides what a press means and which lamps are lit.
"""
