"""What goes out and comes in: backups, records of games, and what other programs read."""
