"""The list of saved games: what is derived of each game, kept beside it in one table.

Nothing is in the table that the games do not say: a row that is missing or cannot be read is made
anew, and so is the table. None is written with a step, which would cost the disk as much again; a
game that has more rows than its entry tells is found by its newest row, and its entry made anew.

Each text is kept with its checksum, so that one that has rotted is never taken for another.
"""

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any, NamedTuple, TypeVar
from zlib import crc32

import msgspec

from companion.errors import JournalError
from companion.memory.journal.rows import GameHead, read_names
from companion.memory.names import name_key
from companion.pieces import Color
from companion.state import GameState, Phase


class PlayerScore(msgspec.Struct, frozen=True):
    """A player and the points so far."""

    name: str
    color: Color
    points: int


class Summary(msgspec.Struct, frozen=True):
    """How a game stands: its players in the order of their seats, its phase, its turn from 1.

    `winners` are there once it is over. `minutes` were really played, None where nobody knows.
    """

    players: tuple[PlayerScore, ...]
    phase: Phase
    turn: int
    winners: tuple[Color, ...]
    minutes: int | None

    @property
    def has_ended(self) -> bool:
        """Whether the game is over."""
        return self.phase is Phase.FINISHED


class SavedGame(msgspec.Struct, frozen=True):
    """A game in the list: number for people, when it began and was last played, rows (UTC).

    `summary` is how it stands, None where nobody has worked that out yet; `place` its place in
    the list, the last one played the highest.
    """

    id: int
    head: GameHead
    last_played: str
    rows: int
    place: int
    summary: Summary | None = None
    archived: bool = False


class PastSeats(msgspec.Struct, frozen=True):
    """Who plays a game, and the place of the game in the list."""

    game: int
    place: int
    names: tuple[str, ...]
    archived: bool


class KnownPlayers(NamedTuple):
    """Who plays: the `seats` of all games, the one last played last, and all `names`.

    Without damaged games that were replaced. A name under which somebody played later comes
    earlier; those of archived games are left out.
    """

    seats: tuple[PastSeats, ...]
    names: tuple[str, ...]


T = TypeVar("T")
Stamp = tuple[sqlite3.Connection, int, int]

_encoder = msgspec.json.Encoder()
_summary_decoder = msgspec.json.Decoder(Summary)
_names_decoder = msgspec.json.Decoder(tuple[str, ...])

_TABLE = """
    CREATE {kept} TABLE game_index (
        game INTEGER PRIMARY KEY,
        place INTEGER NOT NULL,
        rows INTEGER NOT NULL,
        ended INTEGER,
        names BLOB NOT NULL,
        summary BLOB,
        figures BLOB
    ) STRICT
"""
"""`place` is that of the game's newest row, or `begun_after`; `ended`, `summary` and `figures` are
null until they are worked out. It is no part of the format: a release that wants another table
gives it another name.
"""
_INDICES = (
    "CREATE INDEX {kept}games_in_order ON game_index (place, game, names)",
    "CREATE INDEX {kept}games_without_figures ON game_index (place) WHERE figures IS NULL",
)

ARCHIVED = """(
    SELECT game FROM (SELECT game, archived, max(number) FROM archive GROUP BY game) WHERE archived
)"""
"""The games whose last row in `archive` says that they are archived."""

