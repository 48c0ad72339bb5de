"""The log: every row of a game, newest first, and the board after any of them; no Kivy.

Reading changes nothing, and never tells what lies behind a screen unless the table plays with open
chips.
"""

from collections.abc import Iterator, Sequence
from enum import StrEnum

import msgspec
from msgspec.structs import replace

from companion.commands import (
    BuildHut,
    BuildTemple,
    Correct,
    Roll,
)
from companion.events import DieRolled, OfferingMade
from companion.memory.journal.rows import Kind
from companion.memory.timeline import Amendment, Edited, LogEntry, Step, ruling_of
from companion.pieces import Color, Face
from companion.ruling import as_paid
from companion.state import Finale, GameState, Phase
from kiosk.pages.amend.view import can_change
from kiosk.pieces.form import Arrow, Rolled
from kiosk.pieces.palette import PLAYERS
from kiosk.routes import How, Wish
from kiosk.ui.form import GAP_ROW, Align, Block, Column, Icon, Row, Table, Text, Tone
from kiosk.ui.theme import GROUND, LIGHT_SOFT, RAISED, SMALL_TEXT, SURFACE
from kiosk.words.amendments import edited_lines, step_text
from kiosk.words.language import _
from kiosk.words.moments import time_text
from kiosk.words.narration import command_text, differences, to_do
from kiosk.words.reasons import ReasonText, reasons
from kiosk.words.texts import short_name

_BADGE, _DIE = 11, 14
_STRIP = 0.06
_POINTS = 0.64
"""How wide the edge of a turn is, and a row's points beside its words, relative to the rest."""
_PAD, _EDGE = 8, 1.5
_MOST_TYPED = 100
"""Characters of what people have typed that a row has room for."""


class LineStyle(StrEnum):
    """How a line is drawn: as it counts, struck out, or as a note between the steps."""

    PLAIN = "plain"
    STRUCK = "struck"
    NOTE = "note"


class Turn(msgspec.Struct, frozen=True):
    """The part of the game that a row belongs to; `color` and `name` of whose turn it is."""

    title: str
    color: Color | None = None
    name: str = ""


class PointsChange(msgspec.Struct, frozen=True):
    """By how much a player's points changed (never 0), and what they are now."""

    color: Color
    name: str
    points: int
    total: int


class LogLine(msgspec.Struct, frozen=True, kw_only=True):
    """One row: its number, what it says, who did it, what was rolled, and who scored.

    `place` is where it stands in the log, from 0; `key` its own name, the number where that is no
    other row's, too. `typed` tells that people's own words are part of it; `explained` that there
    are rules behind it.
    """

    number: int
    place: int
    key: str
    text: str
    typed: bool
    explained: bool
    look: LineStyle
    color: Color | None
    face: Face | None
    scored: tuple[PointsChange, ...]


# The rows


def turn_at(log: Sequence[LogEntry], place: int) -> Turn:
    """The part of the game that a row belongs to; a taking over to that of the row before it."""
    entry = _last_deed(log, place)
    before = None if entry is None else entry.before if entry.step is None else entry.step.before
    return Turn(_("Placing workers")) if before is None else _turn(before)


def _turn(state: GameState) -> Turn:
    if state.phase is Phase.PLACING:
        return Turn(_("Placing workers"))
    if state.finale is Finale.CIRCUIT or state.active is None:
        return Turn(_("Final circuit"))
    name = short_name(state.player(state.active).name)
    return Turn(_("Turn {turn}", turn=state.turn), state.active, name)


def line_at(log: Sequence[LogEntry], place: int) -> LogLine:
    """The row at that place of `log`."""
    entry = log[place]
    step = _named(entry)
    command = None if step is None else step.command
    done = entry.kind is Kind.COMMAND
    return LogLine(
        number=entry.number,
        place=place,
        key=f"{entry.number}.{entry.place}" if entry.put_in else str(entry.number),
        text=entry_text(entry, ruling_of(log, place)),
        typed=isinstance(command, Correct),
        explained=_explained(entry) is not None,
        look=_look(entry),
        color=getattr(command, "by", None) if done else None,
        face=command.face if done and isinstance(command, Roll) else None,
        scored=_shown_points(entry),
    )


