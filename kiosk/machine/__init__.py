"""The machine that runs the kiosk: doctor, updates, USB sticks, backlight. Imports no Kivy."""
