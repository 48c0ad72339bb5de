"""Whether all saved games are as they were written: every row of every game is read.

It takes the longer the more games there are, so it is done piece by piece.
"""

import sqlite3
from collections.abc import Iterator
from typing import NamedTuple

from companion.errors import JournalError
from companion.memory import sealed_rows
from companion.memory.sealed_rows import one_moment

_GAMES = """
    SELECT id FROM games UNION SELECT game FROM steps_in_short NOT INDEXED
    EXCEPT SELECT game FROM good_copies ORDER BY 1
"""
"""All games that have a head or a row; a damaged one that goes on in a copy is known already."""
_COUNTED = "SELECT game, count(*) FROM steps_in_short NOT INDEXED GROUP BY game"
_FOUND = "SELECT count(*) FROM steps_in_short WHERE game = ?"
_UNSEALED = """
    SELECT EXISTS (
        SELECT 1 FROM steps_in_short AS row WHERE game = :game AND seal IS NULL AND NOT EXISTS (
            SELECT 1 FROM seals WHERE seals.game = row.game AND seals.number = row.number
        )
    )
"""


class Proven(NamedTuple):
    """What was found of a game.

    `sound` is how many of its rows can be relied on where not all are as they were written, else
    None; `is_sealed` whether each of them has a seal, which those of older releases may not.
    """

    game: int
    sound: int | None
    is_sealed: bool


def prove(file: sqlite3.Connection) -> Iterator[Proven]:
    """Each saved game, one by one. Raises sqlite3.Error where the file cannot be read."""
    with one_moment(file):
        games = [game for (game,) in file.execute(_GAMES)]
        counted = dict(file.execute(_COUNTED).fetchall())
    for game in games:
        yield _proven(file, game, counted.get(game, 0))


def _proven(file: sqlite3.Connection, game: int, counted: int) -> Proven:
    try:
        sound = sealed_rows.sound_rows(file, game)
    except JournalError:
        return Proven(game, 0, is_sealed=True)
    (found,) = file.execute(_FOUND, (game,)).fetchone()
    if sound is None and found < counted:
        sound = found  # the index has lost the others
    (unsealed,) = file.execute(_UNSEALED, {"game": game}).fetchone()
    return Proven(game, sound, is_sealed=not unsealed)
