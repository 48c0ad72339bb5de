"""Button-and-lamp panels beside the screen, on GPIO pins, at a USB cable or simulated in memory.

The package knows no game: the caller decides what a press means and which lamps are lit.
"""
