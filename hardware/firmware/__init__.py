"""MicroPython firmware of a serial panel."""
