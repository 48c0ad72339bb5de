"""Kivy is set up for this process before any test imports something of it."""

from tests.kiosk.touch import configure

configure()
