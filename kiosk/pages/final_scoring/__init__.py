"""The final scoring, step by step."""
