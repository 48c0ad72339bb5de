"""Lessons, explanations and previews that help players decide; all functions are pure.

- `hints`: one short lesson at a time, each shown once; `hint_setting`: the lessons that the players
  know.
- `illustration`: illustrations as data.
- `payoff`: the effects of a choice under stated assumptions, without advice.
- `things`: explanations of every piece on the table, and of a player's status.
- `first_game`: the contents of the box, the set-up, and a suggested first round.
- `story`: the decisive facts of a finished game in a few sentences.
"""
