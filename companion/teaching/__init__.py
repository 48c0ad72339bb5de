"""What a table is taught, told and shown beside its decisions: pure functions, frozen like rules.

- `hints`: one thought at a time, as it comes up, each once; `seen`: what the table knows.
- `picture`: what any of it wants drawn, as data.
- `payoff`: what a choice brings, with named assumptions; no advice.
- `things`: what something on the table is, and how somebody stands.
- `opening`: what lies in the box, how it is laid out, and a first round to begin with.
- `story`: what won a game, in a few sentences.
"""
