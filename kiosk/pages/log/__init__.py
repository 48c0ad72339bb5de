"""What was done, step by step."""
