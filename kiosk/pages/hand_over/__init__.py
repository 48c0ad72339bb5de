"""A play for the phone, as a QR code."""
