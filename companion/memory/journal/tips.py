"""How far each saved game is known to reach, in a second file beside the first.

The hash chain tells what has rotted of a game, but not what is gone: an end that was cut off, a
whole game, all hashes at once. So the tip of each chain is noted here, too, once its row is on the
disk. Nobody waits for the note to get there: after a lost power it may tell less than the games
do, and never more. A note that was torn, or lost, says nothing.

A note has 64 bytes, at the place of the game's number: 16 of the game's key (BLAKE2b), the number
of the row (8, big-endian), its hash (8), a CRC-32 over these and the game's number (4), zeros.
"""

import os
import sqlite3
import struct
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple
from zlib import crc32

from companion.memory.journal.chain import Tip
from companion.memory.journal.database import MODE, TIPS, sibling

_NOTE = struct.Struct(">16sQ8sI28x")
_MOST_BYTES = 64_000_000
"""Of the file: a million games, more than a backup may hold."""
_LAST_ROWS = """
    SELECT games.id, CAST(games.key AS BLOB), coalesce(last.number, 0),
        coalesce(last.hash, games.hash)
    FROM games LEFT JOIN steps AS last ON last.game = games.id
        AND last.number = (SELECT max(number) FROM steps WHERE game = games.id)
"""
_FIRST = "SELECT id, CAST(key AS BLOB) FROM games ORDER BY id LIMIT 1"
_KEY = "SELECT CAST(key AS BLOB) FROM games WHERE id = ?"


class KnownTip(NamedTuple):
    """That a game, told by a digest of its key, had so many rows; the last with that hash."""

    key: bytes
    number: int
    hash: bytes


class TipFile:
    """Notes how far games reach; made by whoever writes them, once it has the file open.

    Where it cannot be written, or a damaged game cannot be read, nothing is noted, and nobody is
    told: the games themselves are saved.
    """

    def __init__(self, games: Path, file: sqlite3.Connection) -> None:
        self._key: tuple[int, bytes] | None = None
        self._handle: int | None = None
        with suppress(OSError, sqlite3.Error):
            path = sibling(games, TIPS)
            self._handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, MODE)
            if not self._is_of(file):
                os.ftruncate(self._handle, 0)
                for game, key, number, chain in file.execute(_LAST_ROWS):
                    self._write(game, KnownTip(key_digest(key), number, chain))

    def note(self, file: sqlite3.Connection, tip: Tip) -> None:
        """Note how far a game reaches that has just been saved."""
        if self._handle is None:
            return
        with suppress(OSError, sqlite3.Error):
            if self._key is None or self._key[0] != tip.game:
                (key,) = file.execute(_KEY, (tip.game,)).fetchone()
                self._key = (tip.game, key_digest(key))
            self._write(tip.game, KnownTip(self._key[1], tip.number, tip.hash))

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
        return known is None or known.key == key_digest(key)

    def _write(self, game: int, known: KnownTip) -> None:
        if self._handle is not None and game * _NOTE.size < _MOST_BYTES:
            note = _NOTE.pack(*known, _checksum(game, *known))
            os.pwrite(self._handle, note, game * _NOTE.size)


def known_tips(games: Path) -> dict[int, KnownTip]:
    """What is noted of the games in a file, by their numbers; nothing where nothing can be read."""
    try:
        with sibling(games, TIPS).open("rb") as stream:
            content = stream.read(_MOST_BYTES)
    except OSError:
        return {}
    notes = (
        (game, _read(game, content[place : place + _NOTE.size]))
        for game, place in enumerate(range(0, len(content), _NOTE.size))
    )
    return {game: known for game, known in notes if known is not None}


def present_and_gone(
    known: Mapping[int, KnownTip], keys: Iterable[tuple[int, bytes]]
) -> tuple[dict[int, KnownTip], dict[int, KnownTip]]:
    """The known games that are there still, and those that are not any more.

    `keys` are those of all games that are there. Where not one of them is known, the notes are
    another file's, and nothing is missed.
    """
    there = {game: key_digest(key) for game, key in keys}
    here = {game: one for game, one in known.items() if there.get(game) == one.key}
    if there and not here:
        return {}, {}
    return here, {game: one for game, one in known.items() if game not in here}


def key_digest(key: bytes) -> bytes:
    """What stands for a game's key in a note."""
    from hashlib import blake2b  # noqa: PLC0415 - takes its time, and a first start has no games

    return blake2b(key, digest_size=16).digest()


def _checksum(game: int, key: bytes, number: int, chain: bytes) -> int:
    return crc32(key + number.to_bytes(8, "big") + chain + game.to_bytes(8, "big"))


def _read(game: int, note: bytes) -> KnownTip | None:
    """A note; None where there is none, or a torn one."""
    if len(note) < _NOTE.size:
        return None
    key, number, chain, told = _NOTE.unpack(note)
    return KnownTip(key, number, chain) if told == _checksum(game, key, number, chain) else None
