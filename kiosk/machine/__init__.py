"""The machine under the kiosk: doctor, releases, light and service; knows no Kivy."""
