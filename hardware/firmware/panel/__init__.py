"""Protocol, button and lamps of a serial panel, independent of the microcontroller board."""
