"""Saved games onto a stick, and back."""
