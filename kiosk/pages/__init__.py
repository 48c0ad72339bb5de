"""Pages of the screen. In a page's folder, the module `view` builds the content as data."""
