"""The figures of all finished games, kept beside them so that ten thousand are told at once.

Nothing is in these tables that the games do not say, and whoever took them away: they may be
thrown away at any time, and are made anew. They are brought up to date in short steps when there
is time for it: a game that has gone on since is found by its newest step, whoever added that, and
what was added up of it is taken away again.
"""

import sqlite3
from collections.abc import Callable, Collection, Generator, Iterator
from typing import Any, NamedTuple

import msgspec

from companion.errors import JournalError
from companion.memory.journal import index
from companion.memory.journal.index import Summary, summary_of
from companion.memory.journal.journal import Journal
from companion.memory.journal.rows import UNREADABLE_GAME, GameHead, moment_of, read_setup
from companion.memory.pace import minutes_played
from companion.memory.statistics.figures import Done, Feat, GameFigures, feats_of, figures_of
from companion.memory.statistics.sums import HOUSE, NOTHING, Sums, names_of_one, sums_of
from companion.memory.timeline import Table, Timeline, names_only_what_is_there

_TABLES = (
    """
    CREATE {kept} TABLE IF NOT EXISTS added_up (
        game INTEGER PRIMARY KEY,
        place INTEGER NOT NULL,
        counts INTEGER NOT NULL,
        told TEXT
    ) STRICT
    """,
    """
    CREATE {kept} TABLE IF NOT EXISTS added_up_moves (
        one INTEGER PRIMARY KEY CHECK (one = 1),
        moved INTEGER NOT NULL
    ) STRICT
    """,
    """
    CREATE {kept} TABLE IF NOT EXISTS added_up_sums (
        name TEXT PRIMARY KEY,
        told TEXT NOT NULL
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE {kept} TABLE IF NOT EXISTS added_up_feats (
        feat TEXT NOT NULL,
        rank INTEGER NOT NULL,
        game INTEGER NOT NULL,
        name TEXT NOT NULL,
        number INTEGER NOT NULL,
        PRIMARY KEY (feat, rank DESC, game, name)
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE {kept} TABLE IF NOT EXISTS added_up_scores (
        name TEXT NOT NULL,
        game INTEGER NOT NULL,
        seat INTEGER NOT NULL,
        points INTEGER NOT NULL,
        PRIMARY KEY (name, game DESC, seat)
    ) STRICT, WITHOUT ROWID
    """,
)
"""Of a game that has ended `place` is the newest step's when it was summed up; `told` is null where
it cannot be read, `counts` 0 where people took it away. All else is made from what counts.

`moved` is the number of the last row, of those that take games away or bring them back, that was
heeded. They are no part of the format: a release that wants other tables, or adds up otherwise,
gives them other names.
"""
_NAMES = ("added_up", "added_up_moves", "added_up_sums", "added_up_feats", "added_up_scores")
_FORMER = ("figures", "figure_moves", "figure_sums", "figure_feats", "figure_scores")
"""What earlier releases keep, who make it anew where one goes back to them.

They counted both of two who are called alike as one person who has played once.
"""
_ORDER = "CREATE INDEX IF NOT EXISTS {kept}added_up_in_order ON added_up (place)"

_BEHIND = """
    FROM listed_games AS listed
    WHERE place > (SELECT coalesce(max(place), 0) FROM added_up) AND steps > 0
        AND game IS NOT :beside AND game NOT IN (SELECT game FROM good_copies)
        AND (
            game IS NOT :playing AND (told IS NULL OR instr(told, '"phase":"finished"'))
            OR game IN (SELECT game FROM added_up)
        )
"""
"""Games are summed up in their order, so that all that are behind are the last ones of the list.

A damaged game that goes on in a good copy counts as that one alone.
"""
_FIRST_BEHIND = f"SELECT game, place {_BEHIND} ORDER BY place LIMIT 1"
_MOVED = """
    SELECT game, moved, away FROM listed_games
    WHERE moved > (SELECT coalesce(max(moved), 0) FROM added_up_moves) ORDER BY moved
"""
_REPLACED = "SELECT game FROM added_up WHERE counts AND game IN (SELECT game FROM good_copies)"

