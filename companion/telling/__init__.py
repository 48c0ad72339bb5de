"""The narrator: turns events into news, moves of pieces, and the rules behind them.

Used by the lists of moves, the button "Why?", the log and the playthroughs (SCREEN.md, 3, 4 and
12). Moves are data (`companion.moves`), so that the screen can draw them.
"""

from collections.abc import Sequence

import msgspec

from companion import events as ev
from companion import moves
from companion.events import Event
from companion.evolution import apply_event
from companion.moves import Row
from companion.state import GameState
from companion.telling.moves_of_events import rows_of_event, rows_of_ruling
from companion.telling.reasons import (
    Reason,
    event_reasons,
    merge_reasons_by_rule,
)


class EventNarration(msgspec.Struct, frozen=True):
    """An event, what players must know and do because of it, and the rules behind it.

    Each of the `rows` is an announcement or a move of pieces. `rows` is empty for an event that
    only leads to the next question.
    """

    event: Event
    rows: tuple[Row, ...]
    reasons: tuple[Reason, ...]


def narrate(
    state: GameState, events: Sequence[Event], *, open_chips: bool = False
) -> tuple[EventNarration, ...]:
    """Narrate the events of one decision, in order; `state` is the state before these events.

    The chips of a corrected hand are shown only if `open_chips` is set. Raises ValueError if no
    decision causes these events in this order.
    """
    told, around = [], (None, *events, None)
    for previous, event, following in zip(around, events, around[2:], strict=False):
        reasons = event_reasons(state, event, previous, following)
        rows = rows_of_event(state, event, reasons[0].rule, open_chips=open_chips)
        told.append(EventNarration(event, rows, reasons))
        state = apply_event(state, event)
    return tuple(told)


def moves_to_make(
    state: GameState, events: Sequence[Event], *, open_chips: bool = False
) -> tuple[Row, ...]:
    """Return the moves and news of one decision, in the order in which players make the moves.

    `state` is the state before the decision; for `open_chips` see `narrate`. A bonus chip is
    removed before the hut that covers it is built. Moves of point markers come last. A correction
    followed by the events of a command is a ruling: it allows a command that a rule refused. The
    pieces of a ruling move together with the pieces of the command.
    """
    one_by_one = narrate(state, events, open_chips=open_chips)
    rows = tuple(row for one in one_by_one for row in one.rows)
    match events:
        case (ev.Corrected(), *_, last) if not isinstance(last, ev.LastTurnsCancelled):
            read, *_lies_so = one_by_one[0].rows
            of_step = (row for one in one_by_one[1:] for row in one.rows)
            rows = rows_of_ruling(state, events, read, of_step)
    return moves.arrange_rows(rows)


def reasons_behind(state: GameState, events: Sequence[Event]) -> tuple[Reason, ...]:
    """Return the rules that led to events, each rule once with all its calculations.

    `state` is the state before the events. Rules that only explain the next question are left out,
    because the screen shows them with that question.
    """
    return merge_reasons_by_rule(
        reason
        for one in narrate(state, events)
        if not isinstance(one.event, ev.DecisionRequested | ev.TurnStarted)
        for reason in one.reasons
    )
