"""Correcting the app where it and the cardboard differ."""
