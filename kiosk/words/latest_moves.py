"""What to move on the cardboard after the newest rows of a game, and why: kept until the next row.

It is told from the log alone, so that it is the same whenever the table is shown again. Source:
touchscreen, principles 3 and 6.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile
from typing import NamedTuple

from companion.commands import Correct
from companion.memory.journal.rows import Kind
from companion.memory.timeline import Amendment, Deed, LogEntry, Step, ruling_of
from companion.pieces import Color
from companion.state import GameState
from companion.telling import differences
from companion.telling.moves import Noted
from companion.telling.places import Place, places_touched
from kiosk.words.amendments import edited_text
from kiosk.words.language import _, several
from kiosk.words.moves import MoveRow, move_rows, moves_between, moves_of
from kiosk.words.reasons import Reason, reasons

_BEGINS_A_RUN = (Kind.COMMAND, Kind.AMEND)
"""Steps that are taken back or done again in a row do so after one of these."""


class Section(NamedTuple):
    """Rows that belong together and what stands above them; either may be empty."""

    heading: str
    rows: tuple[MoveRow, ...]


class LatestMoves(NamedTuple):
    """What to move, and the rules behind it."""

    sections: tuple[Section, ...]
    reasons: tuple[Reason, ...]

    def under(self, heading: str) -> "LatestMoves":
        """The same with that above them."""
        first, *others = self.sections
        return self._replace(sections=(first._replace(heading=heading), *others))

    @property
    def lines(self) -> tuple[str, ...]:
        """All of it as text, a line each."""
        return tuple(
            line
            for section in self.sections
            for line in (section.heading, *(row.line for row in section.rows))
            if line
        )

    @property
    def _moves(self) -> Iterator[MoveRow]:
        return (row for section in self.sections for row in section.rows if row.is_move)

    @property
    def asks_to_move(self) -> bool:
        """Whether there is anything to move at all."""
        return any(True for _row in self._moves)

    @property
    def movers(self) -> tuple[Color, ...]:
        """Whoever has most to move, in the order of the rows; several where they have as much."""
        numbers = Counter(color for row in self._moves for color in row.who)
        most = max(numbers.values(), default=0)
        return tuple(color for color, number in numbers.items() if number == most)

    def places(self, state: GameState) -> tuple[Place, ...]:
        """Where on the board something is moved; `state` is the game after that."""
        rows = (row.row for section in self.sections for row in section.rows)
        return places_touched(rows, state)


class _Change(NamedTuple):
    """A step, or an amendment, that was taken back or done again, and the game around that."""

    kind: Kind
    deed: Deed
    before: GameState
    after: GameState


def latest_moves(log: Sequence[LogEntry], *, open_chips: bool = False) -> LatestMoves:
    """What the newest row asks for; of steps taken back or done again in a row, all together.

    A taking over asks for nothing: the row before it is still told. But what was taken back
    before it is not counted with what is taken back after it, as the layout was compared then.
    Unless chips are open, what the table corrected in a hand is not told.
    """
    places = range(len(log) - 1, -1, -1)
    place = next((place for place in places if log[place].deed is not None), None)
    if place is None or (newest := log[place]).deed is None:
        return LatestMoves((), ())
    if newest.kind not in _BEGINS_A_RUN:
        return _moves_of_run(_run(log), open_chips=open_chips)
    if isinstance(newest.deed, Amendment):
        return LatestMoves((amendment_section(newest.deed, open_chips=open_chips),), ())
    return moves_of_step(newest.deed, ruling_of(log, place), open_chips=open_chips)


def amendment_section(amendment: Amendment, *, open_chips: bool) -> Section:
    """What to move after old steps were put right."""
    passed = amendment.events
    rows = moves_between(amendment.before, amendment.after, passed, open_chips=open_chips)
    return Section(edited_text(amendment, moved=bool(rows)), rows)


def moves_of_step(
    step: Step, ruling: Step | None = None, *, open_chips: bool = False
) -> LatestMoves:
    """What a step asks for when it is done, in one go with a `ruling` where there is one.

    What it corrects in a hand is told only if chips are open.
    """
    before, events = step.before, step.events
    if ruling is not None:
        before, events = ruling.before, (*ruling.events, *events)
    rows = moves_of(before, events, open_chips=open_chips)
    heading = _("Noted:") if isinstance(step.command, Correct) else ""
    return LatestMoves((Section(heading, rows),), reasons(before, events))


def _run(log: Sequence[LogEntry]) -> list[_Change]:
    """The steps taken back and done again with which a log ends, oldest first."""
    run: list[_Change] = []
    for entry in reversed(log):
        deed, before, after = entry.deed, entry.before, entry.after
        if entry.kind is Kind.REFUSED or (deed is None and not run):
            continue
        if deed is None or before is None or after is None or entry.kind in _BEGINS_A_RUN:
            break
        run.append(_Change(entry.kind, deed, before, after))
    return run[::-1]


def _moves_of_run(run: Sequence[_Change], *, open_chips: bool) -> LatestMoves:
    """The way from before a run of steps taken back and done again to after it.

    Where its last turn went another way than the run as a whole, that turn is told first, for
    those who moved along: nobody knows whether the table followed each step, or waited.
    """
    turn = _last_turn(run)
    left = _left_over(run)
    moved_along = _way(turn, turn, open_chips=open_chips)
    if not left:
        return LatestMoves(_way_home(moved_along), ())
    kind, rules = left[0].kind, _rules([change.deed for change in left])
    rows = _way(run, left, open_chips=open_chips)
    if turn[0].kind is kind:
        return LatestMoves((Section(_head(kind, left, rows), rows),), rules)
    return LatestMoves((*_partly_home(turn, moved_along), *_otherwise(kind, rows)), rules)


def _way(
    run: Sequence[_Change], counting: Sequence[_Change], *, open_chips: bool
) -> tuple[MoveRow, ...]:
    """What to move from before a run to after it; all of it but `counting` comes to nothing.

    What is just what a correction says, or said until it was taken back, lies so already. Not so
    with a ruling: its chips are moved with the step that it made possible.
    """
    counting = [change for change in counting if not _is_ruling(change.deed)]
    passed = [event for change in counting for event in change.deed.events]
    said = {
        row
        for change in counting
        if isinstance(change.deed, Step) and isinstance(change.deed.command, Correct)
        for row in differences(
            change.before, change.after, change.deed.events, open_chips=open_chips
        )
    }
    after = run[-1].after
    rows = differences(run[0].before, after, passed, open_chips=open_chips)
    return move_rows(after, (Noted(row.who, row) if row in said else row for row in rows))


def _is_ruling(deed: Deed) -> bool:
    return isinstance(deed, Step) and deed.is_ruling


def _ask_to_move(rows: Iterable[MoveRow]) -> bool:
    return any(row.is_move for row in rows)


def _last_turn(run: Sequence[_Change]) -> list[_Change]:
    """The changes of one kind with which a run ends, oldest first."""
    last = run[-1].kind
    return list(takewhile(lambda change: change.kind is last, reversed(run)))[::-1]


def _left_over(run: Sequence[_Change]) -> list[_Change]:
    """What a run does in all: each deed that it takes back or does again an odd number of times."""
    left: dict[int, _Change] = {}
    for change in run:
        if left.pop(change.deed.number, None) is None:
            left[change.deed.number] = change
    return list(left.values())


def _way_home(rows: tuple[MoveRow, ...]) -> tuple[Section, ...]:
    """After a run that ends where it began: its last turn, for those who moved along."""
    if not _ask_to_move(rows):
        return (Section(_("All as before."), ()),)
    return (Section(_("All as before. If pieces were moved:"), rows),)


def _partly_home(turn: Sequence[_Change], rows: tuple[MoveRow, ...]) -> tuple[Section, ...]:
    """The last turn of a run that went farther the other way, for those who moved along."""
    kind = turn[0].kind
    head = Section(_head(kind, turn, ()), ())
    if not _ask_to_move(rows):
        return (head,)
    if kind is Kind.UNDO:
        return (head, Section(_("If pieces were moved:"), rows))
    return (head, Section(_("If pieces were put back:"), rows))


def _otherwise(kind: Kind, rows: tuple[MoveRow, ...]) -> tuple[Section, ...]:
    """What is left of a run of that kind, for those who have waited and moved nothing."""
    if not rows:
        return ()
    if not _ask_to_move(rows):
        return (Section(_("Noted:"), rows),)
    if kind is Kind.UNDO:
        return (Section(_("If nothing was put back:"), rows),)
    return (Section(_("If nothing was moved:"), rows),)


def _head(kind: Kind, changes: Sequence[_Change], rows: Sequence[MoveRow]) -> str:
    numbers = {change.deed.number for change in changes}
    # A ruling and the step after it are one.
    steps = sum(
        not (_is_ruling(change.deed) and change.deed.number + 1 in numbers) for change in changes
    )
    return _back_text(steps, rows) if kind is Kind.UNDO else _again_text(steps, rows)


def _back_text(steps: int, rows: Sequence[MoveRow]) -> str:
    if not rows:
        return several("Undone.", "{number} steps undone.", steps)
    if _ask_to_move(rows):
        return several(
            "Undone. On the table:",
            "{number} steps undone. On the table:",
            steps,
        )
    return several("Undone. Noted:", "{number} steps undone. Noted:", steps)


def _again_text(steps: int, rows: Sequence[MoveRow]) -> str:
    if not rows:
        return several("Redone.", "{number} steps redone.", steps)
    if _ask_to_move(rows):
        return several("Redone. On the table:", "{number} steps redone. On the table:", steps)
    return several("Redone. Noted:", "{number} steps redone. Noted:", steps)


def _rules(deeds: Sequence[Deed]) -> tuple[Reason, ...]:
    """The rules behind steps that follow each other, in any order; none where one was changed."""
    steps = [deed for deed in deeds if isinstance(deed, Step)]
    if len(steps) < len(deeds):
        return ()
    in_order = sorted(steps, key=lambda step: step.number)
    return reasons(in_order[0].before, [event for step in in_order for event in step.events])
