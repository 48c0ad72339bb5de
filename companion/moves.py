"""Rows of the trays: moves of pieces that the players must still make, and news.

A tray is a player's list of such rows on the screen. A correction makes the app agree with the
pieces on the table. The corrected pieces are already in place, so the correction's rows are wrapped
in `AlreadyInPlace`. After undo and redo, players may already have made some of the moves. A row
(such as `StackTarget`) then names only where the pieces must end up, so that no move is made twice.

Source: SCREEN.md, 3.
"""

from collections.abc import Iterable

import msgspec
from msgspec.structs import replace

from companion import events as ev
from companion.pieces import (
    NO_CHIPS,
    ONE_CHIP,
    Bonus,
    BuildingKind,
    Chips,
    Color,
    Material,
    Rune,
    StackPosition,
)
from companion.sentence import Sentence
from companion.state import Druid, PointSource


class _Row(msgspec.Struct, frozen=True):
    """Base class of all rows.

    `who` are the players whom the row asks to move a piece; () means everybody together.
    """

    who: tuple[Color, ...]


class ChipsToTake(_Row, frozen=True):
    """Take the given chips from the high plains."""

    chips: Chips


class ChipsToReturn(_Row, frozen=True):
    """Return the given chips to their plains."""

    chips: Chips


class HandTarget(_Row, frozen=True):
    """Take or return chips until the hand has these numbers of chips (0 to 18).

    Only a table that plays with open hands gets this row.
    """

    numbers: tuple[tuple[Material, int], ...]


class HiddenHandCorrected(_Row, frozen=True):
    """Notice after a correction of hidden hands: `who` should look at their new chips."""


class SupplyTarget(_Row, frozen=True):
    """Bring the supply of a plain to the given number of chips (0 to 18)."""

    plain: Material
    number: int


class WorkerToPlace(_Row, frozen=True):
    """Tells the players to put a worker on top of a plain's stack."""

    plain: Material


class WorkerToRemove(_Row, frozen=True):
    """Tells the players to give the worker on top of a plain's stack back to its owner."""

    plain: Material


class WorkerToMove(_Row, frozen=True):
    """Tells the players to move a worker from one stack to the top of another one.

    `which` is the worker's position in the source stack, or None if its owner has no other worker
    there.
    """

    source: Material
    which: StackPosition | None
    target: Material


class StackTarget(_Row, frozen=True):
    """Arrange the workers of a plain as listed, from the bottom up."""

    plain: Material
    workers: tuple[Color, ...]


class BuildingToPlace(_Row, frozen=True):
    """Put a building on a field; a bonus chip on the field (`below`) stays under the building."""

    kind: BuildingKind
    field: int
    below: Bonus | None = None


class BuildingToRemove(_Row, frozen=True):
    """Take a building off its field and give it back to its owner."""

    kind: BuildingKind
    field: int


class BonusToRemove(_Row, frozen=True):
    """Move a bonus chip from its field into the box."""

    bonus: Bonus
    field: int


class BonusToReturn(_Row, frozen=True):
    """Return a bonus chip from the box to its field."""

    bonus: Bonus
    field: int


class RuneToMove(_Row, frozen=True):
    """Hand over a rune stone. A `source` or `target` of None is the place beside the board.

    `who` is the new holder or, if there is no new holder, the former holder.
    """

    rune: Rune
    source: Color | None
    target: Color | None


class RuneTarget(_Row, frozen=True):
    """Give a rune stone to `holder`, or put it beside the board if `holder` is None."""

    rune: Rune
    holder: Color | None


class DruidToMove(_Row, frozen=True):
    """Move the druid to `target`.

    `source` is the place that he leaves, or None if that place is unknown. If he walks a full lap
    of the ring, `source` and `target` are equal.
    """

    source: Druid | None
    target: Druid
    crosses_river: bool = False


class DieToMove(_Row, frozen=True):
    """Put the die beside the last hut of the final circuit, the druid's last round of the huts.

    If `field` is None, take the die off the board.
    """

    field: int | None


class ScoredPoints(msgspec.Struct, frozen=True):
    """Points (not 0) from one way of scoring, with the id of the rule that awards them."""

    source: PointSource
    points: int
    rule: str


class MarkerToMove(_Row, frozen=True):
    """Move the point marker of each player in `who` from `source` to `target` (0 or more points).

    `parts` are the gains and losses that make up the difference, such as points for offerings. If
    they cancel out, `source` and `target` are equal. After an undo or redo, `parts` is empty.
    """

    source: int
    target: int
    parts: tuple[ScoredPoints, ...] = ()


class MarkerTarget(_Row, frozen=True):
    """Put the point marker of each player in `who` at `points`, which is 0 or more."""

    points: int


class News(_Row, frozen=True):
    """A message that requires no move of a piece.

    `repeats` is true if the players know the message already, for example because the moves of the
    step say the same. `announcement` is a short announcement to everybody, or None.
    """

    sentence: Sentence
    repeats: bool = False
    announcement: Sentence | None = None


