"""Statistics and house records of all finished games."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from math import sqrt
from operator import attrgetter
from statistics import fmean
from typing import Any, NamedTuple, TypeVar
from weakref import WeakKeyDictionary

import msgspec
from msgspec.structs import astuple

from companion.memory.clock import begun
from companion.memory.journal import ARCHIVED, Journal
from companion.memory.names import name_key
from companion.memory.people import People, Person
from companion.memory.played_game import MOST_NUMBER
from companion.memory.statistics.figures import Done, Feat, GameFigures, PlayerFigures, feats_of
from companion.pieces import FACES, Face
from companion.state import PointSource

HOUSE = ""
"""Key for all players together."""
LAST_GAMES = 40
"""Maximum number of a player's latest games in `PointsFigures.last`."""
WHOLE = 12
"""Denominator of shared victories, so that halves, thirds and quarters add up exactly."""
_FIRST_GAMES = 5
"""Number of games before records are announced, since each of the first would set one."""
Name = TypeVar("Name", bound=str)


class PointsFigures(msgspec.Struct, frozen=True):
    """Points per game.

    `spread` is the standard deviation; `last` are the points of the latest games, oldest first.
    """

    average: float
    best: int
    lowest: int
    spread: float
    sources: dict[PointSource, float]
    last: tuple[int, ...] = ()


class Minutes(msgspec.Struct, frozen=True):
    """Average playing time in minutes, of the `games` for which it is known."""

    games: int
    average: float


class FirstPlayer(msgspec.Struct, frozen=True):
    """Results of the starting players.

    `average` are their points per game, `average_otherwise` those of players who did not start.
    """

    games: int
    wins: float
    wins_by_chance: float
    average: float
    average_otherwise: float | None


class Statistics(msgspec.Struct, frozen=True):
    """Statistics of a person, or of all players together.

    Shared wins count as fractions; `wins_by_chance` is what equal players would win. `faces` counts
    rolls; `huts` to `turns` are averages per game.
    """

    games: int
    wins: float
    wins_by_chance: float
    points: PointsFigures
    huts: float
    temples: float
    runes: float
    offered: float
    refused: float
    turns: float
    minutes: Minutes | None
    first_player: FirstPlayer | None
    faces: dict[Face, int]


class Standing(NamedTuple):
    """A person with their statistics; no person for all players together."""

    person: Person | None
    told: Statistics


class HeldRecord(NamedTuple):
    """A house record, by all players who shared it in the first game that set it.

    `game` is the game's number, `started` its start time.
    """

    feat: Feat
    number: int
    names: tuple[str, ...]
    game: int
    started: str

    @property
    def rank(self) -> int:
        """Rank that an achievement must exceed to break the record."""
        return Done(self.feat, self.number, "").rank


_AVERAGES = ("huts", "temples", "runes", "offered", "refused")
_GAMES = f"""
    {ARCHIVED} SELECT game, started, result FROM results JOIN games ON id = game
    WHERE number IN (SELECT max(number) FROM results GROUP BY game)
        AND result IS NOT NULL AND game NOT IN archived
    ORDER BY game
"""
_VERSION = """
    SELECT * FROM (SELECT max(number), crc FROM results), (SELECT max(number) FROM archive),
        (SELECT max(number) FROM spellings), (SELECT max(place) FROM sessions),
        (SELECT max(id), key FROM games)
"""
_figures = msgspec.json.Decoder(GameFigures)
_cache: WeakKeyDictionary[Journal, tuple[Any, Mapping[str, Standing]]] = WeakKeyDictionary()


def standings(journal: Journal) -> Mapping[str, Standing]:
    """Return the statistics of all people by id, and of all players as `HOUSE`.

    They are cached until results, archive or names change. Raises JournalError.
    """
    version = journal.read(lambda file: file.execute(_VERSION).fetchone())
    former, found = _cache.get(journal, (None, {}))
    if version != former:
        people = People.of(journal)
        games = [one.figures for one in _finished_games(journal)]
        told = statistics_of(games, lambda name: people.person_of(name).id)
        found = {key: Standing(people.with_id(key), one) for key, one in told.items()}
        _cache[journal] = version, found
    return found


class _Part(NamedTuple):
    """The players in a game who count: one person, or all players."""

    game: GameFigures
    players: Sequence[PlayerFigures]


def statistics_of(
    games: Iterable[GameFigures], person: Callable[[str], str]
) -> dict[str, Statistics]:
    """Return the statistics of games, oldest first, by `person(name)`, and of all as `HOUSE`.

    Two players with one name count for the house only.
    """
    parts: dict[str, list[_Part]] = {}
    for game in games:
        parts.setdefault(HOUSE, []).append(_Part(game, game.players))
        keys = [name_key(player.name) for player in game.players]
        for player, key in zip(game.players, keys, strict=True):
            if keys.count(key) == 1:
                parts.setdefault(person(player.name), []).append(_Part(game, (player,)))
    return {whose: _statistics(part) for whose, part in parts.items()}


