"""All games that nobody has played to the end."""
