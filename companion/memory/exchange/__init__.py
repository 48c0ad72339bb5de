"""Backup, restore, import and export of saved games."""
