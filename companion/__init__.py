"""The game of Meduris and its memory: rules, boards, records and saved games.

Nothing in this package knows a screen, a pin or a thread.
"""
