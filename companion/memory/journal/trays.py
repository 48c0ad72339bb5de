"""What stands open in the trays of a saved game: one small row a game, beside its rows.

A part of the format (`migrations`). The row is written anew whenever people say that they have
moved something, or answer before their turn; what follows from the game's rows after `number` is
not in it. Nothing is lost with it but that: where it is missing, or its sum does not fit, all lies
as the game stands.
"""

import sqlite3
from typing import NamedTuple
from zlib import crc32

_PUT = """
    INSERT INTO trays (game, number, told, crc) VALUES (?, ?, ?, ?)
    ON CONFLICT (game) DO UPDATE SET number = excluded.number, told = excluded.told,
        crc = excluded.crc
    WHERE (number, told, crc) IS NOT (excluded.number, excluded.told, excluded.crc)
"""
_KEY = "SELECT key FROM games WHERE id = ?"
_GET = "SELECT number, told, crc, key FROM trays JOIN games ON id = game WHERE game = ?"
_LONGEST = 20_000
"""Characters."""


class TraysNote(NamedTuple):
    """What stood open after so many rows of a game (0: before the first), as JSON text."""

    number: int
    told: str


def put(file: sqlite3.Connection, game: int, note: TraysNote) -> None:
    """Write what stands open now if it is not there, within a transaction. Raises sqlite3.Error."""
    (key,) = file.execute(_KEY, (game,)).fetchone()
    file.execute(_PUT, (game, note.number, note.told, _sum(key, note)))


def get(file: sqlite3.Connection, game: int) -> TraysNote | None:
    """What was written of a game; None where there is nothing, or it has rotted.

    Raises sqlite3.Error and UnicodeDecodeError where it cannot be read.
    """
    found = file.execute(_GET, (game,)).fetchone()
    match found:
        case (int(number), str(told), int(crc), str(key)) if len(told) <= _LONGEST:
            note = TraysNote(number, told)
            return note if crc == _sum(key, note) else None
        case _:
            return None


def _sum(key: str, note: TraysNote) -> int:
    return crc32(f"{key} {note.number} {note.told}".encode())
