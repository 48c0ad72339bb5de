"""Totals of the figures of all finished games; the first call adds up all, later ones the rest."""

import sqlite3
from collections.abc import Collection, Generator, Iterator
from datetime import datetime
from functools import partial
from typing import NamedTuple
from weakref import WeakKeyDictionary

import msgspec

from companion.memory.clock import begun
from companion.memory.journal import ARCHIVED, Journal
from companion.memory.statistics.figures import Done, Feat, GameFigures, feats_of
from companion.memory.statistics.sums import Sums, Totals
from companion.pieces import FACES

_COUNTING = f"""
    {ARCHIVED}
    SELECT number, game, key FROM results JOIN games ON games.id = game
    WHERE number IN (SELECT max(number) FROM results GROUP BY game)
        AND result IS NOT NULL AND game NOT IN archived ORDER BY number
"""  # noqa: S608 - our own phrases
_RESULT = "SELECT result FROM results WHERE number = ?"
_OF_YEAR = f"""
    {ARCHIVED}
    SELECT result, started, game FROM results JOIN games ON games.id = game
    WHERE number IN (SELECT max(number) FROM results GROUP BY game)
        AND result IS NOT NULL AND game NOT IN archived
        AND substr(started, 1, 4) BETWEEN ? AND ?
"""  # noqa: S608 - our own phrases
_GAMES_AT_ONCE = 20
"""Games added up in a step of `catch_up`, so that no touch waits long."""
_MOST_AWAITED = 200
"""Most games that are added up while a caller waits."""
_FIRST_GAMES = 5
"""Minimum number of games before records are announced: in the first ones each would be one."""

_figures = msgspec.json.Decoder(GameFigures)


class HeldRecord(NamedTuple):
    """A house record, by all who reached it in the first such game.

    `game` is its number, `started` when it began (UTC), empty if unknown.
    """

    feat: Feat
    number: int
    names: tuple[str, ...]
    game: int
    started: str

    @property
    def rank(self) -> int:
        """Rank to surpass."""
        return Done(self.feat, self.number, "").rank


class _Added(NamedTuple):
    """The results in the totals, by number, with the numbers and keys of their games."""

    results: dict[int, tuple[int, str]]
    totals: Totals


_cache: WeakKeyDictionary[Journal, _Added] = WeakKeyDictionary()


def number_behind(journal: Journal) -> int:
    """Return how many finished games are not added up yet. Raises JournalError."""
    return len(_counting(journal)) - len(_added(journal).results)


def _counting(journal: Journal) -> dict[int, tuple[int, str]]:
    found = journal.read(lambda file: file.execute(_COUNTING).fetchall())
    return {number: (game, key) for number, game, key in found}


def _added(journal: Journal) -> _Added:
    """Return what is added up; starts over if a game no longer counts, or was replaced."""
    added = _cache.get(journal)
    if added is None or not added.results.items() <= _counting(journal).items():
        added = _cache[journal] = _Added({}, Totals())
    return added


def catch_up(journal: Journal) -> Generator[None, None, Totals]:
    """Add up all games that count, in short steps; returns the totals. Raises JournalError."""
    counting, added = _counting(journal), _added(journal)
    new = [number for number in counting if number not in added.results]
    for first in range(0, len(new), _GAMES_AT_ONCE):
        for number in new[first : first + _GAMES_AT_ONCE]:
            figures = _decoded(journal.read(partial(_result, number)))
            if figures is not None:
                added.totals.add(counting[number][0], figures)
            added.results[number] = counting[number]
        yield
    return added.totals


def _result(number: int, file: sqlite3.Connection) -> str:
    return str(file.execute(_RESULT, (number,)).fetchone()[0])


def _decoded(result: str) -> GameFigures | None:
    """Return the figures of a game; None if they are corrupt, until the file is repaired."""
    try:
        figures = _figures.decode(result)
    except msgspec.MsgspecError:
        return None
    whole = all(len(player.faces) == len(FACES) for player in figures.players)
    return figures if figures.players and whole else None


def _totals(journal: Journal) -> Totals:
    """Return the totals; if many games are missing, those of the others."""
    if number_behind(journal) > _MOST_AWAITED:
        return _added(journal).totals
    adding = catch_up(journal)
    while True:
        try:
            next(adding)
        except StopIteration as done:
            totals: Totals = done.value
            return totals


def sums_by_name(journal: Journal) -> dict[str, Sums]:
    """Return the sums of all names, and of all players together (`HOUSE`). Raises JournalError."""
    return _totals(journal).sums()


def last_points(journal: Journal, names: Collection[str], most: int) -> tuple[int, ...]:
    """Return the points of these names in their last games, oldest first, at most 100.

    Games are in the order in which they began; those of the `HOUSE` are the highest of each game.
    Raises JournalError.
    """
    return _totals(journal).last_points(names, most)


def records(journal: Journal, excluding: int | None = None) -> tuple[HeldRecord, ...]:
    """Return the house records in the order of `Feat`; `excluding` is a game to leave out.

    Of equal ones the first counts. Raises JournalError.
    """
    totals = _totals(journal)
    found = ((feat, totals.best(feat, excluding)) for feat in Feat)
    return tuple(
        HeldRecord(feat, best.number, best.names, best.game, journal.head(best.game).started)
        for feat, best in found
        if best is not None
    )


def games_of_year(journal: Journal, year: int) -> tuple[GameFigures, ...]:
    """Return the figures of the games that count and began in that year, oldest first.

    Raises JournalError.
    """
    years = (f"{year - 1:04}", f"{year + 1:04}")

    def found(file: sqlite3.Connection) -> Iterator[tuple[datetime, int, GameFigures]]:
        for result, started, game in file.execute(_OF_YEAR, years):
            figures, began = _decoded(result), begun(started)
            if figures is not None and began is not None and began.year == year:
                yield began, game, figures

    games = journal.read(lambda file: sorted(found(file), key=lambda one: one[:2]))
    return tuple(figures for _began, _game, figures in games)


def fallen(journal: Journal, game: GameFigures, number: int | None) -> tuple[Done, ...]:
    """Return the house records that a game breaks; `number` is its own, if it is saved.

    None in the first games, or before all others are added up. Raises JournalError.
    """
    totals = _totals(journal)
    if number_behind(journal) or len(totals.games - {number}) < _FIRST_GAMES:
        return ()
    best = {feat: totals.best(feat, excluding=number) for feat in Feat}
    return tuple(
        done
        for done in feats_of(game)
        if (held := best[done.feat]) is None or done.rank > held.rank
    )
