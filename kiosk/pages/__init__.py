"""Pages that the app can show on the screen.

If a page has a folder, the module `view` in it builds the content of the page as data.
"""
