"""What is kept of games: the journal of saved games, records of games as text, and boards.

- A game on the table: `session`, `timeline`, `amending`, `pace`; who plays: `people`; what the
  table has been taught: `taught`.
- `journal`: the SQLite file of the saved games, its hash chain, its format, and the list of games.
- `statistics`: figures of finished games, and what they add up to.
- `exchange`: backups, imported and exported games, what other programs read.
- `record`: games as text; `boards`: board files, shipped and learnt.
- Files: `data_folder`, `folder_lock`, `atomic_file`.
"""
