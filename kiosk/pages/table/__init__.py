"""The game itself: every question, and what answers it."""
