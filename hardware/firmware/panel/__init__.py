"""A panel's protocol, button and lamps, for MicroPython; imports nothing of any board."""
