"""The rules in our words, and the questions that tables ask about them."""
