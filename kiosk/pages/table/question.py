"""A question as data: who is asked, what, the rows that say it, and what answers do.

Where it is shown is chosen elsewhere. Every `Choice` carries what it does as its `action`; its key
is its name for good. Knows no Kivy. Source: touchscreen, 2 and 4.
"""

from enum import StrEnum

import msgspec

from companion.commands import Command
from companion.pieces import Color, Material
from kiosk.pages.table.draft import Draft
from kiosk.pieces.form import Choice
from kiosk.routes import Route
from kiosk.ui.form import Block, Row, Text, Tone
from kiosk.words.reasons import Reason

# What a tap does


class SetDraft(msgspec.Struct, frozen=True):
    """Going on to another draft; nothing is decided."""

    draft: Draft


class Decide(msgspec.Struct, frozen=True):
    """A decision."""

    command: Command


class RollDie(msgspec.Struct, frozen=True):
    """The app's die decides the face."""


class Moved(msgspec.Struct, frozen=True):
    """Saying that all is moved as the list asks, and that what begins has been read."""


class LookAgain(msgspec.Struct, frozen=True):
    """Looking at the list of moves again, as it was said too early that all is moved."""


class Explain(msgspec.Struct, frozen=True):
    """Saying why something cannot be; None: that has been read."""

    reason: str | None


class ShowHand(msgspec.Struct, frozen=True):
    """Showing a player's own hand while the finger stays; None: it has been lifted."""

    color: Color | None


class Read(msgspec.Struct, frozen=True):
    """Reading, in the question's place, why the `question` is asked, or what is `told`.

    "": going back to the question.
    """

    what: str


class ReadMoves(msgspec.Struct, frozen=True):
    """Turning to a page of the list of moves, from 0."""

    page: int


class InBar(StrEnum):
    """What the bar at the table's foot does beside leading to other pages."""

    UNDO = "undo"
    REDO = "redo"
    MENU = "menu"


Action = (
    InBar
    | SetDraft
    | Decide
    | RollDie
    | Moved
    | LookAgain
    | Explain
    | ShowHand
    | Read
    | ReadMoves
    | Route
)


# What stands on the card


class Stepper(msgspec.Struct, frozen=True):
    """One material of a payment with a button for less and one for more."""

    material: Material
    number: int
    less: Choice
    more: Choice


class Steppers(Block, frozen=True):
    """A payment that is being put together, two materials a line."""

    steppers: tuple[Stepper, ...]


def words(text: str) -> Text:
    """A sentence of the question: what helps to answer it, or what holds already."""
    return Text(text, Tone.PLAIN, shrinks=True)


def alone(choice: Choice) -> Row:
    """An answer in a row of its own."""
    return Row((choice,))


class Question(msgspec.Struct, frozen=True):
    """What is asked of `color` (None: of the table), with the rules and sums behind it.

    `name` is who is asked; it stands in a band of the colour with the `title` at its right. Where
    it is empty the title stands alone: the whole table is asked, or nobody.
    `back` is the draft that the way back leads to; None where there is nothing to go back from.
    `others` are rows that a tap may bring in the place of these: the card is as high as for the
    highest, so that nothing jumps then. What `fills` the column stands in the tiles' place, too,
    and the answers above its rows stay as they are whatever these are.
    """

    color: Color | None
    title: str
    rows: tuple[Block, ...]
    reasons: tuple[Reason, ...]
    back: Draft | None = None
    name: str = ""
    others: tuple[tuple[Block, ...], ...] = ()
    fills: bool = False

    @property
    def choices(self) -> tuple[Choice, ...]:
        """All that answers it, and all that leads on, in the order of its rows."""
        found: list[Choice] = []
        for row in self.rows:
            if isinstance(row, Row):
                found += (item for item in row.items if isinstance(item, Choice))
            elif isinstance(row, Steppers):
                found += (one for each in row.steppers for one in (each.less, each.more))
        return tuple(found)
