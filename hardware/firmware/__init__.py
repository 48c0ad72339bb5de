"""Firmware of a serial panel, in MicroPython."""
