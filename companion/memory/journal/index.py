"""What the list of saved games tells of each game, kept beside them so that nobody reads them all.

Nothing is in it that the games do not say, and whoever took them away: what is kept here may be
thrown away at any time, and is made anew. None is written with a step, which would cost the disk
as much again; a game that has more steps than were summed up is found by its newest one, whoever
added that, and summed up again.
"""

import sqlite3
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from companion.errors import JournalError
from companion.memory.journal.rows import GameHead, read_names
from companion.pieces import Color
from companion.state import GameState, Phase


class Scored(msgspec.Struct, frozen=True):
    """A player and the points so far."""

    name: str
    color: Color
    points: int


class Summary(msgspec.Struct, frozen=True):
    """How a game stands: its players in the order of their seats, its phase, its turn from 1.

    `winners` are there once it is over. `minutes` were really played, None where nobody knows.
    """

    players: tuple[Scored, ...]
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
    the list, the last one played the highest; `away` tells that people took it away.
    """

    id: int
    head: GameHead
    last_played: str
    rows: int
    place: int
    summary: Summary | None = None
    away: bool = False


class Which(msgspec.Struct, frozen=True):
    """Which games are asked for.

    `unfinished` leaves out those that are known to have ended, `names` those in which none of
    these plays. Games that were taken away are left out; with `away` all others.
    """

    unfinished: bool = False
    names: tuple[str, ...] | None = None
    away: bool = False


_ALL_GAMES = Which()
_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(Summary)

_TABLES = (
    """
    CREATE {kept} TABLE IF NOT EXISTS listed_games (
        game INTEGER PRIMARY KEY,
        place INTEGER NOT NULL,
        steps INTEGER NOT NULL,
        away INTEGER NOT NULL,
        moved INTEGER NOT NULL,
        told TEXT
    ) STRICT
    """,
    """
    CREATE {kept} TABLE IF NOT EXISTS seats (
        game INTEGER NOT NULL,
        name TEXT NOT NULL,
        away INTEGER NOT NULL,
        place INTEGER NOT NULL,
        PRIMARY KEY (game, name)
    ) STRICT, WITHOUT ROWID
    """,
)
"""`place` is the game's newest step's, or `begun_after`; `told` is null until somebody asks.

`moved` is the number of the last row that took the game away or brought it back, 0 for none. The
two are no part of the format: a release that wants other tables gives them other names.
"""
_INDICES = (
    "CREATE INDEX IF NOT EXISTS {kept}games_in_order ON listed_games (away, place, game)",
    "CREATE INDEX IF NOT EXISTS {kept}games_moved ON listed_games (moved) WHERE moved > 0",
    "CREATE INDEX IF NOT EXISTS {kept}seats_in_order ON seats (name, away, place, game)",
)
_FORMER = "DROP TABLE IF EXISTS main.summaries"
"""What earlier releases keep, who make it anew where one goes back to them."""

_LAST_PLACE = """(
    SELECT max(place) FROM (
        SELECT max(place) AS place FROM listed_games WHERE away = 0
        UNION ALL SELECT max(place) FROM listed_games WHERE away = 1
    )
)"""
_LAST_MOVED = "(SELECT coalesce(max(moved), 0) FROM listed_games WHERE moved > 0)"
_IS_BEHIND = f"""
    SELECT coalesce((SELECT max(place) FROM steps_in_short), 0) > coalesce({_LAST_PLACE}, 0)
        OR coalesce((SELECT max(id) FROM games), 0)
            > coalesce((SELECT max(game) FROM listed_games), 0)
        OR coalesce((SELECT max(number) FROM taken_away), 0) > {_LAST_MOVED}
