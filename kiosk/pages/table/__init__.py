"""Page of a running game: the board, the current question and the players' trays."""
