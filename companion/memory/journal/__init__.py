"""The saved games in one SQLite file: its rows, their hash chain, its format and its list."""