_NEWEST = "(SELECT coalesce(max(place), 0) FROM steps)"
_IS_BEHIND = f"""
    SELECT (SELECT count(*) FROM games) <> (SELECT count(*) FROM game_index)
        OR (SELECT coalesce(max(place), 0) FROM game_index) <> {_NEWEST}
"""  # noqa: S608 - our own phrases
_IS_AHEAD = f"SELECT coalesce(max(place), 0) > {_NEWEST} FROM game_index"  # noqa: S608
"""Whether an entry has a place that none can have: then no newer row would ever be found."""
_NEWER = f"""
    SELECT games.id, coalesce(last.place, min(games.begun_after, {_NEWEST})),
        coalesce(last.number, 0), CAST(setup AS BLOB), games.format
    FROM ({{}}) AS newer JOIN games ON games.id = newer.game
    LEFT JOIN steps AS last ON last.game = games.id
        AND last.number = (SELECT max(number) FROM steps WHERE game = games.id)
"""  # noqa: S608 - our own phrases
_ADDED = """
    SELECT id AS game FROM games WHERE id > coalesce((SELECT max(game) FROM game_index), 0)
    UNION
    SELECT game FROM steps NOT INDEXED WHERE place > (SELECT max(place) FROM game_index)
"""
"""NOT INDEXED: by their places. SQLite 3.53 would go through all steps, in the order of games."""
_MISSING = "SELECT id AS game FROM games WHERE id NOT IN (SELECT game FROM game_index)"
_ADD = """
    INSERT INTO game_index (game, place, rows, names) VALUES (?, ?, ?, ?)
    ON CONFLICT (game) DO UPDATE SET place = excluded.place, rows = excluded.rows,
        names = excluded.names, ended = NULL, summary = NULL, figures = NULL
"""
_PAGE = f"""
    SELECT one.game, one.rows, one.place, one.game IN {ARCHIVED}, games.format,
        CAST(coalesce(last.time, games.started) AS BLOB), one.summary,
        CAST(games.key AS BLOB), CAST(games.started AS BLOB), CAST(games.setup AS BLOB)
    FROM {{}} CROSS JOIN games ON games.id = one.game
    LEFT JOIN steps AS last ON last.place = one.place AND last.game = one.game
    WHERE (one.place, one.game) < (:place, :game)
        AND (one.game IN {ARCHIVED}) = :archived
        AND one.game NOT IN (SELECT game FROM replacements)
        AND NOT (:unfinished AND coalesce(one.ended, 0))
    ORDER BY one.place DESC, one.game DESC LIMIT :limit
"""  # noqa: S608 - our own phrases
"""So many games before the one of that place and number, the one last played first.

Without those that have ended where they are left out; what is not summed up may be unfinished.
Never with a damaged game that was replaced.
"""
_EVERY_GAME = "game_index AS one"
_AMONG_ARCHIVED = f"{ARCHIVED} AS some CROSS JOIN game_index AS one ON one.game = some.game"
_AMONG = "json_each(:ids) AS some CROSS JOIN game_index AS one ON one.game = some.value"
"""CROSS JOIN: what is looked through are these few, not all games that were ever saved."""
_SEATS = f"""
    SELECT game, place, names, game IN {ARCHIVED} FROM game_index
    WHERE game NOT IN (SELECT game FROM replacements) ORDER BY place, game
"""  # noqa: S608 - our own phrases
_BEFORE_NONE = (1 << 62, 0)
_NO_LIMIT = -1


class _Memo:
    """What was last read: when the index was `fresh`, and who plays, each with its `stamp`."""

    fresh: Stamp | None = None
    players: tuple[Stamp, KnownPlayers] | None = None


_memo = _Memo()


def stamp(file: sqlite3.Connection) -> Stamp:
    """Another one once this connection, or another one, has changed the file."""
    return file, int(file.execute("PRAGMA data_version").fetchone()[0]), file.total_changes


def pack(value: object) -> bytes:
    """A value as JSON with its checksum before it, as the index keeps it."""
    text = _encoder.encode(value)
    return crc32(text).to_bytes(4, "big") + text


def unpack(kept: object, decoder: msgspec.json.Decoder[T]) -> T | None:
    """What was packed; None where nothing was, or what there is has rotted."""
    if not isinstance(kept, bytes) or kept[:4] != crc32(kept[4:]).to_bytes(4, "big"):
        return None
    try:
        return decoder.decode(kept[4:])
    except msgspec.MsgspecError:  # of another release
        return None


def catch_up(file: sqlite3.Connection) -> None:
    """Bring the index up to date within a transaction of the caller's. Raises sqlite3.Error."""
    if not _is_there(file):
        _make_table(file)
    elif file.execute(_IS_AHEAD).fetchone()[0]:
        file.execute("DELETE FROM game_index")
    _add(file, _ADDED)
    if file.execute(_IS_BEHIND).fetchone()[0]:
        _add(file, _MISSING)


def _add(file: sqlite3.Connection, games: str) -> None:
    file.executemany(
        _ADD,
        [
            (game, place, rows, pack(_names(setup, written_in)))
            for game, place, rows, setup, written_in in file.execute(_NEWER.format(games))
        ],
    )


def _names(setup: bytes, written_in: int) -> tuple[str, ...]:
    """Who plays; nobody where a game's beginning cannot be read: who opens the game is told."""
    try:
        return read_names(setup.decode(), written_in)
    except (JournalError, UnicodeDecodeError):
        return ()


def refresh(file: sqlite3.Connection) -> None:
    """See to it that there is an index, and that it is up to date. Raises sqlite3.Error.

    Where nothing can be written, this connection has one of its own from then on. Where another
    one writes just now, what that brings is left for the next time.
    """
    if _memo.fresh == stamp(file):
        return
    if not _is_there(file) or file.execute(_IS_BEHIND).fetchone()[0]:
        change(file, catch_up)
    else:
        _memo.fresh = stamp(file)


def change(file: sqlite3.Connection, what: Callable[[sqlite3.Connection], object]) -> None:
    """Change the index, all or nothing; where the file cannot be written, a copy in memory.

    Where another connection writes just now, nothing is changed: what is derived can wait.
    Raises sqlite3.Error.
    """
    try:
        with file:
            file.execute("BEGIN IMMEDIATE")
            what(file)
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY and _is_there(file):
            return
        _keep_apart(file)
        what(file)


def _is_there(file: sqlite3.Connection) -> bool:
    there = """
        SELECT 1 FROM main.sqlite_master WHERE name = 'game_index'
        UNION ALL SELECT 1 FROM sqlite_temp_master WHERE name = 'game_index'
    """
    return file.execute(there).fetchone() is not None


