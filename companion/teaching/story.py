"""The story of a finished game: the source of the decisive points, the lead, and the best ritual.

Pure functions of the events.
"""

from collections.abc import Iterable, Sequence
from enum import StrEnum
from itertools import takewhile
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from companion import events as ev
from companion.content import sentence_factory
from companion.evolution import evolve
from companion.pieces import Color
from companion.sentence import Sentence
from companion.state import Finale, GameState, Player, PointSource
from companion.teaching.payoff import signed_points
from companion.telling import winners_sentence

MOST_SENTENCES = 3
_say = sentence_factory("story")

_OF_ONE_KIND: tuple[tuple[PointSource, ...], ...] = (
    (PointSource.RUNES, PointSource.INTERIM_RUNES),
    (PointSource.OFFERINGS, PointSource.FINAL_OFFERINGS),
    (PointSource.TEMPLES,),
    (PointSource.BONUS,),
    (PointSource.CORRECTIONS,),
)
"""Groups of point sources; the sources in a group are compared by their sum."""


class DecidingSource(msgspec.Struct, frozen=True):
    """The source of points in which the winner had the largest lead over the runner-up.

    If some sources were compared as a group, `source` is the first source of the group. `number` is
    the lead, 1 or more.
    """

    winner: Color
    other: Color
    source: PointSource
    number: int


class GamePart(StrEnum):
    """Parts of a game; the story compares who was leading at the end of each part."""

    TURN = "turn"
    CIRCUIT = "circuit"
    SCORING = "scoring"


class Lead(msgspec.Struct, frozen=True):
    """The part of the game after which the winner stayed in the lead.

    The part is a turn, the final circuit or the final scoring. `turn` counts from 1; for the final
    circuit and the final scoring it is the number of the last turn.
    """

    winner: Color
    stage: GamePart
    turn: int


class Ritual(msgspec.Struct, frozen=True):
    """The ritual in which all players together scored the most points.

    If several rituals scored the same, it is the first. `points` has each player who was asked, in
    seating order; `turn` counts from 1.
    """

    turn: int
    points: tuple[tuple[Color, int], ...]

    @property
    def total(self) -> int:
        return sum(points for _color, points in self.points)


class Story(msgspec.Struct, frozen=True):
    """The facts that make up the story of a finished game.

    `decided` and `lead` are None if several players have the most points.
    """

    winners: tuple[Color, ...]
    points: int
    decided: DecidingSource | None
    lead: Lead | None
    ritual: Ritual | None


def story_of(beginning: GameState, happened: Iterable[ev.Event]) -> Story | None:
    """Return the story of a game from its first state and its events, or None.

    The story is None if the game is unfinished.
    """
    state = beginning
    stages: list[_After] = []
    rituals: list[Ritual] = []
    for event in happened:
        stage = _ends(state, event, stages)
        if stage is not None:
            stages.append(_After(stage, state.turn, _points(state)))
        match event:
            case ev.RitualStarted() if state.finale is not Finale.CIRCUIT:
                rituals.append(Ritual(state.turn, ()))
            case ev.PointsScored(color, points, _, PointSource.OFFERINGS) if rituals:
                rituals[-1] = _with_points(rituals[-1], state, color, points)
            case _:
                pass
        state = evolve(state, event)
    if state.winners is None:
        return None
    return Story(
        winners=state.winners,
        points=max(player.points for player in state.players),
        decided=_decided(state),
        lead=_lead([*stages, _After(GamePart.SCORING, state.turn, _points(state))]),
        ritual=max(rituals, key=lambda one: one.total, default=None),
    )


def _points(state: GameState) -> tuple[tuple[Color, int], ...]:
    return tuple((player.color, player.points) for player in state.players)


class _After(NamedTuple):
    """The points of all players at the end of a part of the game."""

    stage: GamePart
    turn: int
    points: tuple[tuple[Color, int], ...]

    @property
    def leader(self) -> Color | None:
        """The only player with the most points; None if several players have the most."""
        most = max(points for _color, points in self.points)
        leaders = [color for color, points in self.points if points == most]
        return leaders[0] if len(leaders) == 1 else None


def _ends(state: GameState, event: ev.Event, stages: Sequence[_After]) -> GamePart | None:
    """Return the part of the game that ends just before `event`, or None if no part ends there.

    `stages` are the parts that have ended before.
    """
    match event:
        case ev.TurnStarted() | ev.FinaleBegun(Finale.CIRCUIT, _) if state.turn:
            return GamePart.TURN
        case ev.TempleScored() | ev.GameEnded():
            pass
        case ev.PointsScored(_, _, _, PointSource.RUNES):
            pass
        case _:
            return None
    return None if stages and stages[-1].stage is GamePart.CIRCUIT else GamePart.CIRCUIT


def _with_points(ritual: Ritual, state: GameState, color: Color, points: int) -> Ritual:
    scored = dict(ritual.points)
    scored[color] = scored.get(color, 0) + points
    ordered = tuple((one, scored[one]) for one in state.colors if one in scored)
    return replace(ritual, points=ordered)


def _decided(state: GameState) -> DecidingSource | None:
    best, *others = sorted(state.players, key=lambda player: -player.points)
    if best.points == others[0].points:
        return None
    other = others[0]
    source, number = max(
        ((kind[0], _from(best, kind) - _from(other, kind)) for kind in _OF_ONE_KIND),
        key=lambda found: found[1],
    )
    return DecidingSource(best.color, other.color, source, number)


def _from(player: Player, kind: tuple[PointSource, ...]) -> int:
    """Return the sum of a player's points from a group of sources."""
    return sum(getattr(player.breakdown, source.value) for source in kind)


def _lead(stages: Sequence[_After]) -> Lead | None:
    """Return the part of the game after which the winner stayed in the lead.

    None if several players have the most points at the end.
    """
    winner = stages[-1].leader
    if winner is None:
        return None
    led = list(takewhile(lambda one: one.leader == winner, reversed(stages)))
    return Lead(winner, led[-1].stage, led[-1].turn)


# In words


def story_sentences(story: Story, record: Sentence | None = None) -> tuple[Sentence, ...]:
    """Return the story of a game in one to three sentences.

    `record` is a sentence about a broken record; it goes before the sentence about the best ritual.
    The ritual is mentioned only if it scored any points.
    """
    told = [_victory(story.winners, story.points, story.decided)]
    if story.lead is not None:
        facts = {"player": story.lead.winner, "turn": story.lead.turn}
        told.append(_say("lead", story.lead.stage.value, facts))
    if record is not None:
        told.append(record)
    if story.ritual is not None and story.ritual.total > 0:
        told.append(_ritual(story.ritual))
    return tuple(told[:MOST_SENTENCES])


def victory(end: GameState) -> Sentence:
    """Return a sentence with the winners and the points that decided the game.

    Raises ValueError before the end of the game.
    """
    if end.winners is None:
        raise ValueError("nobody has won yet")
    return _victory(end.winners, max(one.points for one in end.players), _decided(end))


def _victory(winners: tuple[Color, ...], points: int, decided: DecidingSource | None) -> Sentence:
    if decided is None:
        level = {"number": points, "winners": winners_sentence(winners)}
        return _say("victory", "level", level)
    facts = {"player": decided.winner, "other": decided.other, "number": decided.number}
    return _say("victory", decided.source.value, facts)


def _ritual(ritual: Ritual) -> Sentence:
    scored = tuple(
        _say("ritual", "share", {"player": color, "points": signed_points(points)})
        for color, points in ritual.points
    )
    return _say("ritual", "text", {"turn": ritual.turn, "scored": scored})