"""  # noqa: S608 - our own phrases
_NEWER = f"""
    SELECT games.id, coalesce(last.place, games.begun_after), coalesce(last.number, 0),
        coalesce(moved.away, 0), coalesce(moved.number, 0)
    FROM (
        SELECT id AS game FROM games WHERE id > coalesce((SELECT max(game) FROM listed_games), 0)
        UNION
        SELECT game FROM steps_in_short WHERE place > {_LAST_PLACE}
        UNION
        SELECT game FROM taken_away WHERE number > {_LAST_MOVED}
    ) AS newer
    JOIN games ON games.id = newer.game
    LEFT JOIN steps_in_short AS last ON last.game = games.id
        AND last.number = (SELECT max(number) FROM steps_in_short WHERE game = games.id)
    LEFT JOIN taken_away AS moved
        ON moved.number = (SELECT max(number) FROM taken_away WHERE game = games.id)
"""  # noqa: S608 - our own phrases
"""Where nothing is listed yet, the games alone are gone through, and not all of their steps."""
_LIST = """
    INSERT INTO listed_games (game, place, steps, away, moved) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (game) DO UPDATE SET place = excluded.place, steps = excluded.steps,
        away = excluded.away, moved = excluded.moved,
        told = CASE steps WHEN excluded.steps THEN told END
"""
_SEAT = "INSERT OR REPLACE INTO seats (game, name, away, place) VALUES (?, ?, ?, ?)"
_SETUP = "SELECT CAST(setup AS BLOB), format FROM games WHERE id = ?"

_PAGE = """
    SELECT listed.game, listed.steps, listed.place, listed.away, games.format,
        CAST(coalesce(last.time, games.started) AS BLOB), CAST(listed.told AS BLOB),
        CAST(games.key AS BLOB), CAST(games.started AS BLOB), CAST(games.setup AS BLOB)
    FROM {source} AS one CROSS JOIN listed_games AS listed ON listed.game = one.game
    CROSS JOIN games ON games.id = one.game
    LEFT JOIN steps_in_short AS last ON last.place = one.place AND last.game = one.game
    WHERE {named} one.away = ? AND (one.place, one.game) < (?, ?)
        AND one.game NOT IN (SELECT game FROM good_copies)
        AND NOT (? AND instr(coalesce(listed.told, ''), '"phase":"finished"'))
    ORDER BY one.place DESC, one.game DESC LIMIT ?
"""
"""So many games before the one of that place and number, the one last played first.

Without those that have ended where they are left out; what is not summed up may be unfinished.
Never with a damaged game that goes on in a good copy.
"""
_PAGE_OF_ALL = _PAGE.format(source="listed_games", named="")
_PAGE_OF_ONE = _PAGE.format(source="seats", named="one.name = ? AND")

_BEFORE_NONE = (1 << 62, 0)
_NO_LIMIT = -1


def catch_up(file: sqlite3.Connection) -> None:
    """Sum up what has come since, within a transaction of the caller's. Raises sqlite3.Error."""
    file.execute(_FORMER)
    _make_tables(file)
    _list_newer(file)


def _make_tables(file: sqlite3.Connection, kept: str = "") -> None:
    """The tables and their indices, where they are not there; `kept` says of what kind."""
    for table in _TABLES:
        file.execute(table.format(kept=kept))
    for index in _INDICES:
        file.execute(index.format(kept=f"{kept}." if kept else ""))


def _list_newer(file: sqlite3.Connection) -> None:
    newer = file.execute(_NEWER).fetchall()
    file.executemany(_LIST, newer)
    file.executemany(_SEAT, _seats(file, newer))


def _seats(
    file: sqlite3.Connection, games: Iterable[tuple[int, int, int, int, int]]
) -> Iterator[tuple[int, str, int, int]]:
    """Who plays those games; a game whose beginning cannot be read names nobody."""
    for game, place, _steps, away, _moved in games:
        setup, written_in = file.execute(_SETUP, (game,)).fetchone()
        try:
            names = read_names(setup.decode(), written_in)
        except (JournalError, UnicodeDecodeError):  # Whoever opens the game is told.
            continue
        for name in names:
            yield game, name, away, place


