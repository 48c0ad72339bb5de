"""Saved games, records of games as text, and boards.

- A game on the table: `session`, `played_game`, `amending`, `learning`, `pace`; its players:
  `people`; hints that were seen: `taught`.
- The saved games: `database` is their SQLite file, `journal` reads and writes games in it,
  `snapshots` are copies that repair what rots, `summary` is a game in a list.
- `statistics`: statistics and records of finished games.
- `exchange`: backups, imported and exported games, formats of other programs.
- `record`: games as text; `boards`: board files, shipped and learnt.
- Files: `data_folder`, `folder_lock`, `atomic_file`.
"""
