"""All games that were played."""
