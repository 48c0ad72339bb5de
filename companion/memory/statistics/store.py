"""The figures of all finished games, kept in the index of the games and added up in memory.

A game's figures are worked out in short steps when there is time for it, and kept in its entry of
the index; those that are missing or have rotted are worked out anew. What they add up to is kept
for as long as the journal is open: a game that comes new is added, and where one counts no more or
otherwise, all are added up anew.
"""

import sqlite3
from collections.abc import Collection, Generator, Iterator
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

import msgspec

from companion.errors import JournalError
from companion.memory.journal import index
from companion.memory.journal.index import Summary, summary_of
from companion.memory.journal.journal import Journal
from companion.memory.journal.rows import (
    UNREADABLE_GAME,
    GameHead,
    begun,
    moment_of,
    read_setup,
)
from companion.memory.pace import minutes_played
from companion.memory.statistics.figures import Done, Feat, GameFigures, feats_of, figures_of
from companion.memory.statistics.sums import Sums, Totals
from companion.memory.timeline import Table, Timeline, names_only_participants

_BEHIND = """
    FROM game_index
    WHERE figures IS NULL AND rows > 0 AND game IS NOT :excluding
        AND game NOT IN (SELECT game FROM replacements)
        AND (ended IS NULL AND game IS NOT :playing OR ended)
"""
"""Games that have ended, or of which nobody knows; a damaged one that was replaced counts not."""
_FIRST_BEHIND = f"SELECT game, place {_BEHIND} ORDER BY place LIMIT 1"
_COUNTING = f"""
    SELECT game, place FROM game_index
    WHERE figures IS NOT NULL AND game NOT IN {index.ARCHIVED}
        AND game NOT IN (SELECT game FROM replacements) ORDER BY game
"""  # noqa: S608 - our own phrases
_OF_YEAR = f"""
    SELECT CAST(started AS BLOB), game, figures FROM game_index JOIN games ON games.id = game
    WHERE figures IS NOT NULL AND game NOT IN {index.ARCHIVED}
        AND CAST(substr(started, 1, 4) AS INTEGER) BETWEEN :year - 1 AND :year + 1
        AND game NOT IN (SELECT game FROM replacements)
"""  # noqa: S608 - our own phrases
_KEEP = "UPDATE game_index SET figures = ? WHERE game = ? AND place = ?"
_UNREADABLE = b""
"""Stands for the figures of a game that cannot be read: whoever opens the game is told."""

_ROWS_AT_ONCE = 16
"""So many rows are read in a step: no touch waits long for its end."""
_GAMES_AT_ONCE = 20
"""So many games are added up in a step."""
_FIRST_GAMES = 5
"""So many games have been played before a record can fall: in the first ones each would."""

_figures_decoder = msgspec.json.Decoder(GameFigures)


class HeldRecord(NamedTuple):
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


class _CachedTotals(NamedTuple):
    """What a journal's games add up to: `stamp` tells whether the file has changed since.

    `counted` are the places of the games that are in the `totals`, by their numbers.
    """

    stamp: index.Stamp
    counted: dict[int, int]
    totals: Totals


_cache: WeakKeyDictionary[Journal, _CachedTotals] = WeakKeyDictionary()


def number_behind(
    journal: Journal, playing: int | None = None, *, excluding: int | None = None
) -> int:
    """How many games nobody has looked at yet, finished or not. Raises JournalError.

    `playing` is the number of a game that is being played and has not ended; that of `excluding`
    is left out.
    """
    question = f"SELECT count(*) {_BEHIND}"
    return int(_asked(journal, question, {"playing": playing, "excluding": excluding})[0][0])


def catch_up(journal: Journal, playing: int | None = None) -> Iterator[None]:
    """Sum up all games that are behind, in short steps, the one that was played longest ago first.

    `playing` as for `number_behind`. Raises JournalError where the file cannot be read.
    """
    behind = {"playing": playing, "excluding": None}
    while True:
        while found := _asked(journal, _FIRST_BEHIND, behind):
            yield from _sum_up(journal, *found[0])
            yield
        yield from _add_up(journal)
        if not _asked(journal, _FIRST_BEHIND, behind):  # none has rotted
            return


def _sum_up(journal: Journal, game: int, place: int) -> Iterator[None]:
    summary: Summary | None = None
    packed: bytes | None = _UNREADABLE
    with suppress(JournalError):
        head, timeline = yield from _read(journal, game)
        minutes = minutes_played(head.started, [(row.kind, row.time) for row in timeline.log])
        summary = summary_of(timeline.state, minutes)
        figures = figures_of(timeline, minutes)
        packed = None if figures is None else index.pack(figures)

    def keep(file: sqlite3.Connection) -> None:
        if summary is not None:
            index.keep_summary(file, game, place, summary)
        file.execute(_KEEP, (packed, game, place))

    journal.read(lambda file: index.change(file, keep))


