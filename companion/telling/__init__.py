"""What happened and why: for every event its sentence, the rules behind it, and the numbers.

The one narrator: the list of what to move, "why?", the log and the playthroughs speak from it
(SCREEN.md, 3, 4 and 12). What is moved is data (`companion.moves`), so that a
list of moves can draw it as well.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec

from companion import events as ev
from companion.events import Event
from companion.evolution import evolve
from companion.moves import Row, chips_before_huts, is_move, markers_last
from companion.state import GameState
from companion.telling.moves_of_events import rows_of, ruled_rows
from companion.telling.phrases import phrase, points_from, what_for
from companion.telling.reasons import (
    Reason,
    asked,
    huts_beside_temple,
    merged,
    reasons_of,
    temple_sum,
    turns_left,
)
from companion.telling.sentences import (
    change_sentence,
    command_sentence,
    marker_place,
    winners_sentence,
)

__all__ = [
    "NarratedEvent",
    "Reason",
    "Row",
    "asked",
    "change_sentence",
    "command_sentence",
    "huts_beside_temple",
    "is_move",
    "marker_place",
    "narrated",
    "phrase",
    "points_from",
    "reasons_behind",
    "temple_worth",
    "turns_left",
    "what_for",
    "what_to_do",
    "winners_sentence",
]


class NarratedEvent(msgspec.Struct, frozen=True):
    """An event as people are told it.

    `rows` are the news and what is moved on the cardboard or behind a screen; there are none where
    it only leads to the next question.
    """

    event: Event
    rows: tuple[Row, ...]
    reasons: tuple[Reason, ...]


class _Explained(NamedTuple):
    before: GameState
    event: Event
    reasons: tuple[Reason, ...]


def narrated(
    state: GameState, happened: Sequence[Event], *, open_chips: bool = False
) -> tuple[NarratedEvent, ...]:
    """All events of a decision, in order; `state` is the one before it.

    Unless chips are open, what the table corrected in a hand is not told. Raises ValueError for
    events that no decision brings in that order.
    """
    return tuple(
        NarratedEvent(
            one.event,
            rows_of(one.before, one.event, one.reasons[0].rule, open_chips=open_chips),
            one.reasons,
        )
        for one in _explained(state, happened)
    )


def _explained(state: GameState, happened: Sequence[Event]) -> Iterator[_Explained]:
    around = (None, *happened, None)
    for previous, event, following in zip(around, happened, around[2:], strict=False):
        yield _Explained(state, event, reasons_of(state, event, previous, following))
        state = evolve(state, event)


def what_to_do(
    state: GameState, happened: Sequence[Event], *, open_chips: bool = False
) -> tuple[Row, ...]:
    """What to move on the cardboard and what else to know, in the order of the table.

    A bonus chip goes before the hut that covers it. Markers come last, once for each player, at the
    place where they end up. `state` is the one before; `open_chips` as for `narrated`. A correction
    that a step follows was made for it, in one go: its pieces are moved with the step's.
    """
    one_by_one = narrated(state, happened, open_chips=open_chips)
    rows = tuple(row for one in one_by_one for row in one.rows)
    match happened:
        case (ev.Corrected(), *_, last) if not isinstance(last, ev.LastTurnsTakenBack):
            read, *_lies_so = one_by_one[0].rows
            of_step = (row for one in one_by_one[1:] for row in one.rows)
            rows = ruled_rows(state, happened, read, of_step)
    return markers_last(chips_before_huts(rows))


def reasons_behind(state: GameState, happened: Sequence[Event]) -> tuple[Reason, ...]:
    """The rules behind all that happened, or would happen, each once with every sum.

    `state` is the one before. Whose decision comes next is no part of it: the question tells that.
    """
    return merged(
        reason
        for one in _explained(state, happened)
        if not isinstance(one.event, ev.DecisionAsked | ev.TurnStarted)
        for reason in one.reasons
    )


def temple_worth(state: GameState, field: int) -> Reason:
    """Why a temple on `field` would score so many points if the game ended now (end.temples)."""
    return Reason("end.temples", (temple_sum(state, field),))
