"""How the cardboard must lie before a game goes on."""
