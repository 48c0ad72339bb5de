"""Questions as data: the player, the rows, and the effects of the answers. Free of Kivy.

Every `Choice` has an `action` and a permanent key. Source: SCREEN.md, 2 and 4.
"""

from collections.abc import Callable, Iterable, Iterator
from enum import StrEnum
from itertools import groupby

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
    """Continue with another draft; nothing is decided."""

    draft: Draft


class Decide(msgspec.Struct, frozen=True):
    """Decide."""

    command: Command


class NothingForTheRest(msgspec.Struct, frozen=True):
    """Offer nothing here and at one's later huts of the final circuit."""


class RollDie(msgspec.Struct, frozen=True):
    """Roll the app's die."""


class MovesSettled(msgspec.Struct, frozen=True):
    """Settle these moves of a player's tray."""

    color: Color
    rows: tuple[moves.Row, ...]


class TakeBack(msgspec.Struct, frozen=True):
    """Take back an answer while others are still asked."""

    color: Color


class Explain(msgspec.Struct, frozen=True):
    """Explain why something is impossible; None: the player `by` has read it."""

    reason: str | None
    by: Color | None = None


class ShowHand(msgspec.Struct, frozen=True):
    """Show a player's hand while the finger stays; None: it was lifted."""

    color: Color | None


class DismissHint(msgspec.Struct, frozen=True):
    """Put away a hint that was read."""


class NoMoreHints(msgspec.Struct, frozen=True):
    """Switch hints off."""


class ResumeHints(msgspec.Struct, frozen=True):
    """Switch hints on again."""


class ReadText(msgspec.Struct, frozen=True):
    """Read the reasons for the `question`, or notices (`told`); "" returns to the question.

    The text faces the player `by`, if given.
    """

    what: str
    by: Color | None = None


class BarAction(StrEnum):
    """Actions of the bar that do not open a page."""

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
    """A material of a payment, with a button for less and one for more."""

    material: Material
    number: int
    less: Choice
    more: Choice


class Steppers(Block, frozen=True):
    """A payment being put together, two materials per line."""

    steppers: tuple[Stepper, ...]


def words(text: str) -> Text:
    """Return a sentence of the question."""
    return Text(text, Tone.PLAIN, shrinks=True)


class Help(Text, frozen=True):
    """An optional sentence of help, dropped if there is no room."""


def helping(text: str) -> Help:
    """Return an optional sentence of help."""
    return Help(text, Tone.PLAIN, shrinks=True)


def alone(choice: Choice) -> Row:
    """Return an answer in a row of its own."""
    return Row((choice,))


class Part(msgspec.Struct, frozen=True):
    """The choices of one of several players.

    The head shows the `name` and the `face` of the die. After an `answered` question the only
    choice is to take the answer back. A refusal (`refused`) is shown instead of the choices until
    it is read.
    """

    color: Color
    name: str
    face: Face
    choices: tuple[Choice, ...]
    answered: bool = False
    refused: str = ""

    @property
    def read(self) -> str:
        """The key of the button that removes the refusal."""
        return f"read.{self.color}"

    @property
    def why(self) -> Button:
        """The button that explains the question."""
        key, action = f"why.{self.color}", ReadText("question", self.color)
        return Button(key, action, "?", Style.ROUND, spoken=_("Why?"))

    @property
    def cells(self) -> int:
        """Number of buttons of an open part, including the one that explains."""
        return len(MATERIALS) + (2 if self.face is Face.PLUS else 1)


class Question(msgspec.Struct, frozen=True):
    """A question to `color` (None: the table), with the rules and sums behind it.

    `name` is shown in a band of the colour with the `title` at its right; without a name the
    title stands alone. `back` is the draft of the way back, or None. The card is as high as
    needed for `others`, rows that a tap may show instead. `parts` are for several players.
    `further` is a button shown with the rules behind the question, `brings` are choices whose
    effects are listed there. A question that `fills` the column also covers the trays, and its
    answers stay in place whatever the rows are; a `steady` one only keeps them in place. A
    `lean` one has no help. `field` is the field of the druid's question.
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
        """Return the question without help."""
        return self._with(_without_help)

    @property
    def leanest(self) -> "Question":
        """Return the question also without material names beside their chips."""
        return self._with(_without_names)

    @property
    def tightest(self) -> "Question":
        """Return the question without material names, in as few rows as possible."""
        return self._with(lambda rows: _joined(_without_names(rows)))

    def _with(self, leaner: Callable[[tuple[Block, ...]], Iterator[Block]]) -> "Question":
        rows, *others = (tuple(leaner(each)) for each in (self.rows, *self.others))
        return replace(self, rows=rows, others=tuple(others), lean=True)

    @property
    def choices(self) -> tuple[Choice, ...]:
        """All its buttons in the order of its rows."""
        found: list[Choice] = [choice for part in self.parts for choice in part.choices]
        for row in self.rows:
            if isinstance(row, Row):
                found += (item for item in row.items if isinstance(item, Choice))
            elif isinstance(row, Steppers):
                found += (one for each in row.steppers for one in (each.less, each.more))
        return tuple(found)


def _without_help(rows: tuple[Block, ...]) -> Iterator[Block]:
    for row in rows:
        match row:
            case Help():
                pass
            case _:
                yield row


def _without_names(rows: tuple[Block, ...]) -> Iterator[Block]:
    for row in _without_help(rows):
        match row:
            case Row(items) if all(map(_is_chip, items)):
                yield replace(row, items=tuple(replace(one, text="") for one in items))
            case _:
                yield row


_MOST_ABREAST = 4
_WIDE = 1.4


def _joined(rows: Iterable[Block]) -> Iterator[Block]:
    """Yield the rows with as many answers side by side as possible."""
    for are_answers, some in groupby(rows, _are_answers):
        if not are_answers:
            yield from some
            continue
        lines: list[list[Block]] = []
        for row in some:
            items = row.items if isinstance(row, Row) else ()
            for part in ([one] for one in items) if all(map(_is_sign, items)) else [[*items]]:
                if lines and len(lines[-1]) + len(part) <= _MOST_ABREAST:
                    lines[-1] += part
                else:
                    lines.append(part)
        yield from (Row(tuple(map(_wider, line) if len(line) > 2 else line)) for line in lines)


def _wider(answer: Block) -> Block:
    """Widen an answer in words beside answers with signs only."""
    if isinstance(answer, Choice) and answer.detail and not answer.signs:
        return replace(answer, width=_WIDE)
    return answer


def _are_answers(row: Block) -> bool:
    return isinstance(row, Row) and all(
        isinstance(item, Choice) and item.picture is None for item in row.items
    )


def _is_sign(block: Block) -> bool:
    return isinstance(block, Choice) and bool(block.signs) and not block.text


def _is_chip(block: Block) -> bool:
    if not isinstance(block, Choice) or not isinstance(block.symbol, Material):
        return False
    return not block.detail and not any(map(str.isdigit, block.text))
