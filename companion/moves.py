"""What people move on the cardboard, as data: a row a move, with whoever moves it, and the news.

Rows tell all that changes on the cardboard and behind the screens: whoever does what they say, and
no more, has the next state before them. What the table corrects lies right already: that is
`Noted`, and nobody moves it. Among other steps that are taken back or done again things may lie
right: then a row says how it has to be (`HandNow`, `PlainNow`, `StackNow`, `RuneNow`, `MarkerNow`),
which does no harm when it is done twice. Source: SCREEN.md, 3.
"""

from collections.abc import Iterable, Sequence

import msgspec
from msgspec.structs import replace

from companion.pieces import Bonus, BuildingKind, Chips, Color, Material, Rune, Storey
from companion.sentence import Sentence
from companion.state import Druid, PointSource


class _Row(msgspec.Struct, frozen=True):
    """What all rows share: `who` moves; several where each does the same, none for the table."""

    who: tuple[Color, ...]


class ChipsTaken(_Row, frozen=True):
    """Each takes these chips from their plains."""

    chips: Chips


class ChipsReturned(_Row, frozen=True):
    """Each returns these chips to their plains."""

    chips: Chips


class HandNow(_Row, frozen=True):
    """So many chips of these materials, 0 to 18, have to be in each hand; others stay as they are.

    Only where the table plays with open chips.
    """

    numbers: tuple[tuple[Material, int], ...]


class HandChanged(_Row, frozen=True):
    """Each has other chips, which only they may know: their own look at their hand tells them."""


class PlainNow(_Row, frozen=True):
    """So many chips, 0 to 18, have to lie on a plain."""

    plain: Material
    number: int


class WorkerPlaced(_Row, frozen=True):
    """A worker goes on top of a plain's stack."""

    plain: Material


class WorkerOff(_Row, frozen=True):
    """The worker on top of a plain's stack goes back to its owner."""

    plain: Material


class WorkerMoved(_Row, frozen=True):
    """A worker goes from one stack onto the top of another.

    `which` tells where he stood, None where he is the only one that they have there.
    """

    source: Material
    which: Storey | None
    target: Material


class StackNow(_Row, frozen=True):
    """These workers, from below, have to stand on a plain."""

    plain: Material
    workers: tuple[Color, ...]


class BuildingUp(_Row, frozen=True):
    """A building goes onto a field; a bonus chip that lies there stays below it."""

    kind: BuildingKind
    field: int
    below: Bonus | None = None


class BuildingOff(_Row, frozen=True):
    """A building goes off its field, back to its owner."""

    kind: BuildingKind
    field: int


class BonusIntoBox(_Row, frozen=True):
    """A bonus chip goes off its field and into the box."""

    bonus: Bonus
    field: int


class BonusBack(_Row, frozen=True):
    """A bonus chip comes out of the box and onto a field."""

    bonus: Bonus
    field: int


class RuneMoved(_Row, frozen=True):
    """A rune stone changes hands; None is its place beside the board.

    Who moves is whoever takes it, or whoever gives it away.
    """

    rune: Rune
    source: Color | None
    target: Color | None


class RuneNow(_Row, frozen=True):
    """A rune stone has to lie before its holder; None: in its place beside the board."""

    rune: Rune
    holder: Color | None


class DruidMoved(_Row, frozen=True):
    """The druid goes from one place to another, or all the way round to where he stood.

    No `source`: he has to stand at the target, wherever he was.
    """

    source: Druid | None
    target: Druid
    over_river: bool = False


class DieMoved(_Row, frozen=True):
    """The die goes beside the field where the final circuit ends; None: off the board."""

    field: int | None


class Scored(msgspec.Struct, frozen=True):
    """Points, never 0, where they are from, and the id of the rule behind them."""

    source: PointSource
    points: int
    rule: str


class MarkerMoved(_Row, frozen=True):
    """Each marker goes from so many points to so many, 0 or more; `parts` say what for.

    No parts: steps were taken back or done again. What was won and lost at once may leave it where
    it is.
    """

    source: int
    target: int
    parts: tuple[Scored, ...] = ()


class MarkerNow(_Row, frozen=True):
    """Each marker has to stand on so many points, 0 or more."""

    points: int


class News(_Row, frozen=True):
    """Nothing to move, but to know.

    `repeats`: the moves of the same step, or a card before the next question, say it too.
    `for_all`: what the whole table is told of it as it happens, in a few words; None for nothing.
    """

    sentence: Sentence
    repeats: bool = False
    for_all: Sentence | None = None


class Noted(_Row, frozen=True):
    """What the table has said of the cardboard, as the move that leads there: it was made already.

    Taking a correction back says likewise that it lies as it lay before.
    """

    row: "Row"


class IfDone(_Row, frozen=True):
    """A move that takes back what may not have been done: whoever would have done it knows."""

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
    """The move itself, of a row that says that it was made already, or may not have been."""
    return row.row if isinstance(row, Noted | IfDone) else row


def is_move(row: Row) -> bool:
    """Whether anything is moved: not for news, nor for a way that ends where it began."""
    match row:
        case News() | Noted():
            return False
        case IfDone(_, one):
            return is_move(one)
        case DruidMoved() | MarkerMoved():
            return row.source != row.target
        case _:
            return True


def storey_told(stack: Sequence[Color], level: int) -> Storey | None:
    """Where a worker stands in a stack, None where it is the only one of its colour there."""
    return None if stack.count(stack[level - 1]) == 1 else Storey.at(level, len(stack))


def alike_merged(rows: Iterable[Row]) -> tuple[Row, ...]:
    """Rows that differ only in who moves as one, at the place of the first of them."""
    players: dict[Row, tuple[Color, ...]] = {}
    for row in rows:
        alike = replace(row, who=())
        players[alike] = (*players.get(alike, ()), *row.who)
    return tuple(replace(row, who=who) for row, who in players.items())


def chips_before_huts(rows: Iterable[Row]) -> tuple[Row, ...]:
    """The rows of a step, each bonus chip that goes into the box before the hut that covers it.

    The druid's stays below its hut, and leaves from there.
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
    """The rows of a step with the markers last: each player's once, to the place where it ends."""
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
    return (*others, *alike_merged(markers.values()))


def _summed(parts: Iterable[Scored]) -> tuple[Scored, ...]:
    """Points of one rule as one part, at the place of the first of them."""
    sums: dict[tuple[PointSource, str], int] = {}
    for part in parts:
        key = (part.source, part.rule)
        sums[key] = sums.get(key, 0) + part.points
    return tuple(Scored(source, points, rule) for (source, rule), points in sums.items())
