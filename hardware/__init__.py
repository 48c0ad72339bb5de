"""Panels of buttons and lamps beside the screen: over pins, over a cable, or in memory.

This package knows no game. What a press means and which lamp should shine is said elsewhere.
"""
