"""The words in which a question is put: its rows, the choices that answer it and what they do.

Every `Choice` carries either the next draft or the command that it gives; its key is its name
for good. Knows no Kivy. Source: touchscreen, 2 and 4.
"""

from enum import StrEnum

import msgspec

from companion.commands import Command
from companion.pieces import MATERIALS, Bonus, Chips, Color, Face, Material, Rune
from kiosk.pages.table.draft import Draft
from kiosk.pieces.picture import InTower
from kiosk.words.moves import Picture
from kiosk.words.reasons import Reason


class Think(msgspec.Struct, frozen=True):
    """Going on to another draft; nothing is decided."""

    draft: Draft


class Do(msgspec.Struct, frozen=True):
    """A decision."""

    command: Command


class RollDie(msgspec.Struct, frozen=True):
    """The app's die decides the face."""


class Moved(msgspec.Struct, frozen=True):
    """Saying that all is moved as the list asks, and that what begins has been read."""


class LookAgain(msgspec.Struct, frozen=True):
    """Looking at the list of moves again, as it was said too early that all is moved."""


class Tell(msgspec.Struct, frozen=True):
    """Saying why something cannot be."""

    reason: str


class Peek(msgspec.Struct, frozen=True):
    """Showing a player's own hand for as long as the finger stays."""

    color: Color


class Go(msgspec.Struct, frozen=True):
    """Going to another screen, by its name, and to a place there that it knows, if to any."""

    screen: str
    at: object | None = None


Action = Think | Do | RollDie | Moved | LookAgain | Tell | Peek | Go


class Style(StrEnum):
    """How loudly a choice is offered."""

    PRIMARY = "primary"
    PLAIN = "plain"
    QUIET = "quiet"


class Choice(msgspec.Struct, frozen=True, kw_only=True):
    """One answer: `key` names it for good, `dim` marks one that only tells why not.

    `symbol` stands before the text, or several in `symbols`; `detail` at the right end, or
    `earnings`: who would get how many chips; a text that `is_name` may be shortened; `width` is
    relative to the others in its row. With a `picture` it is a large button, whose detail says
    below the text how to go on.
    """

    key: str
    action: Action
    text: str = ""
    detail: str = ""
    earnings: tuple[tuple[Color, int], ...] = ()
    style: Style = Style.PLAIN
    symbol: Material | Face | Rune | Color | Bonus | InTower | None = None
    symbols: tuple[Material, ...] = ()
    chosen: bool = False
    dim: bool = False
    is_name: bool = False
    picture: Picture | None = None
    width: float = 1.0


class Words(msgspec.Struct, frozen=True):
    """A sentence of the question: what helps to answer it, or what holds already."""

    text: str


class ChipRow(msgspec.Struct, frozen=True):
    """Chips as drawings, a group a material in that order; at the right of a text, if any."""

    chips: Chips
    order: tuple[Material, ...] = MATERIALS
    text: str = ""


class Shares(msgspec.Struct, frozen=True):
    """A few words, and at their right players with a number each."""

    text: str
    shares: tuple[tuple[Color, int], ...]


class Spans(msgspec.Struct, frozen=True):
    """A few words, and below them what players would have, as many in a line as have room."""

    text: str
    spans: tuple[tuple[Color, str], ...]


class Choices(msgspec.Struct, frozen=True):
    """Answers side by side."""

    choices: tuple[Choice, ...]


def alone(choice: Choice) -> Choices:
    """An answer in a row of its own."""
    return Choices((choice,))


class Stepper(msgspec.Struct, frozen=True):
    """One material of a payment with a button for less and one for more."""

    material: Material
    number: int
    less: Choice
    more: Choice


class Steppers(msgspec.Struct, frozen=True):
    """A payment that is being put together, two materials a line."""

    steppers: tuple[Stepper, ...]


Row = Words | ChipRow | Shares | Spans | Choices | Steppers


class Question(msgspec.Struct, frozen=True):
    """What the right panel asks of `color` (None: of the table), with the rules and sums behind it.

    `name` is who is asked; it stands in a band of the colour with the `title` at its right. Where
    it is empty the title stands alone: the whole table is asked, or nobody.
    `back` is the draft that the way back leads to; None where there is nothing to go back from.
    `others` are rows that a tap may bring in the place of these: the card is as high as for the
    highest, so that nothing jumps then. What `fills` the column stands in the tiles' place, too,
    and the answers above its rows stay as they are whatever these are.
    """

    color: Color | None
    title: str
    rows: tuple[Row, ...]
    reasons: tuple[Reason, ...]
    back: Draft | None = None
    name: str = ""
    others: tuple[tuple[Row, ...], ...] = ()
    fills: bool = False
