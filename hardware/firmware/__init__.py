"""The microcontroller's side of a serial panel, in MicroPython."""
