"""What the figures of many games add up to, and what the sums tell.

Pure functions. The sums of a person's spellings added up are the person's.
"""

from bisect import insort
from collections import Counter
from collections.abc import Collection, Mapping
from math import sqrt
from operator import add
from typing import NamedTuple

import msgspec

from companion.memory.names import name_key
from companion.memory.statistics.figures import Feat, GameFigures, PlayerFigures, feats_of
from companion.pieces import FACES, Face
from companion.state import PointSource

WHOLE = 12
"""A victory in parts that two, three or four can share; so is the chance of one."""
HOUSE = ""
"""Stands for all players together where sums are kept by name: nobody's name is empty."""
MOST_LAST = 100
"""So many of a name's last games are known by their points."""
_BEST = 2
"""So many games are known that hold a record: one of them may be left out."""


class Sums(msgspec.Struct, frozen=True):
    """The figures of some games added up, of one name or of all players.

    `played`: how often somebody played, for one name once a game. `wins` and
    `chances`, what would be won if all players of a game were equal, are in parts of `WHOLE`;
    those of `first` are of starting players alone. `timed` is how many games the `minutes` are
    of. `scores` tells how often which points were reached, `sources` where all points came from,
    in the order of `PointSource`.
    """

    games: int = 0
    played: int = 0
    wins: int = 0
    chances: int = 0
    first: int = 0
    first_wins: int = 0
    first_chances: int = 0
    first_points: int = 0
    huts: int = 0
    temples: int = 0
    runes: int = 0
    offered: int = 0
    refused: int = 0
    turns: int = 0
    timed: int = 0
    minutes: int = 0
    sources: tuple[int, ...] = (0,) * len(PointSource)
    faces: tuple[int, ...] = (0,) * len(FACES)
    scores: dict[int, int] = {}

    def __add__(self, other: "Sums") -> "Sums":
        """Both together."""
        sums = _Adder()
        for one in (self, other):
            sums.add([*msgspec.structs.astuple(one)[:_NUMBERS], *one.sources, *one.faces])
            for points, times in one.scores.items():
                sums.scores[points] = sums.scores.get(points, 0) + times
        return sums.sums()


NOTHING = Sums()
_NUMBERS = Sums.__struct_fields__.index("sources")
_AFTER_SOURCES = _NUMBERS + len(PointSource)


class _Adder:
    """Adds sums up: `numbers` are those of `Sums`, one after the other."""

    def __init__(self) -> None:
        self.numbers = [0] * (_AFTER_SOURCES + len(FACES))
        self.scores: dict[int, int] = {}

    def add(self, more: list[int]) -> None:
        """Add the numbers of other sums."""
        self.numbers = [*map(add, self.numbers, more)]

    def sums(self) -> Sums:
        """What they add up to."""
        numbers = self.numbers
        return Sums(
            **dict(zip(Sums.__struct_fields__, numbers[:_NUMBERS], strict=False)),
            sources=tuple(numbers[_NUMBERS:_AFTER_SOURCES]),
            faces=tuple(numbers[_AFTER_SOURCES:]),
            scores=dict(sorted(self.scores.items())),
        )


class Best(NamedTuple):
    """The most that was reached of a feat: by these, in that game; `rank` is what decides."""

    rank: int
    game: int
    number: int
    names: tuple[str, ...]


