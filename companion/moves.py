"""Rows of the list of moves that bring the table to the next state, and news.

Each row is one move with the players who make it. Corrected pieces are in place already (`Noted`).
After undo and redo some pieces may be: then rows name the target (`HandNow`, `PlainNow`,
`StackNow`, `RuneNow`, `MarkerNow`) and are safe to carry out twice. Source: SCREEN.md, 3.
"""

from collections.abc import Iterable, Sequence

import msgspec
from msgspec.structs import replace

from companion.pieces import Bonus, BuildingKind, Chips, Color, Material, Rune, StackPosition
from companion.sentence import Sentence
from companion.state import Druid, PointSource


class _Row(msgspec.Struct, frozen=True):
    """Base class of all rows; each player in `who` makes the move, or the whole table if ()."""

    who: tuple[Color, ...]


class ChipsTaken(_Row, frozen=True):
    """Take these chips from the high plains."""

    chips: Chips


class ChipsReturned(_Row, frozen=True):
    """Return these chips to their plains."""

    chips: Chips


class HandNow(_Row, frozen=True):
    """Set the number of chips (0 to 18) of these materials in each hand.

    Used only if the table plays with open chips.
    """

    numbers: tuple[tuple[Material, int], ...]


class HandChanged(_Row, frozen=True):
    """A hidden hand was corrected: its owner looks up the numbers."""


class PlainNow(_Row, frozen=True):
    """Set the number of chips (0 to 18) on a plain."""

    plain: Material
    number: int


class WorkerPlaced(_Row, frozen=True):
    """Put a worker on top of a plain's stack."""

    plain: Material


class WorkerOff(_Row, frozen=True):
    """Give the worker on top of a plain's stack back to its owner."""

    plain: Material


class WorkerMoved(_Row, frozen=True):
    """Move a worker from one stack to the top of another.

    `which` is its position in the source stack, None if its owner has no other worker there.
    """

    source: Material
    which: StackPosition | None
    target: Material


class StackNow(_Row, frozen=True):
    """Set the workers of a plain, from the bottom up."""

    plain: Material
    workers: tuple[Color, ...]


class BuildingUp(_Row, frozen=True):
    """Put a building on a field; the bonus chip `below`, if any, stays under it."""

    kind: BuildingKind
    field: int
    below: Bonus | None = None


class BuildingOff(_Row, frozen=True):
    """Take a building off its field and give it back to its owner."""

    kind: BuildingKind
    field: int


class BonusIntoBox(_Row, frozen=True):
    """Put a bonus chip from its field into the box."""

    bonus: Bonus
    field: int


class BonusBack(_Row, frozen=True):
    """Put a bonus chip from the box back onto its field."""

    bonus: Bonus
    field: int


class RuneMoved(_Row, frozen=True):
    """Hand a rune stone over; None is the place beside the board.

    `who` is the new holder or, if there is none, the former one.
    """

    rune: Rune
    source: Color | None
    target: Color | None


class RuneNow(_Row, frozen=True):
    """Give a rune stone to its holder, or put it beside the board (None)."""

    rune: Rune
    holder: Color | None


class DruidMoved(_Row, frozen=True):
    """Move the druid; a full lap ends at its start.

    Without a `source` only the target is known.
    """

    source: Druid | None
    target: Druid
    over_river: bool = False


class DieMoved(_Row, frozen=True):
    """Put the die beside the field where the final circuit ends; None takes it off the board."""

    field: int | None


class Scored(msgspec.Struct, frozen=True):
    """Points, never 0, with their source and the id of the rule behind them."""

    source: PointSource
    points: int
    rule: str


class MarkerMoved(_Row, frozen=True):
    """Move each marker from `source` to `target` points, both 0 or more.

    `parts` are the points by source, empty after undo and redo; their sum may be 0.
    """

    source: int
    target: int
    parts: tuple[Scored, ...] = ()


