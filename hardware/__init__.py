"""Panels of a button and lamps beside the screen: on pins, at a cable, or in memory.

This package knows no game: the caller decides what a press means and which lamps are lit.
"""