_ROWS_AT_ONCE = 16
"""So many rows are read in a step: no touch waits long for its end."""
_MOST_PLAYERS = 4
_FIRST_GAMES = 5
"""So many games have been played before a record can fall: in the first ones each would."""

_encoder = msgspec.json.Encoder()
_figures_decoder = msgspec.json.Decoder(GameFigures)
_sums_decoder = msgspec.json.Decoder(Sums)


class Held(NamedTuple):
    """A record of the house: what was reached, by everybody who did in the first such game.

    `game` is its number, `started` when it began (UTC), empty where nobody knows.
    """

    feat: Feat
    number: int
    names: tuple[str, ...]
    game: int
    started: str

    @property
    def rank(self) -> int:
        """What another game has to surpass."""
        return Done(self.feat, self.number, "").rank


class _Behind(NamedTuple):
    """A game that has to be summed up, and the place of its newest step."""

    game: int
    place: int


def number_behind(
    journal: Journal, playing: int | None = None, *, beside: int | None = None
) -> int:
    """How many games are to be summed up yet. Raises JournalError.

    `playing` is the number of a game that is being played and has not ended; `beside` that of one
    that is left out.
    """
    question = f"SELECT count(*) {_BEHIND}"
    return int(_asked(journal, question, {"playing": playing, "beside": beside})[0][0])


def catch_up(journal: Journal, playing: int | None = None) -> Iterator[None]:
    """Sum up all games that are behind, in short steps, the one that was played longest ago first.

    `playing` as for `number_behind`. Raises JournalError where the file cannot be read.
    """
    if _asked(journal, _MOVED):
        _change(journal, _heed_moves)
    if _asked(journal, _REPLACED):
        _change(journal, _leave_out_replaced)
    while found := _asked(journal, _FIRST_BEHIND, {"playing": playing, "beside": None}):
        yield from _sum_up(journal, _Behind(*found[0]))
        yield


def _sum_up(journal: Journal, behind: _Behind) -> Iterator[None]:
    try:
        head, timeline = yield from _read(journal, behind.game)
    except JournalError:  # Whoever opens the game is told.
        _change(journal, lambda file: _keep_figures(file, behind, None))
        return
    minutes = minutes_played(head.started, [(entry.kind, entry.time) for entry in timeline.log])
    summary = summary_of(timeline.state, minutes)
    figures = figures_of(timeline, minutes)
    _change(journal, lambda file: _keep(file, behind, summary, figures))


def _read(journal: Journal, game: int) -> Generator[None, None, tuple[GameHead, Timeline]]:
    """Read a saved game in short steps. Raises JournalError."""
    head, rows = journal.head(game), journal.rows(game)
    yield
    try:
        timeline = Timeline(read_setup(head))
        table = Table(timeline.state)
        for row in rows:
            if not names_only_what_is_there(table, row, timeline.go_on(row)):
                raise JournalError(UNREADABLE_GAME)
            if row.number % _ROWS_AT_ONCE == 0:
                yield
    except (LookupError, ValueError, TypeError, AttributeError) as error:
        raise JournalError(UNREADABLE_GAME) from error
    if not timeline.is_possible:
        raise JournalError(UNREADABLE_GAME)
    return head, timeline


def _keep(
    file: sqlite3.Connection, behind: _Behind, summary: Summary, figures: GameFigures | None
) -> None:
    """Keep what was read of a game; one that goes on again has no figures any more."""
    index.keep(file, behind.game, behind.place, summary)
    if figures is not None:
        _keep_figures(file, behind, figures)
        return
    _count(file, behind.game, counts=False)
    file.execute("DELETE FROM added_up WHERE game = ?", (behind.game,))


