"""What can be shown, a folder a page: `view` is its frozen data, `screen` draws it."""
