"""The seals of the saved games: each covers a row and the seal before it.

A part of the format (`migrations`): what stands here is never changed. A seal is
BLAKE2b (RFC 7693) of 8 bytes over the seal before, if there is one, and the values of the row, each
as `LENGTH:VALUE,` in UTF-8, nothing as `-,`. The first seal is that of the game's head.

It shows what has rotted, not who has changed it: whoever can write the file can seal it anew.
"""

import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import product
from types import UnionType
from typing import Any, NamedTuple, get_args

import msgspec
from msgspec.structs import replace

from companion.errors import JournalError
from companion.memory.journal.database import is_rotten
from companion.memory.journal.history import Amends, standing
from companion.memory.journal.migrations import is_sealed
from companion.memory.journal.phrases import full, short
from companion.memory.journal.rows import (
    UNREADABLE_GAME,
    AmendedRows,
    BrokenGameError,
    GameHead,
    Kind,
    Row,
    amended_rows,
    not_readable,
    reach,
)
from companion.sentence import N_, Sentence

SEAL_BYTES = 8
Value = str | int | None
"""What a column of a row holds."""


def first_seal(head: GameHead) -> bytes:
    """The seal of a game's head."""
    return seal_after(b"", (head.key, head.started, head.setup, head.format))


def row_seal(seal: bytes, row: Row) -> bytes:
    """The seal of a row; `seal` is the one before."""
    values = (row.number, row.kind, row.time, row.command, row.events, row.format)
    return seal_after(seal, values)


def seal_after(seal: bytes, values: Iterable[Value]) -> bytes:
    """The seal over the seal before and the values of a row as they are saved."""
    from hashlib import blake2b  # noqa: PLC0415 - takes its time, and a first start has no rows

    told = "".join(["-," if value is None else _told(str(value)) for value in values])
    return blake2b(seal + told.encode(), digest_size=SEAL_BYTES).digest()


def _told(text: str) -> str:
    return f"{len(text) if text.isascii() else len(text.encode())}:{text},"


def sealed(seal: bytes, rows: Iterable[Row]) -> Iterator[tuple[Row, bytes]]:
    """The rows with their seals; `seal` is the one before the first of them."""
    for row in rows:
        seal = row_seal(seal, row)
        yield row, seal


class Proof:
    """Goes along what is saved of a game, head first, and tells how far it is as it was written.

    A seal that fits proves all that comes before it. What has none and was written by a release
    that knew no seals (`is_old`) is taken at its word.
    """

    def __init__(self) -> None:
        self._seal = b""
        self._told = 0
        self._proven = 0
        self._is_broken = False

    def go_on(self, values: Iterable[Value], seal: bytes | None, *, is_old: bool) -> None:
        """What comes next, with the seal that is saved for it."""
        self._seal = seal_after(self._seal, values)
        self._told += 1
        if seal == self._seal:
            self._proven = self._told
            self._is_broken = False
        elif seal is not None or not is_old:
            self._is_broken = True

    @property
    def seal(self) -> bytes:
        """The seal of what came last, worked out from it and all before it."""
        return self._seal

    @property
    def is_whole(self) -> bool:
        """Whether all that was gone along is as it was written."""
        return not self._is_broken

    @property
    def sound(self) -> int:
        """How much, counted from the beginning, is as it was written; 1 is the head alone.

        Nothing after it can be told to be so, but what others have added since without a seal.
        """
        return self._proven if self._is_broken else self._told


DAMAGED_END = Sentence(
    N_(
        "The end of what was saved of this game is damaged. It goes on as it stood before that; "
        "the damaged part is kept."
    )
)
_NO_GAME = N_("There is no saved game {game}. Choose one from the list of saved games.")

