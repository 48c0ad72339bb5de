"""Questions of the table as data: title, rows, and buttons with their actions. Free of Kivy.

Every `Choice` has an `action` and a permanent key. Source: SCREEN.md, 2 and 4.
"""

from enum import StrEnum

import msgspec
from msgspec.structs import replace

from companion import moves
from companion.commands import BuildHut, BuildTemple, Command, MoveWorker, Offer
from companion.pieces import MATERIALS, Color, Face, Material
from kiosk.pages.table.draft import Draft
from kiosk.pieces.form import Choice
from kiosk.routes import Route
from kiosk.ui.form import Block, Button, Row, Style, Text, Tone
from kiosk.words.language import _
from kiosk.words.reasons import ReasonText

# Actions


class SetDraft(msgspec.Struct, frozen=True):
    """Action: continue with another draft, without deciding anything."""

    draft: Draft


class Decide(msgspec.Struct, frozen=True):
    """Action: carry out a command."""

    command: Command


class NothingForTheRest(msgspec.Struct, frozen=True):
    """Action: offer nothing here or at one's later huts of the final circuit."""


class RollDie(msgspec.Struct, frozen=True):
    """Action: roll the app's die."""


class MovesSettled(msgspec.Struct, frozen=True):
    """Action: mark these moves of a player's tray as made on the table."""

    color: Color
    rows: tuple[moves.Row, ...]


class TakeBack(msgspec.Struct, frozen=True):
    """Action: withdraw a player's answer while other players can still answer."""

    color: Color


class Explain(msgspec.Struct, frozen=True):
    """Action: explain why something is impossible; None: the player `by` dismisses that."""

    reason: str | None
    by: Color | None = None


class ShowHand(msgspec.Struct, frozen=True):
    """Action: show a player's hand while the finger stays; None: hide it."""

    color: Color | None


class DismissHint(msgspec.Struct, frozen=True):
    """Action: remove a hint."""


class NoMoreHints(msgspec.Struct, frozen=True):
    """Action: remove a hint and switch hints off."""


class ResumeHints(msgspec.Struct, frozen=True):
    """Action: switch hints on again."""


class ReadText(msgspec.Struct, frozen=True):
    """Action: replace the question by the text `what`; "" shows the question again.

    Texts: "question" (its reasons) and the notices. The text faces the player `by`, if given.
    """

    what: str
    by: Color | None = None


class BarAction(StrEnum):
    """Actions of the bar's buttons, apart from opening pages."""

    UNDO = "undo"
    REDO = "redo"
    MUTE = "mute"
    MENU = "menu"


Action = (
    BarAction
    | SetDraft
    | Decide
    | NothingForTheRest
    | RollDie
    | MovesSettled
    | TakeBack
    | Explain
    | ShowHand
    | DismissHint
    | NoMoreHints
    | ResumeHints
    | ReadText
    | Route
)


# Blocks of the card


class Stepper(msgspec.Struct, frozen=True):
    """Material of a payment with its number and buttons for less and more."""

    material: Material
    number: int
    less: Choice
    more: Choice


class Steppers(Block, frozen=True):
    """Block to enter a payment, two materials per line."""

    steppers: tuple[Stepper, ...]


def words(text: str) -> Text:
    """Return a text block that shrinks if it does not fit."""
    return Text(text, Tone.PLAIN, shrinks=True)


class Help(Text, frozen=True):
    """Text of help, dropped if there is no room."""


def optional_help(text: str) -> Help:
    """Return a text of help, which is dropped if there is no room."""
    return Help(text, Tone.PLAIN, shrinks=True)


def alone(choice: Choice) -> Row:
    """Return a row with a single answer."""
    return Row((choice,))


class Part(msgspec.Struct, frozen=True):
    """One player's part of a question to several players.

    Its head shows the `name` and the `face` of the die. If it is `answered`, the only choice
    withdraws the answer. A reason why the answer was `refused` replaces the choices until it is
    dismissed.
    """

    color: Color
    name: str
    face: Face
    choices: tuple[Choice, ...]
    answered: bool = False
    refused: str = ""

    @property
    def read(self) -> str:
        """Key of the button that dismisses a refusal."""
        return f"read.{self.color}"

    @property
    def why(self) -> Button:
        """Button that explains the question."""
        key, action = f"why.{self.color}", ReadText("question", self.color)
        return Button(key, action, "?", Style.ROUND, spoken=_("Why?"))

    @property
    def cells(self) -> int:
        """Number of buttons while the part is unanswered, including the one that explains."""
        return len(MATERIALS) + (2 if self.face is Face.PLUS else 1)


class Question(msgspec.Struct, frozen=True):
    """Question to the player `color` (None: to all), with its answers and the rules behind it.

    The head has the `name` on the player's colour and the `title` beside it. `rows` are texts and
    answers. `back` is the draft after a tap on “back”; None: no such button. The card is also high
    enough for `others`, rows that a tap may show instead. `parts` are one per player asked.
    `further` is a button shown with the reasons, `brings` are choices whose benefits are explained
    there. With `fills` the card also covers the trays, and its answers never move; with `steady`
    they only never move. With `lean` it has no help. `field` is that of the druid's question.
    """

    color: Color | None
    title: str
    rows: tuple[Block, ...]
    reasons: tuple[ReasonText, ...]
    back: Draft | None = None
    name: str = ""
    others: tuple[tuple[Block, ...], ...] = ()
    fills: bool = False
    steady: bool = False
    lean: bool = False
    further: Choice | None = None
    brings: tuple[BuildHut | BuildTemple | MoveWorker | Offer, ...] = ()
    parts: tuple[Part, ...] = ()
    field: int | None = None

    @property
    def leaner(self) -> "Question":
        """The question without its help."""
        rows, *others = (
            tuple(row for row in each if not isinstance(row, Help))
            for each in (self.rows, *self.others)
        )
        return replace(self, rows=rows, others=tuple(others), lean=True)

    @property
    def choices(self) -> tuple[Choice, ...]:
        """All buttons in the order of the parts and rows."""
        found: list[Choice] = [choice for part in self.parts for choice in part.choices]
        for row in self.rows:
            if isinstance(row, Row):
                found += (item for item in row.items if isinstance(item, Choice))
            elif isinstance(row, Steppers):
                found += (one for each in row.steppers for one in (each.less, each.more))
        return tuple(found)