def _keep_figures(file: sqlite3.Connection, behind: _Behind, figures: GameFigures | None) -> None:
    """Let a game count with these figures, in place of those that it had; None: unreadable."""
    _count(file, behind.game, counts=False)
    told = None if figures is None else _encoder.encode(figures).decode()
    file.execute(
        "INSERT OR REPLACE INTO added_up (game, place, counts, told) VALUES (?, ?, 0, ?)",
        (*behind, told),
    )
    away = file.execute("SELECT away FROM listed_games WHERE game = ?", (behind.game,)).fetchone()
    _count(file, behind.game, counts=not away[0])


def _heed_moves(file: sqlite3.Connection) -> None:
    """Let no game count that was taken away, and each that was brought back."""
    moves = file.execute(_MOVED).fetchall()
    for game, _moved, away in moves:
        _count(file, game, counts=not away)
    file.execute(
        "INSERT OR REPLACE INTO added_up_moves (one, moved) VALUES (1, ?)", (moves[-1][1],)
    )


def _leave_out_replaced(file: sqlite3.Connection) -> None:
    """Let no game count that was found damaged since, and goes on in a good copy."""
    for (game,) in file.execute(_REPLACED).fetchall():
        _count(file, game, counts=False)


def _count(file: sqlite3.Connection, game: int, *, counts: bool) -> None:
    """Let the figures of a game count, or not; nothing changes where they do so already."""
    question = "SELECT told FROM added_up WHERE game = ? AND counts = ? AND told IS NOT NULL"
    found = file.execute(question, (game, not counts)).fetchone()
    if found is None:
        return
    file.execute("UPDATE added_up SET counts = ? WHERE game = ?", (counts, game))
    figures = _figures_decoder.decode(found[0])
    for name, more in sums_of(figures).items():
        _add(file, name, more, counts=counts)
    feats = [(done.feat, done.rank, game, done.name, done.number) for done in feats_of(figures)]
    own = names_of_one(figures)
    scores = [
        (HOUSE, game, 0, max(player.points for player in figures.players)),
        *(
            (player.name, game, seat, player.points)
            for seat, player in enumerate(figures.players)
            if player.name in own
        ),
    ]
    if counts:
        file.executemany("INSERT OR REPLACE INTO added_up_feats VALUES (?, ?, ?, ?, ?)", feats)
        file.executemany("INSERT OR REPLACE INTO added_up_scores VALUES (?, ?, ?, ?)", scores)
        return
    file.executemany(
        "DELETE FROM added_up_feats WHERE feat = ? AND rank = ? AND game = ? AND name = ?",
        [feat[:4] for feat in feats],
    )
    file.executemany(
        "DELETE FROM added_up_scores WHERE name = ? AND game = ? AND seat = ?",
        [score[:3] for score in scores],
    )


def _add(file: sqlite3.Connection, name: str, more: Sums, *, counts: bool) -> None:
    """Add the sums of a game to those of a name, or take them away again."""
    found = file.execute("SELECT told FROM added_up_sums WHERE name = ?", (name,)).fetchone()
    former = _sums_decoder.decode(found[0]) if found else NOTHING
    now = former + more if counts else former - more
    if now == NOTHING:
        file.execute("DELETE FROM added_up_sums WHERE name = ?", (name,))
        return
    told = _encoder.encode(now).decode()
    file.execute("INSERT OR REPLACE INTO added_up_sums VALUES (?, ?)", (name, told))


# What is told


def sums_by_name(journal: Journal) -> dict[str, Sums]:
    """The sums of all names, and of all players together (`HOUSE`). Raises JournalError."""
    found = _asked(journal, "SELECT name, told FROM added_up_sums")
    return {name: _sums_decoder.decode(told) for name, told in found}


def last_points(journal: Journal, names: Collection[str], most: int) -> tuple[int, ...]:
    """The points of these names in their last games, oldest first, at most so many.

    Games are in the order in which they began; those of the `HOUSE` are the highest of each game.
    Raises JournalError.
    """
    question = (
        "SELECT game, seat, points FROM added_up_scores WHERE name = ? ORDER BY game DESC, seat"
    )
    found = [row for name in names for row in _asked(journal, f"{question} LIMIT {most}", (name,))]
    return tuple(points for _game, _seat, points in sorted(found)[-most:])