_COLUMNS = "number, kind, time, command, events, format"
_SEALED_ROWS = f"""
    SELECT {_COLUMNS}, seal, place FROM steps_in_short WHERE game = ? ORDER BY number
"""  # noqa: S608 - our own columns
_LAST_ROW = f"""
    SELECT {_COLUMNS}, seal FROM steps_in_short WHERE game = ? ORDER BY number DESC LIMIT 1
"""  # noqa: S608 - our own columns
_ROWS_BETWEEN = f"""
    SELECT {_COLUMNS} FROM steps_in_short WHERE game = ? AND number BETWEEN ? AND ?
"""  # noqa: S608 - our own columns
_ADD_ROW = f"""
    INSERT INTO steps_in_short (game, {_COLUMNS}, seal) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
"""  # noqa: S608 - our own columns
_HEAD = "SELECT key, started, setup, format, seal, begun_after FROM games WHERE id = ?"
_OTHER_SEALS = "SELECT number, seal FROM seals WHERE game = ?"
_OTHER_SEAL = "SELECT seal FROM seals WHERE game = ? AND number = ?"
_WITHOUT_SEAL = """
    SELECT number FROM (
        SELECT 0 AS number FROM games WHERE id = :game AND seal IS NULL
        UNION ALL SELECT number FROM steps_in_short WHERE game = :game AND seal IS NULL
    ) WHERE number NOT IN (SELECT number FROM seals WHERE game = :game)
"""
_HIDDEN_ROW = """
    SELECT 1 FROM (
        SELECT game FROM steps_in_short NOT INDEXED WHERE place > ? ORDER BY place LIMIT 512
    ) WHERE game = ? LIMIT 1
"""
"""Whether rows of a game come after its last one, which the index of the games' rows has lost.

Only so many are looked at: that costs nothing for the game that was played last.
"""
_AT_ONCE = 100
"""So many rows of a game are held at once where it may be a long one."""

_Types = frozenset[tuple[type, ...]]


def _types(*columns: type | UnionType) -> _Types:
    """What the types of columns may be together."""
    return frozenset(product(*(get_args(column) or (column,) for column in columns)))


_HEAD_TYPES = _types(str, str, str, int, bytes | None, int)
_VALUE_TYPES = (int, str, str, str | None, str | None, int)
_ROW_TYPES = _types(*_VALUE_TYPES, bytes | None)
_PLACED_ROW_TYPES = _types(*_VALUE_TYPES, bytes | None, int)
_Values = tuple[int, str, str, str | None, str | None, int]


class GoneOnError(JournalError):
    """Another app has written rows of this game."""


class GoodRows(NamedTuple):
    """The rows of a game up to the last one that is as it was written.

    `damage` tells that others follow, None where these are all.
    """

    rows: tuple[Row, ...]
    damage: Sentence | None = None


class _MisshapenError(BrokenGameError):
    """A row is none that was ever written."""


class LastSeal(NamedTuple):
    """How far a game is as it was written: the number of a row, 0 for the head, and its seal."""

    game: int
    number: int
    seal: bytes


def head_of(file: sqlite3.Connection, game: int) -> GameHead:
    """What was saved of a game at its beginning. Raises JournalError."""
    return GameHead(*_head(file, game)[:4])


def rows_of(file: sqlite3.Connection, game: int) -> tuple[Row, ...]:
    """All rows of a game, in order. Raises JournalError, for a damaged one BrokenGameError."""
    found = good_rows(file, game)
    if found.damage is not None:
        raise BrokenGameError(UNREADABLE_GAME)
    return found.rows


def good_rows(file: sqlite3.Connection, game: int) -> GoodRows:
    """The rows of a game as far as they are as they were written.

    Raises JournalError where not even its beginning is, or a later release wrote it.
    """
    told: list[_Values] = []
    sound = _read(file, game, told.append)
    return GoodRows(tuple(map(_row, told[:sound])), None if sound is None else DAMAGED_END)


def sound_rows(
    file: sqlite3.Connection, game: int, known: tuple[int, bytes] | None = None
) -> int | None:
    """How many rows of a damaged game are as they were written; None where all of it is.

    `known` is the number of a row that it once had, 0 for the head, with its seal: where that row
    has another one now, nothing of the game is. Raises JournalError where the game is not there,
    or its head is damaged.
    """
    return _read(file, game, lambda _values: None, known)


def last_row(file: sqlite3.Connection, game: int) -> Row | None:
    """The newest row of a game, None where it has none. Raises JournalError."""
    return _last(file, game)[0]


def is_last(file: sqlite3.Connection, last: LastSeal, rows: Sequence[Row]) -> bool:
    """Whether a game ends with the last of these rows, sealed so."""
    try:
        return _last(file, last.game) == (rows[-1] if rows else None, last.seal)
    except BrokenGameError:
        return False


def standing_rows(file: sqlite3.Connection, game: int) -> Iterator[Row]:
    """The rows of the commands that count, in order, some at once. Raises JournalError.

    A step that an amendment has put where it is has the number of its row.
    """
    kinds: list[Kind] = []
    amended: dict[int, AmendedRows] = {}

    def heed(values: _Values) -> None:
        kinds.append(_kind(values))
        if kinds[-1] is Kind.AMEND:
            amended[values[0]] = amended_rows(_row(values))

    if _read(file, game, heed) is not None:
        raise BrokenGameError(UNREADABLE_GAME)
    amends = {
        row: Amends(one.first, len(one.rows), reach(one.instead)) for row, one in amended.items()
    }
    counting = standing((kind, amends.get(row)) for row, kind in enumerate(kinds, start=1))
    for first in range(0, len(counting), _AT_ONCE):
        wanted = counting[first : first + _AT_ONCE]
        own = [part.row for part in wanted if part.row not in amended]
        rows = _with_numbers(file, game, own)
        for part in wanted:
            one = amended.get(part.row)
            yield rows[part.row] if one is None else one.rows[part.step]


