"""The game of Meduris and its memory: rules, boards, records and saved games.

Nothing in this package uses the screen, the Pi's pins or threads of its own.
"""
