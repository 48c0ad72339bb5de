"""The rows of one game in the journal's file, linked by a chain of hashes and verified when read.

A part of the format (`migrations`): a row's hash is BLAKE2b (RFC 7693) of 8 bytes over the hash of
the row before, and the values of the row, each as `LENGTH:VALUE,` in UTF-8, nothing as `-,`. The
first hash is that of the game's head, over its key, started, setup, format; that of a row is over
number, kind, time, command, events, format.

It shows what has rotted, not who has changed it: whoever can write the file can hash it anew.
All functions raise sqlite3.Error where the file cannot be read or written.
"""

import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from companion.errors import JournalError
from companion.memory.journal import trays
from companion.memory.journal.database import is_rotten
from companion.memory.journal.history import Amends, effective_steps
from companion.memory.journal.rows import (
    UNREADABLE_GAME,
    AmendedRows,
    BrokenGameError,
    GameHead,
    JournalRow,
    Kind,
    abbreviate,
    amended_rows,
    expand,
    not_readable,
    reach,
)
from companion.memory.journal.trays import TraysNote
from companion.sentence import N_, Sentence

DAMAGED_END = Sentence(
    N_(
        "The end of what was saved of this game is damaged. It goes on as it stood before that; "
        "the damaged part is kept."
    )
)
_NO_GAME = N_("There is no saved game {game}. Choose one from the list of saved games.")

HASH_BYTES = 8
_COLUMNS = "number, kind, time, command, events, format"
_ROWS = f"SELECT {_COLUMNS}, hash, place FROM steps WHERE game = ? ORDER BY number"  # noqa: S608
_LAST_ROW = f"""
    SELECT {_COLUMNS}, hash FROM steps WHERE game = ? ORDER BY number DESC LIMIT 1
"""  # noqa: S608 - our own columns
_ROWS_BETWEEN = f"""
    SELECT {_COLUMNS} FROM steps WHERE game = ? AND number BETWEEN ? AND ?
"""  # noqa: S608 - our own columns
_ADD_ROW = f"""
    INSERT INTO steps (game, {_COLUMNS}, hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
"""  # noqa: S608 - our own columns
_ADD_GAME = """
    INSERT INTO games (key, started, setup, format, hash, begun_after)
    VALUES (?, ?, ?, ?, ?, (SELECT coalesce(max(place), 0) FROM steps)) RETURNING id
"""
_HEAD = "SELECT key, started, setup, format, hash, begun_after FROM games WHERE id = ?"
_HIDDEN_ROW = """
    SELECT 1 FROM (
        SELECT game FROM steps NOT INDEXED WHERE place > ? ORDER BY place LIMIT 512
    ) WHERE game = ? LIMIT 1
"""
"""Whether rows of a game come after its last one, which the index of the games' rows has lost.

Only so many are looked at: that costs nothing for the game that was played last.
"""
_AT_ONCE = 100
"""So many rows of a game are held at once where it may be a long one."""

PLAYED_ELSEWHERE = Sentence(
    N_(
        "Another app has gone on with this saved game: what happens here cannot be saved. Leave "
        "the game and resume it from the start screen."
    )
)
_HEAD_TYPES = (str, str, str, int, bytes, int)
_VALUE_TYPES = (int, str, str, str | None, str | None, int)
_Values = tuple[int, str, str, str | None, str | None, int]


class IntactRows(NamedTuple):
    """The rows of a game up to the last one that is as it was written.

    `damage` tells that others follow, None where these are all.
    """

    rows: tuple[JournalRow, ...]
    damage: Sentence | None = None


class _MisshapenError(BrokenGameError):
    """A row is none that was ever written."""


class Tip(NamedTuple):
    """How far the chain of a game reaches: the number of a row, 0 for the head, and its hash."""

    game: int
    number: int
    hash: bytes


def head_hash(head: GameHead) -> bytes:
    """The hash of a game's head, the first of its chain."""
    return hash_after(b"", (head.key, head.started, head.setup, head.format))


