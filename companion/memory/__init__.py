"""Saved games, game records and board files.

- `session`, `played_game`, `amending`, `field_learning` and `pace` deal with the current game, and
  `people` with its players.
- `database` opens the SQLite file of the saved games, and `journal` reads and writes games there.
  `snapshots` makes copies of games for repairs.
- `statistics` has the statistics and records of finished games.
- `exchange` has backups, import and export, also in formats of other programs.
- `record` converts games to text and back, and `boards` reads and writes board files.
- `data_folder`, `folder_lock` and `atomic_file` deal with files and folders in general.
"""
