"""Contents of the game log's rows, newest first, and of the page about each step. Free of Kivy.

Looking at the log changes nothing. Hands appear only if they are public at this table.
"""

import msgspec

from companion.commands import BuildHut, BuildTemple, Correct, Roll
from companion.events import OfferingMade
from companion.evolution import state_before_final_scoring
from companion.history import LogEntry, Step
from companion.pieces import Color
from companion.state import Finale, GameState, Phase
from kiosk.pages.correct.past import is_replaceable
from kiosk.pieces.form import Arrow, RolledDie
from kiosk.pieces.palette import PLAYERS
from kiosk.routes import AmendmentKind, StepToAmend
from kiosk.ui.form import GAP_ROW, Align, Block, Column, Icon, Row, Table, Text, TextStyle
from kiosk.ui.theme import GROUND, LIGHT_SOFT, RAISED, SMALL_TEXT, SURFACE
from kiosk.words.amendments import step_text
from kiosk.words.language import _
from kiosk.words.narration import command_text, move_lines
from kiosk.words.texts import short_name

_BADGE, _DIE = 11, 14
_STRIP = 0.06
_POINTS = 0.64
"""Widths of the coloured edge of a turn and of a row's points, relative to the rest of the row."""
_PAD, _EDGE = 8, 1.5
_MOST_TYPED = 100
"""Maximum number of characters shown of a reason that players typed."""


class TurnHeading(msgspec.Struct, frozen=True):
    """Heading of a turn or other part of the game; `color` and `name` are those of its player."""

    title: str
    color: Color | None = None
    name: str = ""


class PointsChange(msgspec.Struct, frozen=True):
    """Change of a player's points, never 0, and the total after the change."""

    color: Color
    name: str
    points: int
    total: int


def turn_heading(entry: LogEntry) -> TurnHeading:
    state = entry.step.start
    if state.phase is Phase.PLACING:
        return TurnHeading(_("Placing workers"))
    if state.finale is Finale.CIRCUIT or state.active is None:
        return TurnHeading(_("Final circuit"))
    name = short_name(state.player(state.active).name)
    return TurnHeading(_("Turn {turn}", turn=state.turn), state.active, name)


def entry_text(entry: LogEntry) -> str:
    text = step_text(entry.step)
    if entry.place is None:
        return text
    if entry.replaces is not None:
        return _("Changed to: {step}", step=text)
    return _("Added later: {step}", step=text) if entry.inserted else text


def points_of(entry: LogEntry) -> tuple[PointsChange, ...]:
    """Return the points that a step brought, without those of the final scoring."""
    step = entry.step
    if entry.place is None:
        return ()
    is_end = step.after.winners is not None
    after = state_before_final_scoring(step.before, step.events) if is_end else step.after
    return _changes(step.start, after)


def final_points(entry: LogEntry) -> tuple[PointsChange, ...]:
    """Return the points of the final scoring if it follows the step, otherwise ()."""
    step = entry.step
    if entry.place is None or step.after.winners is None:
        return ()
    return _changes(state_before_final_scoring(step.before, step.events), step.after)


def _changes(before: GameState, after: GameState) -> tuple[PointsChange, ...]:
    pairs = zip(before.players, after.players, strict=True)
    return tuple(
        PointsChange(new.color, short_name(new.name), new.points - old.points, new.points)
        for old, new in pairs
        if new.points != old.points
    )


# Appearance of a row


def turn_block(turn: TurnHeading, width: float = 1.0) -> Row:
    edge = LIGHT_SOFT if turn.color is None else PLAYERS[turn.color]
    lines: tuple[Block, ...] = (Text(turn.title, TextStyle.BOLD),)
    if turn.color is not None:
        name = Text(turn.name, TextStyle.PLAIN, is_name=True, size=SMALL_TEXT)
        lines = (*lines, Row((Icon(turn.color, 9), name), height=0, gap=5))
    strip = Column((), ground=edge, pad=0, width=_STRIP)
    words = Column(lines, gap=1, ground=RAISED, pad=6)
    return Row((strip, words), height=0, gap=0, width=width)


