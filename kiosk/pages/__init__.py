"""Pages of the screen; in a page's folder, `view` builds its content as immutable data."""
