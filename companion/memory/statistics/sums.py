"""What the figures of many games add up to, and what the sums tell.

Pure functions. The sums of a person's spellings added up are the person's.
"""

from bisect import insort
from collections import Counter, defaultdict
from collections.abc import Collection
from math import sqrt
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


class Sums(Counter[object]):
    """The figures of some games added up, of one name or of all players.

    Keys are the names of sums, sources of points, faces of the die, and points: how often those
    were reached. `played`: how often somebody played, for one name once a game. `wins` and
    `chances`, what would be won if all players of a game were equal, are in parts of `WHOLE`;
    those of `first` are of starting players alone. `timed` is how many games the `minutes` are of.
    """

    def __add__(self, other: Counter[object]) -> "Sums":  # type: ignore[override]
        """Return both together; a `Counter` would leave out what is below 0."""
        sums = Sums(self)
        sums.update(other)
        return sums

    @property
    def scores(self) -> dict[int, int]:
        """How often which points were reached."""
        return {key: times for key, times in self.items() if isinstance(key, int)}


NOTHING = Sums()


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
        self._sums: defaultdict[str, Sums] = defaultdict(Sums)
        self._last: dict[str, list[tuple[int, int, int]]] = {}
        self._best: dict[Feat, list[Best]] = {}

    def add(self, game: int, figures: GameFigures) -> None:
        """Add the figures of the game of that number."""
        self.games.add(game)
        keys = Counter(name_key(player.name) for player in figures.players)
        own = {player.name for player in figures.players if keys[name_key(player.name)] == 1}
        once = {"games": 1, "turns": figures.turns}
        if figures.minutes is not None:
            once |= {"timed": 1, "minutes": figures.minutes}
        for name in (HOUSE, *own):
            self._sums[name].update(once)
        for seat, player in enumerate(figures.players):
            part = _sums_of(player, WHOLE // len(figures.players))
            self._sums[HOUSE].update(part)
            if player.name in own:
                self._sums[player.name].update(part)
                self._add_points(player.name, game, seat, player.points)
        self._add_points(HOUSE, game, 0, max(player.points for player in figures.players))
        self._add_feats(game, figures)

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
        return dict(self._sums)

    def last_points(self, names: Collection[str], most: int) -> tuple[int, ...]:
        """The points of these names in their last games, in the order of the games."""
        found = sorted(one for name in names for one in self._last.get(name, ()))
        return tuple(points for _game, _seat, points in found[-most:])

    def best(self, feat: Feat, excluding: int | None = None) -> Best | None:
        """Who holds a record, where `excluding` is left out; the first of those who reached it."""
        return next((one for one in self._best.get(feat, ()) if one.game != excluding), None)


def _sums_of(player: PlayerFigures, chance: int) -> dict[object, int]:
    wins = WHOLE // player.victors if player.victors else 0
    first: dict[object, int] = {
        "first": 1,
        "first_wins": wins,
        "first_chances": chance,
        "first_points": player.points,
    }
    return {
        "played": 1,
        "wins": wins,
        "chances": chance,
        "huts_built": player.huts,
        "temples_built": player.temples,
        "runes_held": player.runes,
        "offered": player.offered,
        "refused": player.refused,
        player.points: 1,
        **(first if player.first else {}),
        **{source: getattr(player.sources, source.value) for source in PointSource},
        **dict(zip(FACES, player.faces, strict=True)),
    }


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
    """What so many games tell of a person, or of all players.

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
    played = sums["played"]
    if not played:
        return None
    minutes = Minutes(sums["timed"], sums["minutes"] / sums["timed"]) if sums["timed"] else None
    return Statistics(
        games=sums["games"],
        wins=sums["wins"] / WHOLE,
        wins_by_chance=sums["chances"] / WHOLE,
        points=_points(sums),
        huts=sums["huts_built"] / played,
        temples=sums["temples_built"] / played,
        runes=sums["runes_held"] / played,
        offerings_made=sums["offered"] / played,
        offerings_refused=sums["refused"] / played,
        turns=sums["turns"] / sums["games"],
        minutes=minutes,
        first_player=_first_player(sums) if sums["first"] else None,
        faces={face: sums[face] for face in FACES},
    )


def _points(sums: Sums) -> PointsFigures:
    played, scores = sums["played"], sums.scores
    total = _total(sums)
    # Of whole numbers until here: sums of fractions would leave dust behind.
    squares = played * sum(points**2 * times for points, times in scores.items()) - total**2
    return PointsFigures(
        average=total / played,
        best=max(scores),
        lowest=min(scores),
        spread=sqrt(squares) / played,
        sources={source: sums[source] / played for source in PointSource},
    )


def _total(sums: Sums) -> int:
    return sum(points * times for points, times in sums.scores.items())


def _first_player(sums: Sums) -> FirstPlayer:
    first, points = sums["first"], sums["first_points"]
    others = sums["played"] - first
    return FirstPlayer(
        games=first,
        wins=sums["first_wins"] / WHOLE,
        wins_by_chance=sums["first_chances"] / WHOLE,
        average=points / first,
        average_otherwise=(_total(sums) - points) / others if others else None,
    )
