"""What a finished game says of its players in figures, worked out from its events: pure functions.

A game is told as it counts now: what was taken back or put right later is not in it.
"""

from collections import Counter
from collections.abc import Iterator
from enum import StrEnum
from typing import NamedTuple

import msgspec

from companion.events import DieRolled, OfferingMade, TurnStarted
from companion.memory.pace import minutes_played
from companion.memory.played_game import PlayedGame
from companion.pieces import FACES, BuildingKind, Color, Give
from companion.state import Breakdown


class PlayerFigures(msgspec.Struct, frozen=True):
    """A player's part in a finished game.

    `victors`: how many share the victory that this player has, 0 without one; `first`: whether
    they were the starting player. `runes` are held at the end; `faces` tells how often they
    rolled each face, in the order of `FACES`; `turns` are their own.
    """

    name: str
    color: Color
    points: int
    victors: int
    first: bool
    sources: Breakdown
    huts: int
    temples: int
    runes: int
    offered: int
    refused: int
    turns: int
    faces: tuple[int, ...]


class GameFigures(msgspec.Struct, frozen=True):
    """A finished game: its players in seating order, and the minutes it was really played.

    `minutes` is None where nobody knows, as with a game that was taken in from a record.
    """

    players: tuple[PlayerFigures, ...]
    minutes: int | None

    @property
    def turns(self) -> int:
        """How many turns it had."""
        return sum(player.turns for player in self.players)


def result_of(game: PlayedGame) -> str | None:
    """What is kept of a game that has ended, as JSON; None before."""
    figures = figures_of(game)
    return None if figures is None else msgspec.json.encode(figures).decode()


def figures_of(game: PlayedGame) -> GameFigures | None:
    """The figures of a game; None where it has not ended."""
    state = game.state
    if state.winners is None:
        return None
    turns: Counter[object] = Counter()
    answers: Counter[object] = Counter()
    rolls: Counter[object] = Counter()
    for step in game.steps:
        for event in step.events:
            match event:
                case TurnStarted(color):
                    turns[color] += 1
                case OfferingMade(color, _field, give):
                    answers[color, give is Give.NONE] += 1
                case DieRolled(color, face):
                    rolls[color, face] += 1
                case _:
                    pass
    players = tuple(
        PlayerFigures(
            name=player.name,
            color=player.color,
            points=player.points,
            victors=len(state.winners) if player.color in state.winners else 0,
            first=seat == game.setup.first,
            sources=player.breakdown,
            huts=state.built(player.color, BuildingKind.HUT),
            temples=state.built(player.color, BuildingKind.TEMPLE),
            runes=len(state.runes_of(player.color)),
            offered=answers[player.color, False],
            refused=answers[player.color, True],
            turns=turns[player.color],
            faces=tuple(rolls[player.color, face] for face in FACES),
        )
        for seat, player in enumerate(state.players)
    )
    return GameFigures(players, minutes_played(game))


class Feat(StrEnum):
    """What the house keeps a record of; of each, more is better, but for the narrowest win."""

    MOST_POINTS = "most_points"
    CLEAREST_WIN = "clearest_win"
    NARROWEST_WIN = "narrowest_win"
    MOST_OFFERING_POINTS = "most_offering_points"
    MOST_RUNE_POINTS = "most_rune_points"
    MOST_TEMPLE_POINTS = "most_temple_points"


class Done(NamedTuple):
    """What somebody reached in a game: `number` are points, or for a win how far ahead."""

    feat: Feat
    number: int
    name: str

    @property
    def rank(self) -> int:
        """What decides between two of a kind: the higher one is the record."""
        return -self.number if self.feat is Feat.NARROWEST_WIN else self.number


def feats_of(game: GameFigures) -> Iterator[Done]:
    """The best of a game of each kind, by everybody who reached it; points of 0 are no feat.

    A shared victory is neither a clear win nor a narrow one.
    """
    sources = [player.sources for player in game.players]
    for feat, points in (
        (Feat.MOST_POINTS, [player.points for player in game.players]),
        (Feat.MOST_OFFERING_POINTS, [one.offerings + one.final_offerings for one in sources]),
        (Feat.MOST_RUNE_POINTS, [one.interim_runes + one.runes for one in sources]),
        (Feat.MOST_TEMPLE_POINTS, [one.temples for one in sources]),
    ):
        most = max(points)
        if most > 0:
            for player, number in zip(game.players, points, strict=True):
                if number == most:
                    yield Done(feat, number, player.name)
    for player in game.players:
        if player.victors == 1:
            ahead = player.points - max(
                other.points for other in game.players if other is not player
            )
            yield Done(Feat.CLEAREST_WIN, ahead, player.name)
            yield Done(Feat.NARROWEST_WIN, ahead, player.name)