def hash_after(former: bytes, values: Iterable[str | int | None]) -> bytes:
    """The hash over the one before and the values of a row as they are saved."""
    from hashlib import blake2b  # noqa: PLC0415 - takes its time, and a first start has no rows

    told = "".join(["-," if value is None else _with_length(str(value)) for value in values])
    return blake2b(former + told.encode(), digest_size=HASH_BYTES).digest()


def _with_length(text: str) -> str:
    return f"{len(text) if text.isascii() else len(text.encode())}:{text},"


def hashed(former: bytes, rows: Iterable[JournalRow]) -> Iterator[tuple[JournalRow, bytes]]:
    """The rows with their hashes; `former` is the one before the first of them."""
    for row in rows:
        values = (row.number, row.kind, row.time, row.command, row.events, row.format)
        former = hash_after(former, values)
        yield row, former


def head_of(file: sqlite3.Connection, game: int) -> GameHead:
    """What was saved of a game at its beginning. Raises JournalError."""
    return GameHead(*_head(file, game)[:4])


def rows_of(file: sqlite3.Connection, game: int) -> tuple[JournalRow, ...]:
    """All rows of a game, in order. Raises JournalError, for a damaged one BrokenGameError."""
    found = intact_rows(file, game)
    if found.damage is not None:
        raise BrokenGameError(UNREADABLE_GAME)
    return found.rows


def intact_rows(file: sqlite3.Connection, game: int) -> IntactRows:
    """The rows of a game as far as they are as they were written.

    Raises JournalError where not even its beginning is, or a later release wrote it.
    """
    told: list[_Values] = []
    intact = number_intact(file, game, told.append)
    return IntactRows(tuple(map(_row, told[:intact])), None if intact is None else DAMAGED_END)


def number_intact(
    file: sqlite3.Connection,
    game: int,
    heed: Callable[[_Values], None] = lambda _values: None,
    known: Tip | None = None,
) -> int | None:
    """How many rows of a damaged game are as they were written; None where all of it is.

    `heed` is called with the values of each row that can be read. `known` is a tip that the chain
    once had: where that row has another hash now, nothing of the game is as it was written. A hash
    that fits proves all that comes before it. Raises JournalError where the game is not there, or
    its head is damaged.
    """
    chain, intact, read = b"", -1, 0
    is_another = False

    def go_along(number: int, values: Iterable[str | int | None], stored: bytes) -> None:
        nonlocal chain, intact, is_another
        chain = hash_after(chain, values)
        if chain == stored:
            intact = number
        if known is not None and known.number == number and known.hash != chain:
            is_another = True

    with read_snapshot(file):
        *head, stored, place = _head(file, game)
        go_along(0, head, stored)
        try:
            for told in file.execute(_ROWS, (game,)):
                *columns, stored, place = _typed(told, (*_VALUE_TYPES, bytes, int))
                values = _expanded(columns)
                _check_number(values, read + 1)
                read += 1
                go_along(read, values, stored)
                heed(values)
            is_cut = file.execute(_HIDDEN_ROW, (place, game)).fetchone() is not None
        except _MisshapenError:
            is_cut = True
        except (sqlite3.Error, UnicodeDecodeError) as error:
            if not is_rotten(error):
                raise
            is_cut = True
    if intact < 0:
        raise BrokenGameError(UNREADABLE_GAME)
    if is_another and intact == read:
        return 0
    return intact if is_cut or intact < read else None


def last_row(file: sqlite3.Connection, game: int) -> JournalRow | None:
    """The newest row of a game, None where it has none. Raises JournalError."""
    return _last(file, game)[0]


def is_last(file: sqlite3.Connection, tip: Tip, rows: Sequence[JournalRow]) -> bool:
    """Whether a game ends with the last of these rows, and that hash."""
    try:
        return _last(file, tip.game) == (rows[-1] if rows else None, tip.hash)
    except BrokenGameError:
        return False