def entry_text(entry: LogEntry, ruling: Step | None = None) -> str:
    """What a row says; a building for which a `ruling` allowed other chips was paid with those."""
    if entry.refused is not None:
        return _row_text(entry, command_text(entry.refused.state, entry.refused.command))
    step = _named(entry)
    if step is None:
        return _("The game was taken up again")
    if ruling is not None:
        step = replace(step, command=as_paid(ruling.before, ruling.after, step.command))
    return _row_text(entry, step_text(step))


def _row_text(entry: LogEntry, text: str) -> str:
    """What a row says of a step that is told in those words."""
    if entry.refused is not None:
        return _("Tried, but not possible: {step}", step=text)
    if entry.amendment is not None:
        return _amendment_text(entry.kind, _first_edited(entry.amendment), text)
    match entry.kind:
        case Kind.UNDO:
            return _("Undone: {step}", step=text)
        case Kind.REDO:
            return _("Redone: {step}", step=text)
        case _:
            return _("Put in later: {step}", step=text) if entry.put_in else text


def _amendment_text(kind: Kind, edited: Edited, step: str) -> str:
    match kind, edited:
        case Kind.UNDO, (None, _new):
            return _("Put in no more: {step}", step=step)
        case Kind.UNDO, (_old, None):
            return _("Not removed any more: {step}", step=step)
        case Kind.UNDO, _:
            return _("Change undone: {step}", step=step)
        case Kind.REDO, (None, _new):
            return _("Put in again: {step}", step=step)
        case Kind.REDO, (_old, None):
            return _("Removed again: {step}", step=step)
        case Kind.REDO, _:
            return _("Changed again: {step}", step=step)
        case _, (None, _new):
            return _("Put in: {step}", step=step)
        case _, (_old, None):
            return _("Removed: {step}", step=step)
        case _:
            return _("Changed to: {step}", step=step)


def _first_edited(amendment: Amendment) -> Edited:
    """What was put right first: where nothing else was, the first step that was taken back."""
    first = amendment.old[len(amendment.old) - amendment.taken_back :][:1]
    return (*amendment.edited, *(Edited(step, None) for step in first))[0]


def _named(entry: LogEntry) -> Step | None:
    """The step that a row names: of an amendment the first one that was put right."""
    if entry.amendment is None:
        return entry.step
    old, new = _first_edited(entry.amendment)
    return new or old


def _look(entry: LogEntry) -> LineStyle:
    if entry.kind is not Kind.COMMAND:
        return LineStyle.NOTE
    return LineStyle.PLAIN if entry.in_effect else LineStyle.STRUCK


def _shown_points(entry: LogEntry) -> tuple[PointsChange, ...]:
    """Whose points a row changed, in seating order; what was taken back has none any more."""
    before, after = entry.before, entry.after
    if before is None or after is None or _look(entry) is LineStyle.STRUCK:
        return ()
    return tuple(
        PointsChange(new.color, short_name(new.name), new.points - old.points, new.points)
        for old, new in zip(before.players, after.players, strict=True)
        if new.points != old.points
    )


def _last_deed(log: Sequence[LogEntry], place: int) -> LogEntry | None:
    """The row at a place, or else the last one before it that did something."""
    return next((entry for entry in log[place::-1] if entry.deed is not None), None)


# What a row looks like


def turn_block(turn: Turn, width: float = 1.0) -> Row:
    """Which part of the game it is, with an edge in the colour of whose turn it is."""
    edge = LIGHT_SOFT if turn.color is None else PLAYERS[turn.color]
    told: tuple[Block, ...] = (Text(turn.title, Tone.BOLD),)
    if turn.color is not None:
        name = Text(turn.name, Tone.PLAIN, is_name=True, size=SMALL_TEXT)
        told = (*told, Row((Icon(turn.color, 9), name), height=0, gap=5))
    strip = Column((), ground=edge, pad=0, width=_STRIP)
    words = Column(told, gap=1, ground=RAISED, pad=6)
    return Row((strip, words), height=0, gap=0, width=width)


