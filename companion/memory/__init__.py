"""What is kept of games: records, boards that were read off, and the journal of saved games.

- A game on the table: `session`, `timeline`, `standing`, `amending`, `pace`.
- The file of the saved games: `journal`, `journal_file`, `migrations`, `saved_rows`, `phrases`,
  `data_folder`, `patience`, `known_games`.
- Whether it is as it was written: `sealed_rows`, `sealing`, `plausible`, `proving`,
  `thorough_check`, `unsealed`, `set_aside`.
- The list of games, and who plays: `summaries`, `summing_up`, `people`, `taken_away`.
- Statistics: `game_figures`, `figures`, `statistics`.
- Games and boards as text: `record`, `record_text`, `recorded_commands`, `record_archive`,
  `taking_in`, `boards`, `board_file`.
- What others are told of a game: `play`, `export_bgstats`, `export_csv`, `export_records`.
- Backups: `backup`, `restoring`, `known_rows`, `whole_file`.
"""
