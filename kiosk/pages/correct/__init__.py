"""Corrections, if the app and the cardboard differ."""