def _read(journal: Journal, game: int) -> Generator[None, None, tuple[GameHead, Timeline]]:
    """Read a saved game in short steps. Raises JournalError."""
    head, rows = journal.head(game), journal.rows(game)
    yield
    try:
        timeline = Timeline(read_setup(head))
        table = Table(timeline.state)
        for row in rows:
            if not names_only_participants(table, row, timeline.append(row)):
                raise JournalError(UNREADABLE_GAME)
            if row.number % _ROWS_AT_ONCE == 0:
                yield
    except (LookupError, ValueError, TypeError, AttributeError) as error:
        raise JournalError(UNREADABLE_GAME) from error
    if not timeline.is_possible:
        raise JournalError(UNREADABLE_GAME)
    return head, timeline


def _add_up(journal: Journal) -> Generator[None, None, Totals]:
    """What the games that count add up to, in short steps. Raises JournalError."""
    stamp = journal.read(index.stamp)
    kept = _cache.get(journal)
    if kept is not None and kept.stamp == stamp:
        return kept.totals
    counting = dict(_asked(journal, _COUNTING))
    stamp = journal.read(index.stamp)  # the index may have been brought up to date
    if (
        kept is None
        or kept.stamp[0] is not stamp[0]
        or not kept.counted.items() <= counting.items()
    ):
        kept = _CachedTotals(stamp, {}, Totals())
    new = [game for game in counting if game not in kept.counted]
    for first in range(0, len(new), _GAMES_AT_ONCE):
        some = new[first : first + _GAMES_AT_ONCE]
        journal.read(partial(_add, kept=kept, games=some))
        yield
    _cache[journal] = kept._replace(stamp=stamp)
    return kept.totals


def _add(file: sqlite3.Connection, *, kept: _CachedTotals, games: Collection[int]) -> None:
    """Add games to what is kept; of one whose figures have rotted they are worked out anew."""
    rotten = []
    for game in games:
        found = file.execute("SELECT place, figures FROM game_index WHERE game = ?", (game,))
        place, packed = found.fetchone() or (0, None)
        if packed is None:
            continue
        figures = index.unpack(packed, _figures_decoder)
        if figures is not None:
            kept.totals.add(game, figures)
        elif packed != _UNREADABLE:
            rotten.append((game,))
            continue
        kept.counted[game] = place
    if rotten:
        index.make_anew(file, rotten)


# What is told


def _totals(journal: Journal) -> Totals:
    adding = _add_up(journal)
    while True:
        try:
            next(adding)
        except StopIteration as done:
            totals: Totals = done.value
            return totals


def sums_by_name(journal: Journal) -> dict[str, Sums]:
    """The sums of all names, and of all players together (`HOUSE`). Raises JournalError."""
    return _totals(journal).sums()


def last_points(journal: Journal, names: Collection[str], most: int) -> tuple[int, ...]:
    """The points of these names in their last games, oldest first, at most so many, up to 100.

    Games are in the order in which they began; those of the `HOUSE` are the highest of each game.
    Raises JournalError.
    """
    return _totals(journal).last_points(names, most)


def records(journal: Journal, excluding: int | None = None) -> tuple[HeldRecord, ...]:
    """The records of the house in the order of `Feat`; `excluding` is a game that is left out.

    Who came first holds a record that was reached again. Raises JournalError.
    """
    totals = _totals(journal)
    found = ((feat, totals.best(feat, excluding)) for feat in Feat)
    return tuple(
        HeldRecord(feat, best.number, best.names, best.game, _started(journal, best.game))
        for feat, best in found
        if best is not None
    )


def _started(journal: Journal, game: int) -> str:
    (started,) = _asked(journal, "SELECT started FROM games WHERE id = ?", (game,))[0]
    # A time that is none is damaged, and perhaps as long as a book.
    return str(started) if moment_of(started) else ""


def games_of_year(journal: Journal, year: int) -> tuple[GameFigures, ...]:
    """Return the figures of the games that count and began in that year, oldest first.

    Those that are not summed up yet, or have rotted, are left out. Raises JournalError.
    """
    found = _asked(journal, _OF_YEAR, {"year": year})
    began = [
        (moment, game, packed)
        for started, game, packed in found
        if (moment := begun(started.decode(errors="replace"))) is not None and moment.year == year
    ]
    figures = (index.unpack(packed, _figures_decoder) for _moment, _game, packed in sorted(began))
    return tuple(one for one in figures if one is not None)


def fallen(journal: Journal, game: GameFigures, number: int | None) -> tuple[Done, ...]:
    """The records of the house that a game breaks; `number` is its own, where it is saved.

    None falls in the first games, nor while others are not summed up. Raises JournalError.
    """
    totals = _totals(journal)
    if len(totals.games - {number}) < _FIRST_GAMES or number_behind(journal, excluding=number):
        return ()
    best = {feat: totals.best(feat, excluding=number) for feat in Feat}
    return tuple(
        done
        for done in feats_of(game)
        if (held := best[done.feat]) is None or done.rank > held.rank
    )


def _asked(journal: Journal, question: str, values: Any = ()) -> list[Any]:
    def ask(file: sqlite3.Connection) -> list[Any]:
        index.refresh(file)
        return file.execute(question, values).fetchall()

    return journal.read(ask)
