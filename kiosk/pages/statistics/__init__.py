"""What the finished games say of a person, or of all who play here."""
