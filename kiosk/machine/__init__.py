"""The machine that runs the kiosk: doctor, updates, sticks, backlight, service. No Kivy."""