def _statistics(parts: Sequence[_Part]) -> Statistics:
    players = [player for part in parts for player in part.players]
    points = [player.points for player in players]
    minutes = [part.game.minutes for part in parts if part.game.minutes is not None]
    faces = zip(*(player.faces for player in players), strict=True)
    last = [max(player.points for player in part.players) for part in parts[-LAST_GAMES:]]
    return Statistics(
        games=len(parts),
        wins=_wins(players),
        wins_by_chance=_wins_by_chance(parts),
        points=PointsFigures(
            average=fmean(points),
            best=max(points),
            lowest=min(points),
            spread=_spread(points),
            sources=_averages([player.sources for player in players], PointSource),
            last=tuple(last),
        ),
        turns=fmean(part.game.turns for part in parts),
        minutes=Minutes(len(minutes), fmean(minutes)) if minutes else None,
        first_player=_first_player(parts),
        faces=dict(zip(FACES, map(sum, faces), strict=True)),
        **_averages(players, _AVERAGES),
    )


def _averages(figures: Sequence[object], names: Iterable[Name]) -> dict[Name, float]:
    return {name: fmean(map(attrgetter(name), figures)) for name in names}


def _spread(points: Sequence[int]) -> float:
    squares = sum(number * number for number in points)
    return sqrt(len(points) * squares - sum(points) ** 2) / len(points)


def _wins(players: Iterable[PlayerFigures]) -> float:
    return sum(WHOLE // player.victors for player in players if player.victors) / WHOLE


def _wins_by_chance(parts: Iterable[_Part]) -> float:
    return sum(WHOLE // len(part.game.players) * len(part.players) for part in parts) / WHOLE


def _first_player(parts: Sequence[_Part]) -> FirstPlayer | None:
    starts = [_Part(part.game, [one]) for part in parts for one in part.players if one.first]
    others = [one.points for part in parts for one in part.players if not one.first]
    if not starts:
        return None
    players = [part.players[0] for part in starts]
    return FirstPlayer(
        games=len(players),
        wins=_wins(players),
        wins_by_chance=_wins_by_chance(starts),
        average=fmean(player.points for player in players),
        average_otherwise=fmean(others) if others else None,
    )


class _FinishedGame(NamedTuple):
    number: int
    started: str
    figures: GameFigures


def _finished_games(journal: Journal) -> list[_FinishedGame]:
    """Return all finished games that are not archived, oldest first. Raises JournalError."""
    found = journal.read(lambda file: file.execute(_GAMES).fetchall())
    games = ((number, started, _read_figures(result)) for number, started, result in found)
    return [
        _FinishedGame(number, started, figures)
        for number, started, figures in games
        if figures is not None
    ]


def _read_figures(result: str) -> GameFigures | None:
    """Decode a stored result; None if it is corrupt."""
    try:
        game = _figures.decode(result)
    except msgspec.MsgspecError:
        return None
    numbers = (number for one in game.players for number in astuple(one.sources))
    return game if all(abs(number) <= MOST_NUMBER for number in numbers) else None


def records(journal: Journal) -> tuple[HeldRecord, ...]:
    """Return the house records in the order of `Feat`. Raises JournalError."""
    return tuple(_best(_finished_games(journal)).values())


def fallen(journal: Journal, game: GameFigures, number: int | None) -> tuple[Done, ...]:
    """Return the house records that a game breaks; `number` is its number if it is saved.

    Empty until a few games have been played. Raises JournalError.
    """
    others = [one for one in _finished_games(journal) if one.number != number]
    if len(others) < _FIRST_GAMES:
        return ()
    best = _best(others)
    return tuple(
        done for done in feats_of(game) if done.feat not in best or done.rank > best[done.feat].rank
    )


def _best(games: Iterable[_FinishedGame]) -> dict[Feat, HeldRecord]:
    """Return the record of each category, in the order of `Feat`."""
    best: dict[Feat, HeldRecord] = {}
    for number, started, figures in games:
        for done in feats_of(figures):
            held = best.get(done.feat)
            names: tuple[str, ...] = (done.name,)
            if held is not None and held.game == number and held.rank == done.rank:
                names = tuple(sorted((*held.names, done.name)))
            elif held is not None and held.rank >= done.rank:
                continue
            best[done.feat] = HeldRecord(done.feat, done.number, names, number, started)
    return {feat: best[feat] for feat in Feat if feat in best}


def games_of_year(journal: Journal, year: int) -> tuple[GameFigures, ...]:
    """Return the figures of games started in a year, oldest first. Raises JournalError."""
    found: list[tuple[datetime, int, GameFigures]] = []
    for number, started, figures in _finished_games(journal):
        began = begun(started)
        if began is not None and began.year == year:
            found.append((began, number, figures))
    return tuple(figures for _began, _number, figures in sorted(found, key=lambda one: one[:2]))
