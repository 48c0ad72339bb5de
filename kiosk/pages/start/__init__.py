"""What is shown first: going on, or beginning."""