def effective_rows(file: sqlite3.Connection, game: int) -> Iterator[JournalRow]:
    """The rows of the commands that count, in order, some at once. Raises JournalError.

    A step that an amendment has put where it is has the number of its row.
    """
    kinds: list[Kind] = []
    amended: dict[int, AmendedRows] = {}

    def heed(values: _Values) -> None:
        kinds.append(_kind(values))
        if kinds[-1] is Kind.AMEND:
            amended[values[0]] = amended_rows(_row(values))

    if number_intact(file, game, heed) is not None:
        raise BrokenGameError(UNREADABLE_GAME)
    amends = {
        row: Amends(one.first, len(one.rows), reach(one.instead)) for row, one in amended.items()
    }
    counting = effective_steps((kind, amends.get(row)) for row, kind in enumerate(kinds, start=1))
    for first in range(0, len(counting), _AT_ONCE):
        wanted = counting[first : first + _AT_ONCE]
        own = [step.row for step in wanted if step.row not in amended]
        rows = _with_numbers(file, game, own)
        for step in wanted:
            one = amended.get(step.row)
            yield rows[step.row] if one is None else one.rows[step.step]


def append(
    file: sqlite3.Connection,
    head: GameHead,
    rows: Sequence[JournalRow],
    known: Tip | None,
    open_trays: TraysNote | None = None,
) -> Tip:
    """Write the rows that are missing; a commit whose end was never heard of is found again.

    `known` is what this returned last, `open_trays` what stands open, if anybody says so.
    Raises JournalError (PLAYED_ELSEWHERE), and BrokenGameError where what is there of the game is
    not what was written.
    """
    with file:
        file.execute("BEGIN IMMEDIATE")
        game = _number_of(file, head.key)
        if game is None:
            return insert(file, head, rows, open_trays)
        last, stored = _last(file, game)
        written = last.number if last else 0
        if last and (written > len(rows) or rows[written - 1] != last):
            rows_of(file, game)
            raise JournalError(PLAYED_ELSEWHERE)
        if known is None or known[:2] != (game, written):
            known = Tip(game, written, _hash_so_far(head_of(file, game), rows[:written]))
        if known.hash != stored:
            raise BrokenGameError(UNREADABLE_GAME)
        return _insert_rows(file, known, rows[written:], open_trays)


def _hash_so_far(head: GameHead, rows: Sequence[JournalRow]) -> bytes:
    hashes = [head_hash(head)]
    hashes += (one for _row, one in hashed(hashes[0], rows))
    return hashes[-1]


def insert(
    file: sqlite3.Connection,
    head: GameHead,
    rows: Iterable[JournalRow],
    open_trays: TraysNote | None = None,
) -> Tip:
    """Write a whole new game within a transaction; an error that `rows` raises is passed on."""
    first = head_hash(head)
    inserted = file.execute(_ADD_GAME, (*msgspec.structs.astuple(head), first))
    return _insert_rows(file, Tip(int(inserted.fetchone()[0]), 0, first), rows, open_trays)


def insert_replacement(
    file: sqlite3.Connection,
    head: GameHead,
    rows: Iterable[JournalRow],
    open_trays: TraysNote | None = None,
) -> Tip:
    """Write the intact rows of the damaged game of that key as a game that goes on in its place.

    It has a key of its own. Within a transaction, like `insert`.
    """
    damaged = _number_of(file, head.key)
    tip = insert(file, replace(head, key=os.urandom(16).hex()), rows, open_trays)
    if damaged is not None:
        file.execute("INSERT OR REPLACE INTO replacements VALUES (?, ?)", (damaged, tip.game))
    return tip


def _number_of(file: sqlite3.Connection, key: str) -> int | None:
    """The number of the game of that key, or of the one that replaces it; None without one."""
    found = file.execute("SELECT id FROM games WHERE key = ?", (key,)).fetchone()
    game = None
    while found is not None:
        (game,) = found
        later = "SELECT replacement FROM replacements WHERE game = ? AND replacement > game"
        found = file.execute(later, (game,)).fetchone()
    return game


