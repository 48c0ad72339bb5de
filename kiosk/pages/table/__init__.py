"""Page of the running game: the board, the current question and the players' trays."""
