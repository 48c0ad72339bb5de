"""How it stands with the panel, and trying it."""
