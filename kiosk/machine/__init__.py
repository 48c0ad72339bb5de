"""The machine under the kiosk: doctor, updates, sticks, backlight, service; knows no Kivy."""
