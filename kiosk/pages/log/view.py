"""Contents of the game log's rows, newest first, and of the page about each step. Free of Kivy.

Looking at the log changes nothing. Hands appear only if they are public at this table.
"""

from collections.abc import Sequence

import msgspec

from companion.commands import (
    BuildHut,
    BuildTemple,
    Correct,
    Roll,
)
from companion.events import OfferingMade
from companion.evolution import state_before_scoring
from companion.history import LogEntry, Step
from companion.memory.played_game import PlayedGame, last_face_rolled
from companion.pieces import Color, Face
from companion.state import Finale, GameState, Phase
from kiosk.pages.correct.past import can_change
from kiosk.pieces.form import Arrow, RolledDie
from kiosk.pieces.palette import PLAYERS
from kiosk.routes import AmendmentKind, StepToAmend
from kiosk.ui.form import GAP_ROW, Align, Block, Column, Icon, Row, Table, Text, Tone
from kiosk.ui.theme import GROUND, LIGHT_SOFT, RAISED, SMALL_TEXT, SURFACE
from kiosk.words.amendments import step_text
from kiosk.words.language import _
from kiosk.words.narration import command_text, move_lines
from kiosk.words.reasons import ReasonText, reasons
from kiosk.words.texts import short_name
from kiosk.words.times import time_text

_BADGE, _DIE = 11, 14
_STRIP = 0.06
_POINTS = 0.64
"""Widths of the coloured edge of a turn and of a row's points, relative to the rest of the row."""
_PAD, _EDGE = 8, 1.5
_MOST_TYPED = 100
"""Maximum number of characters shown of a reason that players typed."""


class TurnHeading(msgspec.Struct, frozen=True):
    """Turn, or other part of the game, as a heading for its rows in the log.

    `color` and `name` are those of the player whose turn it is.
    """

    title: str
    color: Color | None = None
    name: str = ""


class PointsChange(msgspec.Struct, frozen=True):
    """Change of a player's points, never 0, and the total after the change."""

    color: Color
    name: str
    points: int
    total: int


class LogLine(msgspec.Struct, frozen=True, kw_only=True):
    """Row of the log: a step, or the final scoring.

    `number` is 0 for the final scoring. `place` is the row's index in the log. `typed` is set if
    players typed a part of the text. `ruling` describes the correction that allowed a step against
    the rules; it is empty if there was none. `struck` is set if the step was undone or replaced.
    `face` is the face rolled. `scored` has the changes of points.
    """

    number: int
    place: int
    text: str
    typed: bool
    ruling: str
    struck: bool
    color: Color | None
    face: Face | None
    scored: tuple[PointsChange, ...]


# The rows


def turn_at(entry: LogEntry) -> TurnHeading:
    state = entry.step.start
    if state.phase is Phase.PLACING:
        return TurnHeading(_("Placing workers"))
    if state.finale is Finale.CIRCUIT or state.active is None:
        return TurnHeading(_("Final circuit"))
    name = short_name(state.player(state.active).name)
    return TurnHeading(_("Turn {turn}", turn=state.turn), state.active, name)


def line_at(rows: Sequence[LogEntry], place: int) -> LogLine:
    entry = rows[place]
    command, ruling = entry.step.command, entry.step.ruling
    return LogLine(
        number=place + 1,
        place=place,
        text=entry_text(entry),
        typed=isinstance(command, Correct),
        ruling="" if ruling is None else command_text(ruling.before, ruling.command),
        struck=entry.place is None,
        color=getattr(command, "by", None),
        face=command.face if isinstance(command, Roll) else None,
        scored=_shown_points(entry),
    )


def scoring_at(rows: Sequence[LogEntry], place: int) -> LogLine | None:
    """Return the row of the final scoring if it follows the entry at `place`, otherwise None."""
    step = rows[place].step
    if rows[place].place is None or not _is_end(step):
        return None
    return LogLine(
        number=0,
        place=place,
        text=_("Final scoring"),
        typed=False,
        ruling="",
        struck=False,
        color=None,
        face=None,
        scored=_changes(state_before_scoring(step.before, step.events), step.after),
    )


def entry_text(entry: LogEntry) -> str:
    text = step_text(entry.step)
    if entry.place is None:
        return text
    if entry.replaces is not None:
        return _("Changed to: {step}", step=text)
    return _("Added later: {step}", step=text) if entry.inserted else text


def _shown_points(entry: LogEntry) -> tuple[PointsChange, ...]:
    """Return the points that a step brought, without those of the final scoring."""
    step = entry.step
    if entry.place is None:
        return ()
    after = state_before_scoring(step.before, step.events) if _is_end(step) else step.after
    return _changes(step.start, after)


