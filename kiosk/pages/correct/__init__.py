"""Page to correct the app if it differs from the real game on the table."""