def _read(
    file: sqlite3.Connection,
    game: int,
    heed: Callable[[_Values], None],
    known: tuple[int, bytes] | None = None,
) -> int | None:
    """Let the values of a game's rows be heeded, as far as they can be read.

    Returns how many of them are as they were written where that is not so of all there were, else
    None. Raises JournalError where the game is not there, or its head is damaged.
    """
    proof = Proof()
    with one_moment(file):
        seals = dict(file.execute(_OTHER_SEALS, (game,)))
        *head, seal, place = _head(file, game)
        proof.go_on(head, seals.get(0, seal), is_old=not is_sealed(head[-1]))
        is_cut, is_another = False, _differs(known, 0, proof)
        try:
            for number, told in enumerate(file.execute(_SEALED_ROWS, (game,)), start=1):
                *columns, seal, place = _typed(told, _PLACED_ROW_TYPES)
                values = _numbered(_full(columns), number)
                proof.go_on(values, seals.get(number, seal), is_old=not is_sealed(values[-1]))
                is_another = is_another or _differs(known, number, proof)
                heed(values)
            is_cut = file.execute(_HIDDEN_ROW, (place, game)).fetchone() is not None
        except _MisshapenError:
            is_cut = True
        except (sqlite3.Error, UnicodeDecodeError) as error:
            if not is_rotten(error):
                raise
            is_cut = True
    if proof.sound == 0:
        raise BrokenGameError(UNREADABLE_GAME)
    if is_another and proof.is_whole:
        return 0
    return proof.sound - 1 if is_cut or not proof.is_whole else None


def _differs(known: tuple[int, bytes] | None, number: int, proof: Proof) -> bool:
    """Whether a row is known by another seal than it would have."""
    return known is not None and known[0] == number and known[1] != proof.seal


def append(
    file: sqlite3.Connection, head: GameHead, rows: Sequence[Row], known: LastSeal | None
) -> LastSeal:
    """Write the rows that are missing; a commit whose end was never heard of is found again.

    `known` is what this returned last. Raises GoneOnError, and BrokenGameError
    where what is there of the game is not what was written.
    """
    with file:
        file.execute("BEGIN IMMEDIATE")
        game = _number_of(file, head.key)
        if game is None:
            return insert(file, head, rows)
        last, seal = _last(file, game)
        written = last.number if last else 0
        if last and (written > len(rows) or rows[written - 1] != last):
            rows_of(file, game)
            raise GoneOnError
        if known is None or known[:2] != (game, written):
            known = _seal_so_far(file, game, rows[:written])
            seal = seal or known.seal
        if known.seal != seal:
            raise BrokenGameError(UNREADABLE_GAME)
        return _insert_rows(file, known, rows[written:])


def insert(file: sqlite3.Connection, head: GameHead, rows: Iterable[Row]) -> LastSeal:
    """Write a whole new game within a transaction; an error that `rows` raises is passed on."""
    seal = first_seal(head)
    inserted = file.execute(
        "INSERT INTO games (key, started, setup, format, seal, begun_after) "
        "VALUES (?, ?, ?, ?, ?, (SELECT coalesce(max(place), 0) FROM steps_in_short)) RETURNING id",
        (*msgspec.structs.astuple(head), seal),
    )
    return _insert_rows(file, LastSeal(int(inserted.fetchone()[0]), 0, seal), rows)


def insert_copy(file: sqlite3.Connection, head: GameHead, rows: Iterable[Row]) -> LastSeal:
    """Write the good rows of the damaged game of that key as a game that goes on in its place.

    It has a key of its own. Within a transaction, like `insert`.
    """
    damaged = _number_of(file, head.key)
    last = insert(file, replace(head, key=os.urandom(16).hex()), rows)
    if damaged is not None:
        file.execute("INSERT OR REPLACE INTO good_copies VALUES (?, ?)", (damaged, last.game))
    return last


def _number_of(file: sqlite3.Connection, key: str) -> int | None:
    """The number of the game of that key, or of the copy in which it goes on; None without one."""
    found = file.execute("SELECT id FROM games WHERE key = ?", (key,)).fetchone()
    game = None
    while found is not None:
        (game,) = found
        later = "SELECT copy FROM good_copies WHERE game = ? AND copy > game"
        found = file.execute(later, (game,)).fetchone()
    return game