def _is_end(step: Step) -> bool:
    return step.after.winners is not None


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
    lines: tuple[Block, ...] = (Text(turn.title, Tone.BOLD),)
    if turn.color is not None:
        name = Text(turn.name, Tone.PLAIN, is_name=True, size=SMALL_TEXT)
        lines = (*lines, Row((Icon(turn.color, 9), name), height=0, gap=5))
    strip = Column((), ground=edge, pad=0, width=_STRIP)
    words = Column(lines, gap=1, ground=RAISED, pad=6)
    return Row((strip, words), height=0, gap=0, width=width)


def line_block(line: LogLine, act: object, *, narrow: bool) -> Column:
    """Return a row of the log that performs the action `act` on a tap.

    The row of an undone or replaced step is grey, and a text marks it too. If `narrow`, the points
    are below the text instead of beside it.
    """
    tone = Tone.STRUCK if line.struck else Tone.PLAIN
    items: list[Block] = [] if line.color is None else [Icon(line.color, _BADGE)]
    items.append(Text(_cut(line.text) if line.typed else line.text, tone))
    if line.face is not None and not line.struck:
        items.append(Icon(RolledDie(line.face), _DIE))
    undone = Text(_("undone"), Tone.WARNED, width=0, size=SMALL_TEXT, align=Align.RIGHT)
    if line.struck and not narrow:
        items.append(undone)
    scored = tuple(_score(one, tone) for one in line.scored)
    points = Table(scored, (0, 1, 0, 0, 0), across=4, gap=2)
    rows: list[Block] = [Row(tuple(items), height=0, share=1)]
    if line.struck and narrow:
        rows.append(undone)
    elif scored and narrow:
        rows.append(points)
    elif scored:
        beside = Column((GAP_ROW, points, GAP_ROW), gap=0, width=_POINTS)
        rows = [Row((*items, beside), height=0, share=1)]
    if line.ruling:
        rows.insert(1, Text(_cut(line.ruling), Tone.SOFT, size=SMALL_TEXT))
    key = f"entry.{line.number}"
    if not line.struck:
        return Column(tuple(rows), gap=2, ground=SURFACE, pad=_PAD, key=key, action=act)
    within = Column(tuple(rows), gap=2, ground=GROUND, pad=_PAD - _EDGE, share=1)
    return Column((within,), ground=SURFACE, pad=_EDGE, key=key, action=act)


def _cut(text: str) -> str:
    """Shorten a text typed by players to fit a row; the page of the step shows the whole text."""
    return text if len(text) <= _MOST_TYPED else f"{text[:_MOST_TYPED].rstrip()}…"


def _score(one: PointsChange, tone: Tone) -> Row:
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
    """Contents of the page about one step of the log.

    `edits` are the ways in which a player can change the game at this step. `struck` is set if the
    step was undone or replaced. `reasons` are the rules behind the step. `state` is the game after
    the step. `field` is the field of the step's building or offering, if any. `face` is the face
    that the die shows.
    """

    turn: TurnHeading
    edits: tuple[StepToAmend, ...]
    title: str
    time: str
    struck: bool
    moves: tuple[str, ...]
    reasons: tuple[ReasonText, ...]
    state: GameState
    field: int | None
    face: Face | None


def log_detail(game: PlayedGame, entry: LogEntry, *, open_chips: bool) -> LogDetail:
    step = entry.step
    return LogDetail(
        turn=turn_at(entry),
        edits=_edits(entry, len(game.steps)),
        title=entry_text(entry),
        time=time_text(step.time),
        struck=entry.place is None,
        moves=_moves(entry, open_chips=open_chips),
        reasons=reasons(step.start, step.all_events),
        state=step.after,
        field=_field(step),
        face=last_face_rolled(step.after, game.history.ancestors(step.number)),
    )


def _edits(entry: LogEntry, last: int) -> tuple[StepToAmend, ...]:
    """Return the possible ways to change the game at a step; () if it was undone or replaced.

    They are changing the step, inserting a step after it, and removing it. No step can be inserted
    after the last one, since the game itself continues there.
    """
    if entry.place is None:
        return ()
    wishes = [StepToAmend(entry.place, AmendmentKind.REMOVE)]
    if entry.place < last:
        wishes.insert(0, StepToAmend(entry.place + 1, AmendmentKind.INSERT))
    if can_change(entry.step.command):
        wishes.insert(0, StepToAmend(entry.place, AmendmentKind.CHANGE))
    return tuple(wishes)


def _moves(entry: LogEntry, *, open_chips: bool) -> tuple[str, ...]:
    """Return lines of text: the step that this step replaced, if any, and all moves of pieces."""
    step = entry.step
    former = () if entry.replaces is None else (step_text(entry.replaces),)
    lines = move_lines(step.start, step.all_events, open_chips=open_chips)
    return (
        *(_("Before: {step}", step=text) for text in former),
        *(line for line in lines if line != step_text(step)),
    )


def _field(step: Step) -> int | None:
    if isinstance(step.command, BuildHut | BuildTemple):
        return step.command.field
    offered = (event for event in step.events if isinstance(event, OfferingMade))
    return next((event.field for event in offered), None)
