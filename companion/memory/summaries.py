"""What the list of saved games tells of each game, kept beside them so that nobody reads them all.

Nothing is in it that the games do not say: a summary may be thrown away at any time, and is made
anew. None is written with a step, which would cost the disk as much again; a game that has more
steps than were summed up is found by its newest one, whoever added that, and summed up again.
"""

import sqlite3

import msgspec

from companion.memory.saved_rows import GameHead
from companion.pieces import Color
from companion.state import GameState, Phase


class Scored(msgspec.Struct, frozen=True):
    """A player and the points so far."""

    name: str
    color: Color
    points: int


class Summary(msgspec.Struct, frozen=True):
    """How a game stands: its players in the order of their seats, its phase, its turn from 1."""

    players: tuple[Scored, ...]
    phase: Phase
    turn: int

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


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(Summary)

_TABLE = """
    CREATE {kept} TABLE IF NOT EXISTS summaries (
        game INTEGER PRIMARY KEY,
        place INTEGER NOT NULL,
        steps INTEGER NOT NULL,
        told TEXT
    ) STRICT
"""
"""`place` is the game's newest step's, or `begun_after`; `told` is null until somebody asks.

It is no part of the format: a release that wants another table gives it another name.
"""
_ORDER = "CREATE INDEX IF NOT EXISTS {kept}summaries_in_order ON summaries (place, game)"

_IS_BEHIND = """
    SELECT coalesce((SELECT max(place) FROM steps_in_short), 0)
            > coalesce((SELECT max(place) FROM summaries), 0)
        OR coalesce((SELECT max(id) FROM games), 0)
            > coalesce((SELECT max(game) FROM summaries), 0)
"""
_CATCH_UP = """
    INSERT OR REPLACE INTO summaries (game, place, steps)
    SELECT games.id, coalesce(last.place, games.begun_after), coalesce(last.number, 0)
    FROM (
        SELECT id AS game FROM games WHERE id > coalesce((SELECT max(game) FROM summaries), 0)
        UNION
        SELECT game FROM steps_in_short WHERE place > (SELECT max(place) FROM summaries)
    ) AS newer
    JOIN games ON games.id = newer.game
    LEFT JOIN steps_in_short AS last ON last.game = games.id
        AND last.number = (SELECT max(number) FROM steps_in_short WHERE game = games.id)
"""
"""Where there is no summary yet, the games alone are gone through, and not all of their steps."""

_PAGE = """
    SELECT games.id, coalesce(last.time, games.started), summaries.steps, summaries.told,
        summaries.place, games.key, games.started, games.setup, games.format
    FROM summaries CROSS JOIN games ON games.id = summaries.game
    LEFT JOIN steps_in_short AS last
        ON last.place = summaries.place AND last.game = summaries.game
    WHERE (summaries.place, summaries.game) < (?, ?)
        AND NOT (? AND instr(coalesce(summaries.told, ''), '"phase":"finished"'))
    ORDER BY summaries.place DESC, summaries.game DESC LIMIT ?
"""
"""So many games before the one of that place and number, the one last played first.

Without those that have ended where they are left out; what is not summed up may be unfinished.
"""

_BEFORE_NONE = (1 << 62, 0)
_ALL = -1


def catch_up(file: sqlite3.Connection) -> None:
    """Sum up what has come since, within a transaction of the caller's. Raises sqlite3.Error."""
    file.execute(_TABLE.format(kept=""))
    file.execute(_ORDER.format(kept=""))
    file.execute(_CATCH_UP)


def _bring_up_to_date(file: sqlite3.Connection) -> None:
    """Sum up what has come since the file was opened. Raises sqlite3.DatabaseError.

    Where nothing can be written, this connection has summaries of its own from then on.
    """
    if not file.execute(_IS_BEHIND).fetchone()[0]:
        return
    try:
        with file:
            file.execute("BEGIN IMMEDIATE")
            file.execute(_CATCH_UP)
    except sqlite3.OperationalError:
        keep_apart(file)
        file.execute(_CATCH_UP)


def be_there(file: sqlite3.Connection) -> None:
    """See to it that a file that can only be read has summaries. Raises sqlite3.Error."""
    if not _are_in(file):
        keep_apart(file)
        file.execute(_CATCH_UP)


def keep_apart(file: sqlite3.Connection) -> None:
    """Give a connection that cannot write its own summaries, in memory. Raises sqlite3.Error."""
    file.execute("PRAGMA temp_store = MEMORY")
    file.execute(_TABLE.format(kept="TEMP"))
    file.execute(_ORDER.format(kept="temp."))
    if _are_in(file):
        file.execute("INSERT OR IGNORE INTO temp.summaries SELECT * FROM main.summaries")


def _are_in(file: sqlite3.Connection) -> bool:
    there = "SELECT 1 FROM main.sqlite_master WHERE name = 'summaries'"
    return file.execute(there).fetchone() is not None


def keep(file: sqlite3.Connection, game: int, place: int, state: GameState) -> None:
    """Keep how a game stands, unless it has gone on since that place. Raises sqlite3.Error."""
    file.execute(
        "UPDATE summaries SET told = ? WHERE game = ? AND place = ?",
        (_encoder.encode(summary_of(state)).decode(), game, place),
    )


def summary_of(state: GameState) -> Summary:
    """How a game stands, in short."""
    players = tuple(Scored(player.name, player.color, player.points) for player in state.players)
    return Summary(players, state.phase, state.turn)


def page(
    file: sqlite3.Connection,
    limit: int | None = None,
    before: SavedGame | None = None,
    *,
    unfinished: bool = False,
) -> list[SavedGame]:
    """So many games, the one last played first, that come after `before`; None for all.

    `unfinished` leaves out those that are known to have ended. Raises sqlite3.Error.
    """
    _bring_up_to_date(file)
    start = _BEFORE_NONE if before is None else (before.place, before.id)
    found = file.execute(_PAGE, (*start, unfinished, _ALL if limit is None else limit))
    return [
        SavedGame(game, GameHead(*head), played, rows, place, _read(told))
        for game, played, rows, told, place, *head in found
    ]


def _read(told: str | None) -> Summary | None:
    """A summary that was kept; None where there is none that this release understands."""
    try:
        return _decoder.decode(told) if told is not None else None
    except msgspec.MsgspecError:
        return None
