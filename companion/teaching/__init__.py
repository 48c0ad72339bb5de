"""Lessons, explanations and previews beside the decisions of a table: pure functions.

- `hints`: one short lesson at a time, each shown once; `seen`: the lessons that a table knows.
- `picture`: illustrations as data.
- `payoff`: the effect of a choice under named assumptions, without advice.
- `things`: every piece on the table explained, and a player's standing.
- `opening`: contents of the box, set-up, and a suggested first round.
- `story`: the decisive facts of a finished game in a few sentences.
"""