def records(journal: Journal, beside: int | None = None) -> tuple[Held, ...]:
    """The records of the house in the order of `Feat`; `beside` is a game that is left out.

    Who came first holds a record that was reached again. Raises JournalError.
    """
    found = (_held(journal, feat, beside) for feat in Feat)
    return tuple(held for held in found if held is not None)


def _held(journal: Journal, feat: Feat, beside: int | None) -> Held | None:
    question = """
        SELECT added_up_feats.rank, number, game, games.started, name
        FROM added_up_feats JOIN games ON games.id = game
        WHERE feat = ? AND game IS NOT ?
        ORDER BY added_up_feats.rank DESC, game, name LIMIT ?
    """
    found = _asked(journal, question, (feat, beside, _MOST_PLAYERS))
    if not found:
        return None
    _rank, number, game, started, _name = best = found[0]
    names = tuple(row[4] for row in found if row[:3] == best[:3])
    # A time that is none is damaged, and perhaps as long as a book.
    return Held(feat, number, names, game, started if moment_of(started) else "")


def fallen(journal: Journal, game: GameFigures, number: int | None) -> tuple[Done, ...]:
    """The records of the house that a game breaks; `number` is its own, where it is saved.

    None falls in the first games, nor while others are not summed up. Raises JournalError.
    """
    others = "SELECT 1 FROM added_up WHERE counts AND game IS NOT ? LIMIT ?"
    if len(_asked(journal, others, (number, _FIRST_GAMES))) < _FIRST_GAMES:
        return ()
    if number_behind(journal, beside=number):
        return ()
    held = {record.feat: record.rank for record in records(journal, beside=number)}
    return tuple(
        done for done in feats_of(game) if done.feat not in held or done.rank > held[done.feat]
    )


# Where it is kept


def _asked(journal: Journal, question: str, values: Any = ()) -> list[Any]:
    def ask(file: sqlite3.Connection) -> list[Any]:
        _be_there(file)
        return file.execute(question, values).fetchall()

    return journal.ask(ask)


def _change(journal: Journal, what: Callable[[sqlite3.Connection], None]) -> None:
    """Change the tables, all or nothing; where the file cannot be written, a copy in memory."""

    def change(file: sqlite3.Connection) -> list[Any]:
        _be_there(file)
        try:
            with file:
                file.execute("BEGIN IMMEDIATE")
                what(file)
        except sqlite3.OperationalError as error:
            if index.is_held(error):
                raise
            _keep_apart(file)
            what(file)
        return []

    journal.ask(change)


def _be_there(file: sqlite3.Connection) -> None:
    """See to it that there are tables, and the newest list of games. Raises sqlite3.Error."""
    index.bring_up_to_date(file)
    if _are_in(file, "sqlite_master") or _are_in(file, "sqlite_temp_master"):
        return
    try:
        with file:
            file.execute("BEGIN IMMEDIATE")
            for table in _FORMER:
                file.execute(f"DROP TABLE IF EXISTS main.{table}")
            _make_tables(file)
    except sqlite3.OperationalError:
        _keep_apart(file)


def _make_tables(file: sqlite3.Connection, kept: str = "") -> None:
    for table in _TABLES:
        file.execute(table.format(kept=kept))
    file.execute(_ORDER.format(kept=f"{kept}." if kept else ""))


def _are_in(file: sqlite3.Connection, master: str) -> bool:
    there = f"SELECT count(*) FROM {master} WHERE type = 'table' AND name GLOB 'added_up*'"  # noqa: S608
    return bool(file.execute(there).fetchone()[0] == len(_TABLES))


def _keep_apart(file: sqlite3.Connection) -> None:
    """Give a connection that cannot write its own tables, in memory. Raises sqlite3.Error."""
    index.keep_apart(file)
    _make_tables(file, "TEMP")
    if _are_in(file, "main.sqlite_master"):
        index.take_along(file, _NAMES)
