"""Figures of finished games, stored for each game and added up on demand."""