class Totals:
    """What games add up to that are added one by one; `games` are their numbers.

    Of a name that two players of a game have nobody knows whose is what: it adds to neither's sums
    and last points.
    """

    def __init__(self) -> None:
        self.games: set[int] = set()
        self._adders: dict[str, _Adder] = {}
        self._last: dict[str, list[tuple[int, int, int]]] = {}
        self._best: dict[Feat, list[Best]] = {}

    def add(self, game: int, figures: GameFigures) -> None:
        """Add the figures of the game of that number."""
        self.games.add(game)
        keys = Counter(name_key(player.name) for player in figures.players)
        own = {player.name for player in figures.players if keys[name_key(player.name)] == 1}
        once = [0] * (_AFTER_SOURCES + len(FACES))
        once[_GAMES], once[_TURNS] = 1, figures.turns
        if figures.minutes is not None:
            once[_TIMED], once[_MINUTES] = 1, figures.minutes
        for name in (HOUSE, *own):
            self._adder(name).add(once)
        for seat, player in enumerate(figures.players):
            numbers = _numbers_of(player, WHOLE // len(figures.players))
            for name in (HOUSE, player.name) if player.name in own else (HOUSE,):
                adder = self._adder(name)
                adder.add(numbers)
                adder.scores[player.points] = adder.scores.get(player.points, 0) + 1
            if player.name in own:
                self._add_points(player.name, game, seat, player.points)
        self._add_points(HOUSE, game, 0, max(player.points for player in figures.players))
        self._add_feats(game, figures)

    def _adder(self, name: str) -> _Adder:
        found = self._adders.get(name)
        if found is None:
            found = self._adders[name] = _Adder()
        return found

    def _add_points(self, name: str, game: int, seat: int, points: int) -> None:
        last = self._last.setdefault(name, [])
        insort(last, (game, seat, points))
        del last[:-MOST_LAST]

    def _add_feats(self, game: int, figures: GameFigures) -> None:
        best: dict[Feat, Best] = {}
        for done in feats_of(figures):
            former = best.get(done.feat)
            names = (*former.names, done.name) if former else (done.name,)
            best[done.feat] = Best(done.rank, game, done.number, tuple(sorted(names)))
        for feat, one in best.items():
            kept = self._best.setdefault(feat, [])
            kept.append(one)
            kept.sort(key=lambda held: (-held.rank, held.game))
            del kept[_BEST:]

    def sums(self) -> dict[str, Sums]:
        """The sums of each name, and of the `HOUSE`."""
        return {name: adder.sums() for name, adder in self._adders.items()}

    def last_points(self, names: Collection[str], most: int) -> tuple[int, ...]:
        """The points of these names in their last games, in the order of the games."""
        found = sorted(one for name in names for one in self._last.get(name, ()))
        return tuple(points for _game, _seat, points in found[-most:])

    def best(self, feat: Feat, excluding: int | None = None) -> Best | None:
        """Who holds a record, where `excluding` is left out; the first of those who reached it."""
        return next((one for one in self._best.get(feat, ()) if one.game != excluding), None)


_GAMES, _TURNS, _TIMED, _MINUTES = map(
    Sums.__struct_fields__.index, ("games", "turns", "timed", "minutes")
)


def _numbers_of(player: PlayerFigures, chance: int) -> list[int]:
    """What somebody's part in a game adds to sums, in the order of the fields of `Sums`."""
    wins = WHOLE // player.victors if player.victors else 0
    first = (1, wins, chance, player.points) if player.first else (0, 0, 0, 0)
    return [
        0,
        1,
        wins,
        chance,
        *first,
        player.huts,
        player.temples,
        player.runes,
        player.offered,
        player.refused,
        0,
        0,
        0,
        *(getattr(player.sources, source.value) for source in PointSource),
        *player.faces,
    ]


class PointsFigures(msgspec.Struct, frozen=True):
    """Points a game: `spread` is their standard deviation; `sources` where they came from."""

    average: float
    best: int
    lowest: int
    spread: float
    sources: dict[PointSource, float]


class Minutes(msgspec.Struct, frozen=True):
    """The minutes that a game really took, over so many games of which that is known."""

    games: int
    average: float


class FirstPlayer(msgspec.Struct, frozen=True):
    """What it is worth to begin, over so many games as the starting player.

    `wins` of them were won, of equal players `wins_by_chance` would be. `average` are the points
    a game, `average_otherwise` those of whoever did not begin, None where there is nobody.
    """

    games: int
    wins: float
    wins_by_chance: float
    average: float
    average_otherwise: float | None


class Statistics(msgspec.Struct, frozen=True):
    """Figures of a person, or of all players.

    Of the `wins` a shared one counts as its share; `wins_by_chance` would be won if all players of
    a game were equal. `faces` are the rolls of the die. The other numbers are averages of a game.
    """

    games: int
    wins: float
    wins_by_chance: float
    points: PointsFigures
    huts: float
    temples: float
    runes: float
    offerings_made: float
    offerings_refused: float
    turns: float
    minutes: Minutes | None
    first_player: FirstPlayer | None
    faces: dict[Face, int]


def statistics(sums: Sums) -> Statistics | None:
    """What the sums tell; None where there is no game."""
    played = sums.played
    if not played:
        return None
    return Statistics(
        games=sums.games,
        wins=sums.wins / WHOLE,
        wins_by_chance=sums.chances / WHOLE,
        points=_points(sums),
        huts=sums.huts / played,
        temples=sums.temples / played,
        runes=sums.runes / played,
        offerings_made=sums.offered / played,
        offerings_refused=sums.refused / played,
        turns=sums.turns / sums.games,
        minutes=Minutes(sums.timed, sums.minutes / sums.timed) if sums.timed else None,
        first_player=_first_player(sums) if sums.first else None,
        faces=dict(zip(FACES, sums.faces, strict=True)),
    )


def _points(sums: Sums) -> PointsFigures:
    played, scores = sums.played, sums.scores
    total = _total(scores)
    # Of whole numbers until here: sums of fractions would leave dust behind.
    squares = played * sum(points**2 * times for points, times in scores.items()) - total**2
    return PointsFigures(
        average=total / played,
        best=max(scores),
        lowest=min(scores),
        spread=sqrt(squares) / played,
        sources={
            source: points / played
            for source, points in zip(PointSource, sums.sources, strict=True)
        },
    )


def _total(scores: Mapping[int, int]) -> int:
    return sum(points * times for points, times in scores.items())


def _first_player(sums: Sums) -> FirstPlayer:
    others = sums.played - sums.first
    return FirstPlayer(
        games=sums.first,
        wins=sums.first_wins / WHOLE,
        wins_by_chance=sums.first_chances / WHOLE,
        average=sums.first_points / sums.first,
        average_otherwise=(_total(sums.scores) - sums.first_points) / others if others else None,
    )
