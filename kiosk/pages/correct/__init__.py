"""Page to make the app agree with the table."""
