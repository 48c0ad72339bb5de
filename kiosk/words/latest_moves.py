"""What to move on the cardboard after the newest rows of a game, and why: kept until the next row.

It is told from the log alone, so that it is the same whenever the table is shown again. Source:
touchscreen, principles 3 and 6.
"""

from collections.abc import Sequence
from itertools import takewhile
from typing import NamedTuple

from companion.memory.saved_rows import Kind
from companion.memory.timeline import LogEntry, Step
from companion.state import GameState
from kiosk.words.language import _, several
from kiosk.words.narration import differences, to_do
from kiosk.words.reasons import Reason, reasons


class LatestMoves(NamedTuple):
    """Lines that tell what to move, and the rules behind them."""

    lines: tuple[str, ...]
    reasons: tuple[Reason, ...]


class _Change(NamedTuple):
    """A step that was taken back or done again."""

    kind: Kind
    step: Step

    @property
    def before(self) -> GameState:
        """The game before this."""
        return self.step.after if self.kind is Kind.UNDO else self.step.before

    @property
    def after(self) -> GameState:
        """The game after this."""
        return self.step.before if self.kind is Kind.UNDO else self.step.after


def latest_moves(log: Sequence[LogEntry]) -> LatestMoves:
    """What the newest step asks for; of steps taken back or done again in a row, all together.

    A taking over asks for nothing: the row before it is still told. But what was taken back
    before it is not counted with what is taken back after it, as the layout was compared then.
    """
    newest = next((entry for entry in reversed(log) if entry.step is not None), None)
    if newest is None or newest.step is None:
        return LatestMoves((), ())
    if newest.kind is Kind.COMMAND:
        step = newest.step
        return LatestMoves(to_do(step.before, step.events), reasons(step.before, step.events))
    return _moves_of_run(_run(log))


def _run(log: Sequence[LogEntry]) -> list[_Change]:
    """The steps taken back and done again with which a log ends, oldest first."""
    run: list[_Change] = []
    for entry in reversed(log):
        if entry.step is None and not run:
            continue
        if entry.step is None or entry.kind is Kind.COMMAND:
            break
        run.append(_Change(entry.kind, entry.step))
    return run[::-1]


def _moves_of_run(run: Sequence[_Change]) -> LatestMoves:
    """The way from before a run of steps taken back and done again to after it.

    Where its last turn went another way than the run as a whole, that turn is told first, for
    those who moved along: nobody knows whether the table followed each step, or waited.
    """
    turn = _last_turn(run)
    left = _left_over(run)
    if not left:
        return _way_home(turn)
    kind, rules = left[0].kind, _rules([change.step for change in left])
    moves = differences(run[0].before, run[-1].after)
    if turn[0].kind is kind:
        return LatestMoves((_head(kind, len(left), moved=bool(moves)), *moves), rules)
    return LatestMoves((*_partly_home(turn), *_otherwise(kind, moves)), rules)


def _last_turn(run: Sequence[_Change]) -> list[_Change]:
    """The changes of one kind with which a run ends, oldest first."""
    last = run[-1].kind
    return list(takewhile(lambda change: change.kind is last, reversed(run)))[::-1]


def _left_over(run: Sequence[_Change]) -> list[_Change]:
    """What a run does in all: each step that it takes back or does again an odd number of times."""
    left: dict[int, _Change] = {}
    for change in run:
        if left.pop(change.step.number, None) is None:
            left[change.step.number] = change
    return list(left.values())


def _way_home(turn: Sequence[_Change]) -> LatestMoves:
    """After a run that ends where it began: its last turn, for those who moved along."""
    moves = differences(turn[0].before, turn[-1].after)
    if not moves:
        return LatestMoves((_("All as before."),), ())
    return LatestMoves((_("All as before. If pieces were moved:"), *moves), ())


def _partly_home(turn: Sequence[_Change]) -> tuple[str, ...]:
    """The last turn of a run that went farther the other way, for those who moved along."""
    kind = turn[0].kind
    head = _head(kind, len(turn), moved=False)
    moves = differences(turn[0].before, turn[-1].after)
    if not moves:
        return (head,)
    if kind is Kind.UNDO:
        return (head, _("If pieces were moved:"), *moves)
    return (head, _("If pieces were put back:"), *moves)


def _otherwise(kind: Kind, moves: Sequence[str]) -> tuple[str, ...]:
    """What is left of a run of that kind, for those who have waited and moved nothing."""
    if not moves:
        return ()
    if kind is Kind.UNDO:
        return (_("If nothing was put back:"), *moves)
    return (_("If nothing was moved:"), *moves)


def _head(kind: Kind, steps: int, *, moved: bool) -> str:
    return _back_text(steps, moved=moved) if kind is Kind.UNDO else _again_text(steps, moved=moved)


def _back_text(steps: int, *, moved: bool) -> str:
    if moved:
        return several(
            "Taken back. Put the pieces back:",
            "{number} steps taken back. Put back in all:",
            steps,
        )
    return several("Taken back.", "{number} steps taken back.", steps)


def _again_text(steps: int, *, moved: bool) -> str:
    if moved:
        return several("Done again:", "{number} steps done again. In all:", steps)
    return several("Done again.", "{number} steps done again.", steps)


def _rules(steps: Sequence[Step]) -> tuple[Reason, ...]:
    """The rules behind steps that follow each other, in any order."""
    in_order = sorted(steps, key=lambda step: step.number)
    return reasons(in_order[0].before, [event for step in in_order for event in step.events])
