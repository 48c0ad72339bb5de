"""One of the people who play here."""