def line_block(line: LogLine, act: object, *, narrow: bool) -> Column:
    """A row to tap; what does not count is greyed, and said in words too.

    Where it is narrow the points stand below the words.
    """
    tone = {LineStyle.PLAIN: Tone.PLAIN, LineStyle.NOTE: Tone.SOFT, LineStyle.STRUCK: Tone.STRUCK}[
        line.look
    ]
    text = line.text
    if line.typed and len(text) > _MOST_TYPED:
        text = f"{text[:_MOST_TYPED].rstrip()}…"  # read as a whole beside its board
    items: list[Block] = [] if line.color is None else [Icon(line.color, _BADGE)]
    items.append(Text(text, tone))
    if line.face is not None and line.look is LineStyle.PLAIN:
        items.append(Icon(Rolled(line.face), _DIE))
    undone = Text(_("undone"), Tone.WARNED, width=0, size=SMALL_TEXT, align=Align.RIGHT)
    if line.look is LineStyle.STRUCK and not narrow:
        items.append(undone)
    scored = tuple(_score(one, tone) for one in line.scored)
    points = Table(scored, (0, 1, 0, 0, 0), across=4, gap=2)
    rows: list[Block] = [Row(tuple(items), height=0, share=1)]
    if line.look is LineStyle.STRUCK and narrow:
        rows.append(undone)
    elif scored and narrow:
        rows.append(points)
    elif scored:
        beside = Column((GAP_ROW, points, GAP_ROW), gap=0, width=_POINTS)
        rows = [Row((*items, beside), height=0, share=1)]
    key = f"entry.{line.key}"
    if line.look is LineStyle.PLAIN:
        return Column(tuple(rows), gap=2, ground=SURFACE, pad=_PAD, key=key, action=act)
    within = Column(tuple(rows), gap=2, ground=GROUND, pad=_PAD - _EDGE, share=1)
    return Column((within,), ground=SURFACE, pad=_EDGE, key=key, action=act)


def _score(one: PointsChange, tone: Tone) -> Row:
    """By how many points a player's have changed, and how many they are now."""
    bold = Tone.BOLD if tone is Tone.PLAIN else Tone.STRONG
    by = f"{'+' if one.points > 0 else '−'}{abs(one.points)}"
    items = (
        Icon(one.color, 9),
        Text(one.name, tone, is_name=True, size=SMALL_TEXT),
        Text(by, bold, align=Align.RIGHT),
        Icon(Arrow(), 8),
        Text(str(one.total), bold),
    )
    return Row(items, height=0)


# A row in full, and the board after it


class LogDetail(msgspec.Struct, frozen=True, kw_only=True):
    """A row in full: what it says, when it was written, what moved, and the rules behind it.

    `state` is the game after it, `field` where somebody built or offered then, `face` what the
    die showed. `edits` are what can be put right there. `struck` tells that the row does not count
    at present, `amended` that its step was changed later.
    """

    turn: Turn
    edits: tuple[Wish, ...]
    title: str
    time: str
    struck: bool
    amended: bool
    moves: tuple[str, ...]
    reasons: tuple[ReasonText, ...]
    state: GameState
    field: int | None
    face: Face | None


def log_detail(
    log: Sequence[LogEntry], place: int, now: GameState, *, open_chips: bool
) -> LogDetail:
    """All that is known of the row at a place of `log`; `now` is how the game stands."""
    entry, state = log[place], _state_after(log, place, now)
    ruling = ruling_of(log, place)
    return LogDetail(
        turn=turn_at(log, place),
        edits=_edits(log, entry),
        title=entry_text(entry, ruling),
        time=time_text(entry.time),
        struck=_look(entry) is LineStyle.STRUCK,
        amended=entry.amended,
        moves=_moves(log, place, open_chips=open_chips),
        reasons=_reasons(entry),
        state=state,
        field=_field(entry),
        face=_face_up(log, place, state),
    )


