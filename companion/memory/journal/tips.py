"""How far each saved game is known to reach, in a second file beside the first.

The seals tell what has rotted of a game, but not what is gone: an end that was cut off, a whole
game, all seals at once. So the number of each game's last row and its seal are noted here, too,
once that row is on the disk. Nobody waits for the note to get there: after a lost power it may tell
less than the games do, and never more. A note that was torn, or lost, says nothing.

A note has 64 bytes, at the place of the game's number: 16 of the game's key (BLAKE2b), the number
of the row (8, big-endian), its seal (8), a CRC-32 over these and the game's number (4), zeros.
"""

import os
import sqlite3
import struct
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple
from zlib import crc32

from companion.memory.journal.chain import LastSeal
from companion.memory.journal.database import MODE, SEALS, beside

_NOTE = struct.Struct(">16sQ8sI28x")
_MOST_BYTES = 64_000_000
"""Of the file: a million games, more than a backup may hold."""
_LAST_ROWS = """
    SELECT games.id, CAST(games.key AS BLOB), coalesce(last.number, 0), coalesce(
        CASE WHEN last.number IS NULL THEN games.seal ELSE last.seal END,
        (SELECT seal FROM seals WHERE game = games.id AND number = coalesce(last.number, 0))
    )
    FROM games LEFT JOIN steps_in_short AS last ON last.game = games.id
        AND last.number = (SELECT max(number) FROM steps_in_short WHERE game = games.id)
"""
_FIRST = "SELECT id, CAST(key AS BLOB) FROM games ORDER BY id LIMIT 1"
_KEY = "SELECT CAST(key AS BLOB) FROM games WHERE id = ?"


class Known(NamedTuple):
    """That a game, told by what its key sums up to, had so many rows; the last with that seal."""

    key: bytes
    number: int
    seal: bytes


class KnownGames:
    """Notes how far games reach; made by whoever writes them, once it has the file open.

    Where it cannot be written, or a damaged game cannot be read, nothing is noted, and nobody is
    told: the games themselves are saved.
    """

    def __init__(self, games: Path, file: sqlite3.Connection) -> None:
        self._key: tuple[int, bytes] | None = None
        self._handle: int | None = None
        with suppress(OSError, sqlite3.Error):
            path = beside(games, SEALS)
            self._handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, MODE)
            if not self._is_of(file):
                os.ftruncate(self._handle, 0)
                for game, key, number, seal in file.execute(_LAST_ROWS):
                    if seal is not None:
                        self._write(game, Known(sum_of_key(key), number, seal))

    def note(self, file: sqlite3.Connection, last: LastSeal) -> None:
        """Note how far a game reaches that has just been saved."""
        if self._handle is None:
            return
        if self._key is None or self._key[0] != last.game:
            self._key = None
        with suppress(OSError, sqlite3.Error):
            if self._key is None:
                (key,) = file.execute(_KEY, (last.game,)).fetchone()
                self._key = (last.game, sum_of_key(key))
            self._write(last.game, Known(self._key[1], last.number, last.seal))

    def close(self) -> None:
        """Let go of the file."""
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None

    def _is_of(self, file: sqlite3.Connection) -> bool:
        """Whether there are notes already, and not those of other games under the same numbers."""
        handle = self._handle
        if handle is None or not os.fstat(handle).st_size:
            return False
        first = file.execute(_FIRST).fetchone()
        if first is None:
            return True
        game, key = first
        known = _read(game, os.pread(handle, _NOTE.size, game * _NOTE.size))
        return known is None or known.key == sum_of_key(key)

    def _write(self, game: int, known: Known) -> None:
        if self._handle is not None and game * _NOTE.size < _MOST_BYTES:
            note = _NOTE.pack(*known, _sum(game, *known))
            os.pwrite(self._handle, note, game * _NOTE.size)


def known_games(games: Path) -> dict[int, Known]:
    """What is noted of the games in a file, by their numbers; nothing where nothing can be read."""
    try:
        with beside(games, SEALS).open("rb") as stream:
            content = stream.read(_MOST_BYTES)
    except OSError:
        return {}
    notes = (
        (game, _read(game, content[place : place + _NOTE.size]))
        for game, place in enumerate(range(0, len(content), _NOTE.size))
    )
    return {game: known for game, known in notes if known is not None}


def parted(
    known: Mapping[int, Known], keys: Iterable[tuple[int, bytes]]
) -> tuple[dict[int, Known], dict[int, Known]]:
    """The known games that are there still, and those that are not any more.

    `keys` are those of all games that are there. Where not one of them is known, the notes are
    another file's, and nothing is missed.
    """
    there = {game: sum_of_key(key) for game, key in keys}
    here = {game: one for game, one in known.items() if there.get(game) == one.key}
    if there and not here:
        return {}, {}
    return here, {game: one for game, one in known.items() if game not in here}


def sum_of_key(key: bytes) -> bytes:
    """What stands for a game's key in a note."""
    from hashlib import blake2b  # noqa: PLC0415 - takes its time, and a first start has no games

    return blake2b(key, digest_size=16).digest()


def _sum(game: int, key: bytes, number: int, seal: bytes) -> int:
    return crc32(key + number.to_bytes(8, "big") + seal + game.to_bytes(8, "big"))


def _read(game: int, note: bytes) -> Known | None:
    """A note; None where there is none, or a torn one."""
    if len(note) < _NOTE.size:
        return None
    key, number, seal, told = _NOTE.unpack(note)
    return Known(key, number, seal) if told == _sum(game, key, number, seal) else None
