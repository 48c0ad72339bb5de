"""The machine that runs the kiosk: its checks, updates, USB sticks, backlight. Imports no Kivy."""
