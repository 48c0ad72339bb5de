"""What each event means at the table: moves of pieces, and news.

The parameter `state` is always the state before the event.
"""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from companion import commands as do
from companion import events as ev
from companion import moves
from companion.evolution import apply_changes, apply_events
from companion.piece_moves import tray_rows_between
from companion.pieces import OfferingAnswer, StackPosition
from companion.state import Druid, FinaleStage, GameState, PointSource
from companion.telling.sentences import brief_news_for_all, correction_news, event_news


def rows_of_event(
    state: GameState, event: ev.Event, rule: str, *, open_chips: bool = False
) -> tuple[moves.Row, ...]:
    """Return the news and moves of an event, in the order in which players make the moves.

    If the event scores points, `rule` is the id of the rule that awards them. The chips of a
    corrected hand are shown only if `open_chips` is set.
    """
    sentence = event_news(state, event)
    found = _moves(state, event, rule, open_chips=open_chips)
    if sentence is None:
        return found
    # The moves of these events say the same as the news, except for a refused offering that costs
    # no point.
    repeats = isinstance(event, ev.DieRolled | ev.OfferingMade)
    if isinstance(event, ev.OfferingMade) and event.give is OfferingAnswer.NONE:
        repeats = state.player(event.color).points > 0
    return (moves.News((), sentence, repeats, brief_news_for_all(state, event)), *found)


def _moves(  # noqa: PLR0911 - one flat case an event
    state: GameState, event: ev.Event, rule: str, *, open_chips: bool
) -> tuple[moves.Row, ...]:
    match event:
        case ev.WorkerPlaced(color, plain):
            return (moves.WorkerToPlace((color,), plain),)
        case ev.WorkerMoved(color, source, level, target):
            stack = state.stack(source)
            which = None if stack.count(color) == 1 else StackPosition.at(level, len(stack))
            return (moves.WorkerToMove((color,), source, which, target),)
        case ev.BuildingBuilt(color, kind, field):
            return (
                moves.BuildingToPlace((color,), kind, field, state.bonus_staying_under_hut(field)),
            )
        case ev.BonusUsed(color, field, bonus):
            return (moves.BonusToRemove((color,), bonus, field),)
        case ev.RuneTaken(color, rune, former):
            return (moves.RuneToMove((color,), rune, former, color),)
        case ev.PointsScored(color, points, total, source):
            part = moves.ScoredPoints(source, points, rule)
            return (moves.MarkerToMove((color,), total - points, total, (part,)),)
        case ev.DruidMovedToStone(stone):
            return (moves.DruidToMove((), state.druid, Druid(stone=stone)),)
        case ev.DruidWalked(_, field, crossed):
            return (moves.DruidToMove((), state.druid, Druid(None, field), crossed),)
        case ev.RitualStarted(visits):
            circuit = state.finale is FinaleStage.CIRCUIT
            return (moves.DieToMove((), visits[-1]),) if circuit else ()
        case ev.Corrected():
            # Corrected pieces are in place already.
            after = apply_changes(state, event.changes)
            rows = tray_rows_between(state, after, event.changes, open_chips=open_chips)
            noted = (moves.AlreadyInPlace(row.who, _of_correction(row)) for row in rows)
            changes = (change for change in event.changes if isinstance(change, _NEWS))
            return (*noted, *(moves.News((), correction_news(change)) for change in changes))
        case _:
            return moves.merge_identical_moves(moves.chips_of_event(event))


def _of_correction(row: moves.Row) -> moves.Row:
    """Return `row` with the correction as the reason for the points, if a point marker moves.

    Other rows are returned unchanged.
    """
    if not isinstance(row, moves.MarkerToMove):
        return row
    part = moves.ScoredPoints(PointSource.CORRECTIONS, row.target - row.source, "correct.table")
    return replace(row, parts=(part,))


def rows_of_ruling(
    state: GameState, events: Sequence[ev.Event], news_row: moves.Row, rows: Iterable[moves.Row]
) -> tuple[moves.Row, ...]:
    """Return the moves of a ruling and of the command that it allows.

    A ruling is a correction that allows a refused command. `state` is the state before the ruling,
    and `events` are the events of the ruling, followed by those of the command. `news_row` is the
    row that announces the ruling, which the player has just read. `rows` are the moves of the
    command. If the ruling corrects a hand, the result has only the total change of that hand.
    """
    changes = events[0].changes if isinstance(events[0], ev.Corrected) else ()
    hands = {change.color for change in changes if isinstance(change, do.SetHand)}
    ruled = tray_rows_between(state, apply_changes(state, changes), changes, open_chips=False)
    # The player has just read the reason of the ruling; the news is only for the log.
    told: list[moves.Row] = [replace(news_row, repeats=True)]
    told += (_of_correction(row) for row in ruled if not isinstance(row, _HANDS))
    for old, new in zip(state.players, apply_events(state, events).players, strict=True):
        if old.color in hands:
            told += moves.rows_of_hand_change(old.color, old.hand, new.hand)
    chips = (moves.ChipsToReturn, moves.ChipsToTake)
    told += (row for row in rows if not (isinstance(row, chips) and hands.issuperset(row.who)))
    return tuple(told)


_HANDS = (moves.HandTarget, moves.HiddenHandCorrected, moves.SupplyTarget)
_NEWS = (do.SetActive, do.SetPrintedField)
"""Changes of a correction that move no piece."""