class AlreadyInPlace(_Row, frozen=True):
    """Says that a piece lies correctly on the table: players corrected only the app.

    `row` is the move that would bring the piece there.
    """

    row: "Row"


class UndoIfDone(_Row, frozen=True):
    """Row for a step that was undone: reverse its move, if it had been made on the table.

    Only the players in `who` know whether they had made the move. `row` is the reversing move.
    """

    row: "Row"


Row = (
    ChipsToTake
    | ChipsToReturn
    | HandTarget
    | HiddenHandCorrected
    | SupplyTarget
    | WorkerToPlace
    | WorkerToRemove
    | WorkerToMove
    | StackTarget
    | BuildingToPlace
    | BuildingToRemove
    | BonusToRemove
    | BonusToReturn
    | RuneToMove
    | RuneTarget
    | DruidToMove
    | DieToMove
    | MarkerToMove
    | MarkerTarget
    | News
    | AlreadyInPlace
    | UndoIfDone
)
"""Any row: a move of pieces, or a message."""


def unwrap_row(row: Row) -> Row:
    """Return the move inside an `AlreadyInPlace` or `UndoIfDone`; return other rows unchanged."""
    return row.row if isinstance(row, AlreadyInPlace | UndoIfDone) else row


def is_move(row: Row) -> bool:
    """Return whether a row moves a piece to another place (False for news and corrections)."""
    match row:
        case News() | AlreadyInPlace():
            return False
        case UndoIfDone(_, one):
            return is_move(one)
        case DruidToMove() | MarkerToMove():
            return row.source != row.target
        case _:
            return True


def rows_of_hand_change(color: Color, old: Chips, new: Chips) -> tuple[Row, ...]:
    """Return the chip moves that change a player's hand from `old` to `new`."""
    stays = old.common(new)
    returned, taken = ChipsToReturn((color,), old - stays), ChipsToTake((color,), new - stays)
    return tuple(row for row in (returned, taken) if row.chips.total)


def chips_of_event(event: ev.Event) -> tuple[ChipsToTake | ChipsToReturn, ...]:
    """Return the chips that players take or return because of an event, in order."""
    match event:
        case ev.YieldEarned(material):
            return tuple(
                ChipsToTake((color,), NO_CHIPS.with_number(material, number))
                for color, number in event.earnings
                if number
            )
        case ev.ChipTaken(color, material) if material is not None:
            return (ChipsToTake((color,), ONE_CHIP[material]),)
        case ev.ChipReturned(color, material):
            return (ChipsToReturn((color,), ONE_CHIP[material]),)
        case ev.ChipsPaid(color, chips):
            return (ChipsToReturn((color,), chips),)
        case ev.ChipsSwapped(color, paid, taken):
            return (ChipsToReturn((color,), paid), ChipsToTake((color,), ONE_CHIP[taken]))
        case _:
            return ()


def merge_identical_moves(rows: Iterable[Row]) -> tuple[Row, ...]:
    """Merge rows that differ only in their players.

    A merged row stands where the first of its rows stood.
    """
    players: dict[Row, tuple[Color, ...]] = {}
    for row in rows:
        alike = replace(row, who=())
        players[alike] = (*players.get(alike, ()), *row.who)
    return tuple(replace(row, who=who) for row, who in players.items())


def merge_chip_moves(rows: Iterable[Row]) -> tuple[Row, ...]:
    """Merge all chips that a player takes into one row, and all chips returned into another.

    A merged row stands where its first row stood.
    """
    found: dict[object, Row] = {}
    for row in rows:
        one = unwrap_row(row)
        if not isinstance(one, ChipsToTake | ChipsToReturn):
            found[row] = row
            continue
        key = (type(row), type(one), row.who)
        former = unwrap_row(found[key]) if key in found else None
        chips = former.chips if isinstance(former, type(one)) else NO_CHIPS
        merged = replace(one, chips=chips + one.chips)
        found[key] = (
            replace(row, row=merged) if isinstance(row, AlreadyInPlace | UndoIfDone) else merged
        )
    return tuple(found.values())


def arrange_rows(rows: Iterable[Row]) -> tuple[Row, ...]:
    """Sort the rows of a step into the order in which players make the moves.

    A bonus chip leaves its field before a hut is put there. All marker moves of a player become one
    row, with the points added up by source and rule. The marker rows come last.
    """
    others: list[Row] = []
    markers: dict[Color, MarkerToMove] = {}
    for row in rows:
        if isinstance(row, MarkerToMove):
            for color in row.who:
                former = markers.get(color, replace(row, parts=()))
                sums: dict[tuple[PointSource, str], int] = {}
                for part in (*former.parts, *row.parts):
                    key = (part.source, part.rule)
                    sums[key] = sums.get(key, 0) + part.points
                parts = tuple(
                    ScoredPoints(source, points, rule) for (source, rule), points in sums.items()
                )
                markers[color] = MarkerToMove((color,), former.source, row.target, parts)
        elif isinstance(row, BonusToRemove) and others and isinstance(others[-1], BuildingToPlace):
            others.insert(-1, row)
        else:
            others.append(row)
    return (*others, *merge_identical_moves(markers.values()))
