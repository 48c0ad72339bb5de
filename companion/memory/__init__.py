"""What is kept of games: records, boards that were read off, and the journal of saved games."""
