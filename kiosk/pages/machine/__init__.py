"""Switching off and updating the machine."""
