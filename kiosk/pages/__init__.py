"""Pages of the screen; a folder's `view` is the frozen content of its page."""
