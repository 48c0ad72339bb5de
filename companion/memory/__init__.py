"""Saved games, game records, board files.

- The current game: `session`, `played_game`, `amending`, `field_learning`, `pace`; its
  players: `people`.
- The saved games: `database` is their SQLite file, `journal` reads and writes games in it,
  `snapshots` are copies used for repairs.
- `statistics`: statistics and records of finished games.
- `exchange`: backups, import, export, formats of other programs.
- `record`: games as text; `boards`: board files.
- Files: `data_folder`, `folder_lock`, `atomic_file`.
"""