def _edits(log: Sequence[LogEntry], entry: LogEntry) -> tuple[Wish, ...]:
    """What can be put right at a step that counts; what follows the last one is played."""
    if entry.place is None or entry.step is None:
        return ()
    wishes = [Wish(entry.place, How.REMOVE)]
    if entry.place < max(one.place or 0 for one in log):
        wishes.insert(0, Wish(entry.place + 1, How.INSERT))
    if can_change(entry.step.command):
        wishes.insert(0, Wish(entry.place, How.CHANGE))
    return tuple(wishes)


def _state_after(log: Sequence[LogEntry], place: int, now: GameState) -> GameState:
    """How the game stood after a row; before anything was done, as it began."""
    entry = _last_deed(log, place)
    if entry is not None and entry.after is not None:
        return entry.after
    before = (entry.before for entry in log[place:])
    return next((state for state in before if state is not None), now)


def _moves(log: Sequence[LogEntry], place: int, *, open_chips: bool) -> tuple[str, ...]:
    entry, step = log[place], log[place].step
    if entry.amendment is not None:
        return _amendment_lines(entry, entry.amendment, open_chips=open_chips)
    if step is None:
        return ()
    if step.is_ruling and any(
        ruling_of(log, other) is step for other in (place - 1, place + 1) if 0 <= other < len(log)
    ):
        return (_("What to move for it is told with the step that it made possible."),)
    ruling = ruling_of(log, place)
    before, events = step.before, step.events
    if ruling is not None:
        before, events = ruling.before, (*ruling.events, *events)
    if entry.kind is Kind.UNDO:
        passed = step.events if ruling is None and not step.is_ruling else ()
        return differences(step.after, before, passed, open_chips=open_chips)
    lines = to_do(before, events, open_chips=open_chips)
    return tuple(line for line in lines if line != entry_text(entry))


def _amendment_lines(entry: LogEntry, amendment: Amendment, *, open_chips: bool) -> tuple[str, ...]:
    """What was put right, and what to move for that."""
    before, after = amendment.before, amendment.after
    if entry.kind is Kind.UNDO:
        before, after = after, before
    moves = differences(before, after, amendment.events, open_chips=open_chips)
    return (*edited_lines(amendment), *moves)


def _reasons(entry: LogEntry) -> tuple[ReasonText, ...]:
    step = _explained(entry)
    return () if step is None else reasons(step.before, step.events)


def _explained(entry: LogEntry) -> Step | None:
    """The step of a row that rules are behind: none asks for anything to be taken back."""
    removes = entry.amendment is not None and _first_edited(entry.amendment).new is None
    return None if removes or entry.kind is Kind.UNDO else _named(entry)


def _field(entry: LogEntry) -> int | None:
    if entry.step is None:
        return None
    if isinstance(entry.step.command, BuildHut | BuildTemple):
        return entry.step.command.field
    offered = (event for event in entry.step.events if isinstance(event, OfferingMade))
    return next((event.field for event in offered), None)


def _face_up(log: Sequence[LogEntry], place: int, state: GameState) -> Face | None:
    """The face that lay before the active player: that of the turn's last roll."""
    if state.phase in (Phase.PLACING, Phase.ROLL):
        return None
    for step in _steps_back(log, place):
        rolled = [event.face for event in step.events if isinstance(event, DieRolled)]
        if rolled and step.before.turn == state.turn:
            return rolled[-1]
    return None


def _steps_back(log: Sequence[LogEntry], place: int) -> Iterator[Step]:
    """What was done until a row, the newest first; all steps of what was put right.

    Up to one that counts, only those that count.
    """
    last = log[place].place
    if last is not None:
        counting = {one.place: one.step for one in log if one.place and one.step}
        yield from (counting[number] for number in sorted(counting, reverse=True) if number <= last)
        return
    for entry in log[place::-1]:
        undone = entry.kind is Kind.UNDO
        if entry.amendment is not None:
            yield from reversed(entry.amendment.old if undone else entry.amendment.new)
        elif entry.step is not None and not undone:
            yield entry.step