def entry_block(entry: LogEntry, number: int, act: object, *, narrow: bool) -> Column:
    """Return row `number` of the log, which performs the action `act` on a tap.

    The row of an undone or replaced step is grey, and a text marks it too. If `narrow`, the points
    are below the text instead of beside it.
    """
    command, ruling = entry.step.command, entry.step.ruling
    struck, text = entry.place is None, entry_text(entry)
    color = getattr(command, "by", None)
    items: list[Block] = [] if color is None else [Icon(color, _BADGE)]
    tone = TextStyle.STRUCK if struck else TextStyle.PLAIN
    items.append(Text(_cut(text) if isinstance(command, Correct) else text, tone))
    if isinstance(command, Roll) and not struck:
        items.append(Icon(RolledDie(command.face), _DIE))
    below: list[Block] = []
    if ruling is not None:
        corrected = _cut(command_text(ruling.before, ruling.command))
        below.append(Text(corrected, TextStyle.SOFT, size=SMALL_TEXT))
    key = f"entry.{number}"
    if not struck:
        rows = _with_points(items, points_of(entry), below, narrow=narrow)
        return Column(rows, gap=2, ground=SURFACE, pad=_PAD, key=key, action=act)
    undone = Text(_("undone"), TextStyle.WARNED, width=0, size=SMALL_TEXT, align=Align.RIGHT)
    (below if narrow else items).append(undone)
    rows = (Row(tuple(items), height=0, share=1), *below)
    within = Column(rows, gap=2, ground=GROUND, pad=_PAD - _EDGE, share=1)
    return Column((within,), ground=SURFACE, pad=_EDGE, key=key, action=act)


def scoring_block(scored: tuple[PointsChange, ...], act: object, *, narrow: bool) -> Column:
    """Return the row of the final scoring, which performs the action `act` on a tap."""
    text = Text(_("Final scoring"), TextStyle.PLAIN)
    rows = _with_points([text], scored, [], narrow=narrow)
    return Column(rows, gap=2, ground=SURFACE, pad=_PAD, key="entry.0", action=act)


def _with_points(
    items: list[Block], scored: tuple[PointsChange, ...], below: list[Block], *, narrow: bool
) -> tuple[Block, ...]:
    points = Table(tuple(map(_score, scored)), (0, 1, 0, 0, 0), across=4, gap=2)
    if scored and narrow:
        return (Row(tuple(items), height=0, share=1), *below, points)
    if scored:
        items = [*items, Column((GAP_ROW, points, GAP_ROW), gap=0, width=_POINTS)]
    return (Row(tuple(items), height=0, share=1), *below)


def _cut(text: str) -> str:
    """Shorten a text typed by players to fit a row; the page of the step shows the whole text."""
    return text if len(text) <= _MOST_TYPED else f"{text[:_MOST_TYPED].rstrip()}…"


def _score(one: PointsChange) -> Row:
    by = f"{'+' if one.points > 0 else '−'}{abs(one.points)}"
    items = (
        Icon(one.color, 9),
        Text(one.name, TextStyle.PLAIN, is_name=True, size=SMALL_TEXT),
        Text(by, TextStyle.BOLD, align=Align.RIGHT),
        Icon(Arrow(), 8),
        Text(str(one.total), TextStyle.BOLD),
    )
    return Row(items, height=0)


# A step on a page of its own


def possible_edits(entry: LogEntry, last: int) -> tuple[StepToAmend, ...]:
    """Return the ways to change the game at a step: change it, insert after it, remove it.

    The result is () for an undone or replaced step. No step can be inserted after the last one,
    number `last`, as the game itself continues there.
    """
    if entry.place is None:
        return ()
    wishes = [StepToAmend(entry.place, AmendmentKind.REMOVE)]
    if entry.place < last:
        wishes.insert(0, StepToAmend(entry.place + 1, AmendmentKind.INSERT))
    if is_replaceable(entry.step.command):
        wishes.insert(0, StepToAmend(entry.place, AmendmentKind.CHANGE))
    return tuple(wishes)


def move_texts(entry: LogEntry, *, open_chips: bool) -> tuple[str, ...]:
    """Return lines of text: the step that this step replaced, if any, and all moves of pieces."""
    step = entry.step
    former = () if entry.replaces is None else (step_text(entry.replaces),)
    lines = move_lines(step.start, step.all_events, open_chips=open_chips)
    return (
        *(_("Before: {step}", step=text) for text in former),
        *(line for line in lines if line != step_text(step)),
    )


def field_of(step: Step) -> int | None:
    """Return the field of the step's building or offering, or None if it has neither."""
    if isinstance(step.command, BuildHut | BuildTemple):
        return step.command.field
    offered = (event for event in step.events if isinstance(event, OfferingMade))
    return next((event.field for event in offered), None)