def bring_up_to_date(file: sqlite3.Connection) -> None:
    """Sum up what has come since the file was opened. Raises sqlite3.DatabaseError.

    Where nothing can be written, this connection has summaries of its own from then on. Where
    another one writes just now, what that brings is left for the next time.
    """
    if not file.execute(_IS_BEHIND).fetchone()[0]:
        return
    try:
        with file:
            file.execute("BEGIN IMMEDIATE")
            _list_newer(file)
    except sqlite3.OperationalError as error:
        if is_held(error):
            return
        keep_apart(file)
        _list_newer(file)


def is_held(error: sqlite3.OperationalError) -> bool:
    """Whether another connection writes just now."""
    return error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY


def be_there(file: sqlite3.Connection) -> None:
    """See to it that a file that can only be read has index. Raises sqlite3.Error."""
    if not _are_in(file):
        keep_apart(file)
        _list_newer(file)


def keep_apart(file: sqlite3.Connection) -> None:
    """Give a connection that cannot write its own index, in memory. Raises sqlite3.Error."""
    file.execute("PRAGMA temp_store = MEMORY")
    _make_tables(file, "TEMP")
    if _are_in(file):
        take_along(file, ("listed_games", "seats"))


def take_along(file: sqlite3.Connection, tables: Iterable[str]) -> None:
    """Copy what tables of the file hold into the connection's own. Raises sqlite3.Error."""
    for table in tables:
        file.execute(f"INSERT OR IGNORE INTO temp.{table} SELECT * FROM main.{table}")  # noqa: S608


def _are_in(file: sqlite3.Connection) -> bool:
    there = "SELECT count(*) FROM main.sqlite_master WHERE name IN ('listed_games', 'seats')"
    return bool(file.execute(there).fetchone()[0] == len(_TABLES))


def keep(file: sqlite3.Connection, game: int, place: int, summary: Summary) -> None:
    """Keep how a game stands, unless it has gone on since that place. Raises sqlite3.Error."""
    file.execute(
        "UPDATE listed_games SET told = ? WHERE game = ? AND place = ?",
        (_encoder.encode(summary).decode(), game, place),
    )


def summary_of(state: GameState, minutes: int | None) -> Summary:
    """How a game stands, in short; so many minutes of it were really played."""
    players = tuple(Scored(player.name, player.color, player.points) for player in state.players)
    return Summary(players, state.phase, state.turn, state.winners or (), minutes)


def page(
    file: sqlite3.Connection,
    limit: int | None = None,
    before: SavedGame | None = None,
    which: Which = _ALL_GAMES,
) -> list[SavedGame]:
    """So many games, the one last played first, that come after `before`; None for all.

    Raises sqlite3.Error.
    """
    bring_up_to_date(file)
    start = _BEFORE_NONE if before is None else (before.place, before.id)
    values = (which.away, *start, which.unfinished, _NO_LIMIT if limit is None else limit)
    if which.names is None:
        return [_saved(row) for row in file.execute(_PAGE_OF_ALL, values)]
    found = {
        game.id: game
        for name in which.names
        for game in map(_saved, file.execute(_PAGE_OF_ONE, (name, *values)))
    }
    in_order = sorted(found.values(), key=lambda game: (game.place, game.id), reverse=True)
    return in_order[:limit]


def _saved(columns: tuple[Any, ...]) -> SavedGame:
    # What has rotten may be no text any more: that is no reason to list no other game.
    game, rows, place, away, written_in, played, told, *head = columns
    key, started, setup = map(_text, head)
    saved = GameHead(key, started, setup, written_in)
    kept = None if told is None else _read(_text(told))
    return SavedGame(game, saved, _text(played), rows, place, kept, bool(away))


def _text(content: bytes) -> str:
    return content.decode(errors="replace")


def _read(told: str | None) -> Summary | None:
    """A summary that was kept; None where there is none that this release understands."""
    try:
        return _decoder.decode(told) if told is not None else None
    except msgspec.MsgspecError:
        return None
