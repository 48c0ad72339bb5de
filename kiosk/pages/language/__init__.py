"""What the table may choose."""
