"""How pages are laid out: forms, and what they are made of."""