@contextmanager
def one_moment(file: sqlite3.Connection) -> Iterator[None]:
    """All that is read is of one moment, whatever another connection writes meanwhile."""
    if file.in_transaction:
        yield
        return
    with file:
        file.execute("BEGIN")
        yield


def _seal_so_far(file: sqlite3.Connection, game: int, rows: Sequence[Row]) -> LastSeal:
    """The seal of the last row that was written; what a release before wrote is sealed now."""
    first = first_seal(head_of(file, game))
    seals = [first, *(seal for _row, seal in sealed(first, rows))]
    without = file.execute(_WITHOUT_SEAL, {"game": game}).fetchall()
    file.executemany(
        "INSERT INTO seals (game, number, seal) VALUES (?, ?, ?)",
        [(game, number, seals[number]) for (number,) in without],
    )
    return LastSeal(game, len(rows), seals[-1])


def _insert_rows(file: sqlite3.Connection, last: LastSeal, rows: Iterable[Row]) -> LastSeal:
    game, number, seal = last
    for row, seal in sealed(last.seal, rows):
        number = row.number
        command, events = (text and short(text) for text in (row.command, row.events))
        columns = (number, row.kind, row.time, command, events, row.format, seal)
        file.execute(_ADD_ROW, (game, *columns))
    return LastSeal(game, number, seal)


def _head(file: sqlite3.Connection, game: int) -> tuple[Any, ...]:
    """The columns of a game's head, its seal and its `begun_after`."""
    try:
        found = file.execute(_HEAD, (game,)).fetchone()
    except OverflowError:  # No game has a number that the file could not hold.
        found = None
    except (sqlite3.Error, UnicodeDecodeError) as error:
        if is_rotten(error):
            raise BrokenGameError(UNREADABLE_GAME) from error
        raise
    if found is None:
        raise JournalError(Sentence(_NO_GAME, {"game": game}))
    return _typed(found, _HEAD_TYPES)


def _last(file: sqlite3.Connection, game: int) -> tuple[Row | None, bytes | None]:
    """The newest row of a game and its seal, if it has one; for a game without rows its head's.

    Raises BrokenGameError where it cannot be read.
    """
    try:
        found = file.execute(_LAST_ROW, (game,)).fetchone()
    except (sqlite3.Error, UnicodeDecodeError) as error:
        if is_rotten(error):
            raise BrokenGameError(UNREADABLE_GAME) from error
        raise
    if found is None:
        row, seal = None, _head(file, game)[4]
    else:
        *columns, seal = _typed(found, _ROW_TYPES)
        row = _row(_full(columns))
    if seal is None:
        beside = file.execute(_OTHER_SEAL, (game, row.number if row else 0)).fetchone()
        seal = beside and beside[0]
    return row, seal


def _with_numbers(file: sqlite3.Connection, game: int, numbers: Sequence[int]) -> dict[int, Row]:
    """The rows of a game that have these numbers, in order. Raises BrokenGameError."""
    if not numbers:
        return {}
    found = file.execute(_ROWS_BETWEEN, (game, numbers[0], numbers[-1]))
    rows = {columns[0]: columns for columns in found}
    if not rows.keys() >= set(numbers):
        raise BrokenGameError(UNREADABLE_GAME)
    return {number: _row(_full(_typed(rows[number], _types(*_VALUE_TYPES)))) for number in numbers}


def _typed(columns: tuple[Any, ...], types: _Types) -> tuple[Any, ...]:
    """Columns of the types that they may have. Raises _MisshapenError where they have others."""
    if tuple(map(type, columns)) not in types:
        raise _MisshapenError(UNREADABLE_GAME)
    return columns


def _numbered(values: _Values, number: int) -> _Values:
    """A row that has the number it should have. Raises _MisshapenError where it has another."""
    if values[0] != number:
        raise _MisshapenError(UNREADABLE_GAME)
    return values


def _full(columns: Sequence[Any]) -> _Values:
    number, kind, time, command, events, written_in = columns
    return number, kind, time, command and full(command), events and full(events), written_in


def _row(values: _Values) -> Row:
    number, _word, time, command, events, written_in = values
    return Row(number, _kind(values), time, command, events, written_in)


def _kind(values: _Values) -> Kind:
    """What a row is. Raises JournalError where a later release knows it, else BrokenGameError."""
    try:
        return Kind(values[1])
    except ValueError as error:
        raise not_readable(values[-1]) from error
