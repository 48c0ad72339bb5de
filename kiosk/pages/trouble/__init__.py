"""Why there is no game, where the app cannot begin."""
