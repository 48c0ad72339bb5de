"""The log as screen data: every row of a game, newest first, and what happened then.

Reading it changes nothing, and it never tells what lies behind a screen unless the table plays
with open chips. Knows no Kivy.
"""

from collections.abc import Callable, Sequence
from enum import StrEnum

import msgspec

from companion.commands import Correct
from companion.memory.saved_rows import Kind
from companion.memory.timeline import LogEntry
from companion.pieces import Color
from companion.state import Finale, GameState, Phase
from kiosk.words.language import _
from kiosk.words.moments import time_text
from kiosk.words.narration import change_text, command_text, to_do
from kiosk.words.reasons import Reason, reasons
from kiosk.words.texts import short_name


class Look(StrEnum):
    """How a line is drawn: as it counts, struck out, or as a note between the steps."""

    PLAIN = "plain"
    STRUCK = "struck"
    NOTE = "note"


class LogLine(msgspec.Struct, frozen=True, kw_only=True):
    """One row: its number, what it says, whose it was, and the heading that it stands under."""

    number: int
    text: str
    look: Look
    color: Color | None
    heading: str


def log_lines(log: Sequence[LogEntry]) -> tuple[LogLine, ...]:
    """All rows, the newest first."""
    lines: list[LogLine] = []
    heading = _("Before the first turn")
    for entry in log:
        if entry.step is not None:
            heading = heading_text(entry.step.before)
        lines.append(
            LogLine(
                number=entry.number,
                text=entry_text(entry),
                look=_look(entry),
                color=_color(entry),
                heading=heading,
            )
        )
    return tuple(reversed(lines))


def heading_text(state: GameState) -> str:
    """The part of the game that a step belongs to."""
    if state.phase is Phase.PLACING:
        return _("Before the first turn")
    if state.finale is Finale.CIRCUIT or state.active is None:
        return _("Final circuit")
    name = short_name(state.player(state.active).name)
    return _("Turn {turn}: {player}", turn=state.turn, player=name)


def entry_text(entry: LogEntry) -> str:
    """What a row says."""
    if entry.step is None:
        return _("The game was taken up again")
    text = command_text(entry.step.before, entry.step.command)
    match entry.kind:
        case Kind.UNDO:
            return _("Taken back: {step}", step=text)
        case Kind.REDO:
            return _("Done again: {step}", step=text)
        case _:
            return text


def _look(entry: LogEntry) -> Look:
    if entry.kind is not Kind.COMMAND:
        return Look.NOTE
    return Look.PLAIN if entry.in_effect else Look.STRUCK


def _color(entry: LogEntry) -> Color | None:
    if entry.step is None or entry.kind is not Kind.COMMAND:
        return None
    return getattr(entry.step.command, "by", None)


class LogDetail(msgspec.Struct, frozen=True):
    """A row in full: what it says, when it was written, what moved, and the rules behind it."""

    title: str
    time: str
    moves: tuple[str, ...]
    reasons: tuple[Reason, ...]


def log_detail(entry: LogEntry, *, open_chips: bool) -> LogDetail:
    """All that is known of a row."""
    step = entry.step
    title = entry_text(entry)
    time = time_text(entry.time)
    if step is None:
        return LogDetail(title, time, (), ())
    if isinstance(step.command, Correct):
        moves = tuple(
            change_text(step.before, change, open_chips=open_chips)
            for change in step.command.changes
        )
    else:
        moves = tuple(line for line in to_do(step.before, step.events) if line != title)
    return LogDetail(title, time, moves, reasons(step.before, step.events))


class LogColumn(msgspec.Struct, frozen=True):
    """What stands below each other: headings (text) and the lines below them."""

    parts: tuple[LogLine | str, ...]


def log_columns(
    lines: Sequence[LogLine], room: float, heading: float, height: Callable[[LogLine], float]
) -> tuple[LogColumn, ...]:
    """The lines in columns of at most `room` height; each column begins with a heading.

    `heading` and what `height` tells of a line include the gap below.
    """
    columns: list[LogColumn] = []
    parts: list[LogLine | str] = []
    left, last = room, ""
    for line in lines:
        row = height(line)
        need = row if line.heading == last else row + heading
        if parts and need > left:
            columns.append(LogColumn(tuple(parts)))
            parts, left, last = [], room, ""
            need = row + heading
        if line.heading != last:
            parts.append(line.heading)
        parts.append(line)
        left -= need
        last = line.heading
    if parts:
        columns.append(LogColumn(tuple(parts)))
    return tuple(columns)