class MarkerNow(_Row, frozen=True):
    """Set each marker to a number of points, 0 or more."""

    points: int


class News(_Row, frozen=True):
    """Information without a move.

    `repeats`: the moves of the step, or a card before the next question, say the same. `for_all` is
    a short announcement to the whole table, or None.
    """

    sentence: Sentence
    repeats: bool = False
    for_all: Sentence | None = None


class Noted(_Row, frozen=True):
    """A corrected piece, which is in place already; `row` is the move that brought it there."""

    row: "Row"


class IfDone(_Row, frozen=True):
    """A move to make only if the one that it reverses was made, which its owner knows."""

    row: "Row"


Row = (
    ChipsTaken
    | ChipsReturned
    | HandNow
    | HandChanged
    | PlainNow
    | WorkerPlaced
    | WorkerOff
    | WorkerMoved
    | StackNow
    | BuildingUp
    | BuildingOff
    | BonusIntoBox
    | BonusBack
    | RuneMoved
    | RuneNow
    | DruidMoved
    | DieMoved
    | MarkerMoved
    | MarkerNow
    | News
    | Noted
    | IfDone
)
"""A line of the list of what to move."""


def bare(row: Row) -> Row:
    """Return the move inside a `Noted` or `IfDone`, and any other row as it is."""
    return row.row if isinstance(row, Noted | IfDone) else row


def is_move(row: Row) -> bool:
    """Return whether a row moves a piece: not news, a corrected piece, or a full lap."""
    match row:
        case News() | Noted():
            return False
        case IfDone(_, one):
            return is_move(one)
        case DruidMoved() | MarkerMoved():
            return row.source != row.target
        case _:
            return True


def needed_position(stack: Sequence[Color], level: int) -> StackPosition | None:
    """Return a worker's position, None if no other in the stack has its colour."""
    return None if stack.count(stack[level - 1]) == 1 else StackPosition.at(level, len(stack))


def merge_alike(rows: Iterable[Row]) -> tuple[Row, ...]:
    """Merge rows that differ only in their players, at the position of the first one."""
    players: dict[Row, tuple[Color, ...]] = {}
    for row in rows:
        alike = replace(row, who=())
        players[alike] = (*players.get(alike, ()), *row.who)
    return tuple(replace(row, who=who) for row, who in players.items())


def chips_before_huts(rows: Iterable[Row]) -> tuple[Row, ...]:
    """Sort a step's rows: a bonus chip goes into the box before the hut that covers it is built.

    The druid chip stays below its hut and leaves from there.
    """
    ordered: list[Row] = []
    for row in rows:
        place = len(ordered)
        if isinstance(row, BonusIntoBox) and not row.bonus.stays:
            huts = (
                at
                for at, other in enumerate(ordered)
                if isinstance(other, BuildingUp) and other.field == row.field
            )
            place = next(huts, place)
        ordered.insert(place, row)
    return tuple(ordered)


def markers_last(rows: Iterable[Row]) -> tuple[Row, ...]:
    """Move the markers of a step to the end: one row for each player, to the final position."""
    others: list[Row] = []
    markers: dict[Color, MarkerMoved] = {}
    for row in rows:
        if not isinstance(row, MarkerMoved):
            others.append(row)
            continue
        for color in row.who:
            source = markers[color].source if color in markers else row.source
            earlier = markers[color].parts if color in markers else ()
            parts = _summed((*earlier, *row.parts))
            markers[color] = MarkerMoved((color,), source, row.target, parts)
    return (*others, *merge_alike(markers.values()))


def _summed(parts: Iterable[Scored]) -> tuple[Scored, ...]:
    """Add up the points of each rule, at the position of the first part."""
    sums: dict[tuple[PointSource, str], int] = {}
    for part in parts:
        key = (part.source, part.rule)
        sums[key] = sums.get(key, 0) + part.points
    return tuple(Scored(source, points, rule) for (source, rule), points in sums.items())