@contextmanager
def read_snapshot(file: sqlite3.Connection) -> Iterator[None]:
    """All that is read is of one moment, whatever another connection writes meanwhile."""
    if file.in_transaction:
        yield
        return
    with file:
        file.execute("BEGIN")
        yield


def _insert_rows(
    file: sqlite3.Connection, tip: Tip, rows: Iterable[JournalRow], open_trays: TraysNote | None
) -> Tip:
    game, number, chain = tip
    for row, chain in hashed(tip.hash, rows):
        number = row.number
        command, events = (text and abbreviate(text) for text in (row.command, row.events))
        columns = (number, row.kind, row.time, command, events, row.format, chain)
        file.execute(_ADD_ROW, (game, *columns))
    if open_trays is not None:
        trays.put(file, game, open_trays)
    return Tip(game, number, chain)


def _head(file: sqlite3.Connection, game: int) -> tuple[Any, ...]:
    """The columns of a game's head, its hash and its `begun_after`."""
    try:
        found = _one(file, _HEAD, game)
    except OverflowError:  # No game has a number that the file could not hold.
        found = None
    if found is None:
        raise JournalError(Sentence(_NO_GAME, {"game": game}))
    return _typed(found, _HEAD_TYPES)


def _last(file: sqlite3.Connection, game: int) -> tuple[JournalRow | None, bytes]:
    """The newest row of a game and its hash; for a game without rows its head's.

    Raises BrokenGameError where it cannot be read.
    """
    found = _one(file, _LAST_ROW, game)
    if found is None:
        stored: bytes = _head(file, game)[4]
        return None, stored
    *columns, stored = _typed(found, (*_VALUE_TYPES, bytes))
    return _row(_expanded(columns)), stored


def _one(file: sqlite3.Connection, question: str, game: int) -> tuple[Any, ...] | None:
    """What a question about a game finds. Raises BrokenGameError where that has rotted."""
    try:
        found: tuple[Any, ...] | None = file.execute(question, (game,)).fetchone()
    except (sqlite3.Error, UnicodeDecodeError) as error:
        if is_rotten(error):
            raise BrokenGameError(UNREADABLE_GAME) from error
        raise
    return found


def _with_numbers(
    file: sqlite3.Connection, game: int, numbers: Sequence[int]
) -> dict[int, JournalRow]:
    """The rows of a game that have these numbers, in order. Raises BrokenGameError."""
    if not numbers:
        return {}
    found = file.execute(_ROWS_BETWEEN, (game, numbers[0], numbers[-1]))
    rows = {columns[0]: columns for columns in found}
    if not rows.keys() >= set(numbers):
        raise BrokenGameError(UNREADABLE_GAME)
    return {number: _row(_expanded(_typed(rows[number], _VALUE_TYPES))) for number in numbers}


def _typed(columns: tuple[Any, ...], types: tuple[Any, ...]) -> tuple[Any, ...]:
    """Columns of the types that they may have. Raises _MisshapenError where they have others."""
    if not all(map(isinstance, columns, types)):
        raise _MisshapenError(UNREADABLE_GAME)
    return columns


def _check_number(values: _Values, number: int) -> None:
    """Raises _MisshapenError where a row has not the number that it should have."""
    if values[0] != number:
        raise _MisshapenError(UNREADABLE_GAME)


def _expanded(columns: Sequence[Any]) -> _Values:
    number, kind, time, command, events, written_in = columns
    return number, kind, time, command and expand(command), events and expand(events), written_in


def _row(values: _Values) -> JournalRow:
    number, _word, time, command, events, written_in = values
    return JournalRow(number, _kind(values), time, command, events, written_in)


def _kind(values: _Values) -> Kind:
    """What a row is. Raises JournalError where a later release knows it, else BrokenGameError."""
    try:
        return Kind(values[1])
    except ValueError as error:
        raise not_readable(values[-1]) from error
