"""Figures of many games as sums that can be added and taken away, and what the sums tell.

Pure functions. The sums of a person's spellings added up are the person's; what is summed up of
a game can be taken away again, so that nobody ever has to go through all games.
"""

from collections import Counter
from collections.abc import Mapping
from math import sqrt
from typing import Any

import msgspec

from companion.fairness import chance_of_so_uneven
from companion.memory.statistics.figures import GameFigures, PlayerFigures
from companion.pieces import FACES, Face
from companion.state import PointSource

WHOLE = 12
"""A victory in parts that two, three or four can share; so is the chance of one."""
_NO_FACES = (0,) * len(FACES)
_NO_POINTS = (0,) * len(PointSource)


class Sums(msgspec.Struct, frozen=True, omit_defaults=True):
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
    sources: tuple[int, ...] = _NO_POINTS
    faces: tuple[int, ...] = _NO_FACES
    scores: dict[int, int] = {}

    def __add__(self, other: "Sums") -> "Sums":
        """Both together."""
        return self._combined(other, 1)

    def __sub__(self, other: "Sums") -> "Sums":
        """Without what was added before."""
        return self._combined(other, -1)

    def _combined(self, other: "Sums", times: int) -> "Sums":
        pairs = zip(msgspec.structs.astuple(self), msgspec.structs.astuple(other), strict=True)
        return Sums(*(_combined(one, another, times) for one, another in pairs))


def _combined(one: Any, other: Any, times: int) -> Any:
    if isinstance(one, tuple):
        return tuple(a + times * b for a, b in zip(one, other, strict=True))
    if isinstance(one, dict):
        numbers = {key: one.get(key, 0) + times * other.get(key, 0) for key in one | other}
        return {key: number for key, number in sorted(numbers.items()) if number}
    return one + times * other


NOTHING = Sums()

HOUSE = ""
"""Stands for all players together where sums are kept by name: nobody's name is empty."""


def names_of_one(game: GameFigures) -> tuple[str, ...]:
    """The names that one player alone has; of a name that two have nobody knows whose is what."""
    names = Counter(player.name for player in game.players)
    return tuple(name for name, players in names.items() if players == 1)


def sums_of(game: GameFigures) -> dict[str, Sums]:
    """What a game adds to the sums of each name that plays in it, and to those of the `HOUSE`.

    Where two have one name it adds to neither's.
    """
    once = Sums(
        games=1,
        turns=game.turns,
        timed=0 if game.minutes is None else 1,
        minutes=game.minutes or 0,
    )
    result = dict.fromkeys([HOUSE, *names_of_one(game)], once)
    for player in game.players:
        own = _own(player, WHOLE // len(game.players))
        result[HOUSE] += own
        if player.name in result:
            result[player.name] += own
    return result


def _own(player: PlayerFigures, chance: int) -> Sums:
    wins = WHOLE // player.victors if player.victors else 0
    return Sums(
        played=1,
        wins=wins,
        chances=chance,
        first=int(player.first),
        first_wins=wins if player.first else 0,
        first_chances=chance if player.first else 0,
        first_points=player.points if player.first else 0,
        huts=player.huts,
        temples=player.temples,
        runes=player.runes,
        offered=player.offered,
        refused=player.refused,
        sources=tuple(getattr(player.sources, source.value) for source in PointSource),
        faces=player.faces,
        scores={player.points: 1},
    )


class Points(msgspec.Struct, frozen=True):
    """Points a game: `spread` is their standard deviation; `sources` where they came from."""

    games: int
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


class Die(msgspec.Struct, frozen=True):
    """How often each face was rolled in so many games, and what chance expects of each.

    `chance_of_so_uneven` is how likely a fair die is at least so uneven, 0 to 1.
    """

    games: int
    rolls: int
    faces: dict[Face, int]
    expected: float
    chance_of_so_uneven: float


class Statistics(msgspec.Struct, frozen=True):
    """What so many games tell of a person, or of all players.

    `played` is how often somebody played: for a person once a game. Of the `wins` a shared one
    counts as its share; `wins_by_chance` would be won if all players of a game were equal. What
    follows is a game's average: of each player what is theirs, of the game its turns.
    """

    games: int
    played: int
    wins: float
    wins_by_chance: float
    points: Points
    huts: float
    temples: float
    runes: float
    offerings_made: float
    offerings_refused: float
    turns: float
    minutes: Minutes | None
    first_player: FirstPlayer | None
    die: Die


def statistics(sums: Sums) -> Statistics | None:
    """What the sums tell; None where there is no game."""
    played = sums.played
    if not played:
        return None
    return Statistics(
        games=sums.games,
        played=played,
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
        die=_die(sums),
    )


def _points(sums: Sums) -> Points:
    played, scores = sums.played, sums.scores
    total = _total(scores)
    # Of whole numbers until here: what is added and taken away leaves no dust behind.
    squares = played * sum(points**2 * times for points, times in scores.items()) - total**2
    return Points(
        games=sums.games,
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


def _die(sums: Sums) -> Die:
    rolls = sum(sums.faces)
    return Die(
        games=sums.games,
        rolls=rolls,
        faces=dict(zip(FACES, sums.faces, strict=True)),
        expected=rolls / len(FACES),
        chance_of_so_uneven=chance_of_so_uneven(sums.faces),
    )
