"""Figures of finished games, kept for each game and added up when somebody asks."""