def _make_table(file: sqlite3.Connection, kept: str = "") -> None:
    file.execute(_TABLE.format(kept=kept))
    for index in _INDICES:
        file.execute(index.format(kept=f"{kept}." if kept else ""))


def _keep_apart(file: sqlite3.Connection) -> None:
    """Give a connection that cannot write an index of its own, in memory. Raises sqlite3.Error."""
    if file.execute("SELECT 1 FROM sqlite_temp_master WHERE name = 'game_index'").fetchone():
        return
    was_there = _is_there(file)
    file.execute("PRAGMA temp_store = MEMORY")
    _make_table(file, "TEMP")
    if was_there:
        file.execute("INSERT INTO temp.game_index SELECT * FROM main.game_index")
    catch_up(file)


def keep_summary(file: sqlite3.Connection, game: int, place: int, summary: Summary) -> None:
    """Keep how a game stands, unless it has gone on since that place. Raises sqlite3.Error."""
    file.execute(
        "UPDATE game_index SET summary = ?, ended = ? WHERE game = ? AND place = ?",
        (pack(summary), summary.has_ended, game, place),
    )


def summary_of(state: GameState, minutes: int | None) -> Summary:
    """How a game stands, in short; so many minutes of it were really played."""
    players = tuple(
        PlayerScore(player.name, player.color, player.points) for player in state.players
    )
    return Summary(players, state.phase, state.turn, state.winners or (), minutes)


def list_games(  # noqa: PLR0913 - which games are asked for
    file: sqlite3.Connection,
    limit: int | None = None,
    before: SavedGame | None = None,
    *,
    unfinished: bool = False,
    names: Iterable[str] | None = None,
    archived: bool = False,
) -> list[SavedGame]:
    """So many games, the one last played first, that come after `before`; None for all.

    `unfinished` leaves out those that are known to have ended, `names` those in which none of
    these plays. Archived games are left out; with `archived` all others. Raises sqlite3.Error.
    """
    refresh(file)
    first = _BEFORE_NONE if before is None else (before.place, before.id)
    source, ids = _AMONG_ARCHIVED if archived else _EVERY_GAME, ""
    if names is not None:
        source = _AMONG
        playing = _with_players(file, frozenset(map(name_key, names)), first, archived=archived)
        # Which of them have ended the seats do not tell.
        ids = _encoder.encode([*islice(playing, None if unfinished else limit)]).decode()
    values = {
        "place": first[0],
        "game": first[1],
        "ids": ids,
        "archived": archived,
        "unfinished": unfinished,
        "limit": _NO_LIMIT if limit is None else limit,
    }
    return [_saved(row) for row in file.execute(_PAGE.format(source), values)]


def _with_players(
    file: sqlite3.Connection, keys: frozenset[str], before: tuple[int, int], *, archived: bool
) -> Iterator[int]:
    """The games in which one of these plays, the one last played first."""
    for one in reversed(players(file).seats):
        if (
            one.archived == archived
            and (one.place, one.game) < before
            and not keys.isdisjoint(map(name_key, one.names))
        ):
            yield one.game


def players(file: sqlite3.Connection) -> KnownPlayers:
    """Who plays in which game. Raises sqlite3.Error."""
    refresh(file)
    now = stamp(file)
    if _memo.players is not None and _memo.players[0] == now:
        return _memo.players[1]
    found = [
        (game, place, unpack(names, _names_decoder), bool(archived))
        for game, place, names, archived in file.execute(_SEATS)
    ]
    rotten = [(game,) for game, _place, names, _archived in found if names is None]
    if rotten:
        make_anew(file, rotten)
        return players(file)
    seats = tuple(
        PastSeats(game, place, names or (), archived) for game, place, names, archived in found
    )
    last = {name: game.place for game in seats if not game.archived for name in game.names}
    names = tuple(sorted(last, key=lambda name: (-last[name], name)))
    _memo.players = now, KnownPlayers(seats, names)
    return KnownPlayers(seats, names)


def make_anew(file: sqlite3.Connection, games: Iterable[tuple[int]]) -> None:
    """Make the entries of these games anew, which cannot be read. Raises sqlite3.Error."""

    def drop(here: sqlite3.Connection) -> None:
        here.executemany("DELETE FROM game_index WHERE game = ?", games)
        catch_up(here)

    change(file, drop)


def _saved(columns: tuple[Any, ...]) -> SavedGame:
    # What has rotten may be no text any more: that is no reason to list no other game.
    game, rows, place, archived, written_in, played, summary, *head = columns
    key, started, setup = map(_text, head)
    return SavedGame(
        game,
        GameHead(key, started, setup, written_in),
        _text(played),
        rows,
        place,
        unpack(summary, _summary_decoder),
        bool(archived),
    )


def _text(content: bytes) -> str:
    return content.decode(errors="replace")
