"""What happened and why: for every event its sentence, the rules behind it, and the numbers.

The one narrator: the list of what to move, "why?", the log and the playthroughs speak from it
(touchscreen, principles 3, 4 and 12). An event keeps who, what, from where, to where and how many,
so that a list of moves can draw them too.
"""

from collections.abc import Iterator, Sequence

import msgspec

from companion import events as ev
from companion.events import Event
from companion.evolution import evolve
from companion.pieces import Color
from companion.sentence import Sentence
from companion.state import GameState
from companion.telling.differences import differences
from companion.telling.ending import temple_sum
from companion.telling.questions import asked
from companion.telling.reason import Reason, merged
from companion.telling.reasons import reasons_of
from companion.telling.sentences import (
    change_sentence,
    command_sentence,
    event_sentence,
    marker_moves,
    marker_place,
    secret_change_sentence,
    winners_sentence,
)

__all__ = [
    "Reason",
    "Told",
    "asked",
    "change_sentence",
    "command_sentence",
    "differences",
    "marker_place",
    "reasons_behind",
    "secret_change_sentence",
    "temple_worth",
    "told",
    "what_to_do",
    "winners_sentence",
]

_MOVES = (
    ev.WorkerPlaced,
    ev.ChipReturned,
    ev.WorkerMoved,
    ev.ChipsPaid,
    ev.ChipsSwapped,
    ev.Built,
    ev.BonusUsed,
    ev.RuneTaken,
    ev.PointsScored,
    ev.DruidStepped,
)


class Told(msgspec.Struct, frozen=True):
    """An event as people are told it.

    `sentence` is None where it only leads to the next question; `is_move` says whether pieces move
    on the cardboard or behind a screen.
    """

    event: Event
    sentence: Sentence | None
    is_move: bool
    reasons: tuple[Reason, ...]


def told(state: GameState, happened: Sequence[Event]) -> tuple[Told, ...]:
    """All events of a decision, in order; `state` is the one before it.

    Raises ValueError for events that no decision brings in that order.
    """
    return tuple(_told(state, happened))


def _told(state: GameState, happened: Sequence[Event]) -> Iterator[Told]:
    around = (None, *happened, None)
    for previous, event, following in zip(around, happened, around[2:], strict=False):
        reasons = reasons_of(state, event, previous, following)
        yield Told(event, event_sentence(state, event), _is_move(event), reasons)
        state = evolve(state, event)


def _is_move(event: Event) -> bool:
    if isinstance(event, ev.ChipTaken):
        return event.material is not None
    if isinstance(event, ev.DruidWalked):
        return event.source != event.field
    if isinstance(event, ev.YieldEarned):
        return any(share.got for share in event.shares)
    return isinstance(event, _MOVES)


def what_to_do(state: GameState, happened: Sequence[Event]) -> tuple[Sentence, ...]:
    """What to move on the cardboard and what else to know, in the order of the table.

    Markers come last, once for each player, at the place where they end up. `state` is the one
    before.
    """
    sentences: list[Sentence] = []
    points: dict[Color, int] = {}
    totals: dict[Color, int] = {}
    for one in told(state, happened):
        if isinstance(one.event, ev.PointsScored):
            color = one.event.color
            points[color] = points.get(color, 0) + one.event.points
            totals[color] = one.event.total
        elif one.sentence is not None:
            sentences.append(one.sentence)
    markers = (marker_moves(color, points[color], total) for color, total in totals.items())
    return (*sentences, *markers)


def reasons_behind(state: GameState, happened: Sequence[Event]) -> tuple[Reason, ...]:
    """The rules behind all that happened, or would happen, each once with every sum.

    `state` is the one before. Whose decision comes next is no part of it: the question tells that.
    """
    return merged(
        reason
        for one in told(state, happened)
        if not isinstance(one.event, ev.DecisionAsked | ev.TurnStarted)
        for reason in one.reasons
    )


def temple_worth(state: GameState, field: int) -> Reason:
    """Why a temple on `field` would score so many points if the game ended now (end.temples)."""
    return Reason("end.temples", (temple_sum(state, field),))
