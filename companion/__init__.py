"""The game of Meduris: its rules and boards, game records and saved games.

This package uses neither the screen nor the pins of the Raspberry Pi, and starts no threads.
"""
