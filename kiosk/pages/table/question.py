"""A question as data: who is asked, what, the rows that say it, and what answers do.

Where it is shown is chosen elsewhere. Every `Choice` carries what it does as its `action`; its key
is its name for good. Knows no Kivy. Source: SCREEN.md, 2 and 4.
"""

from collections.abc import Callable, Iterable, Iterator
from enum import StrEnum
from itertools import groupby

import msgspec
from msgspec.structs import replace

from companion.commands import BuildHut, BuildTemple, Command, MoveWorker, Offer
from companion.pieces import MATERIALS, Color, Face, Material
from kiosk.pages.table.draft import Draft
from kiosk.pieces.form import Choice, MoveCell
from kiosk.routes import Route
from kiosk.ui.form import Block, Button, Row, Style, Text, Tone
from kiosk.words.language import _
from kiosk.words.reasons import ReasonText

# What a tap does


class SetDraft(msgspec.Struct, frozen=True):
    """Going on to another draft; nothing is decided."""

    draft: Draft


class Decide(msgspec.Struct, frozen=True):
    """A decision."""

    command: Command


class NothingForTheRest(msgspec.Struct, frozen=True):
    """A decision of whoever offers in the final circuit: nothing here, nor at their later huts."""


class RollDie(msgspec.Struct, frozen=True):
    """The app's die decides the face."""


class Moved(msgspec.Struct, frozen=True):
    """Saying that a player has moved all that stands in their tray."""

    color: Color


class TakeBack(msgspec.Struct, frozen=True):
    """Being asked once more: an answer that waits for those of others is taken back."""

    color: Color


class Explain(msgspec.Struct, frozen=True):
    """Saying why something cannot be; None: that has been read, in their part by whom it was."""

    reason: str | None
    by: Color | None = None


class ShowHand(msgspec.Struct, frozen=True):
    """Showing a player's own hand while the finger stays; None: it has been lifted."""

    color: Color | None


class GotIt(msgspec.Struct, frozen=True):
    """Putting a hint away that has been read."""


class NoMoreHints(msgspec.Struct, frozen=True):
    """Being told nothing any more by itself."""


class HintsAgain(msgspec.Struct, frozen=True):
    """Being told things again after all."""


class Read(msgspec.Struct, frozen=True):
    """Reading, in the question's place, why the `question` is asked, or what is `told`.

    "": going back to the question. It is turned to the player who reads it, where they are `by`
    themselves.
    """

    what: str
    by: Color | None = None


class InBar(StrEnum):
    """What the bar at the table's foot does beside leading to other pages."""

    UNDO = "undo"
    REDO = "redo"
    MUTE = "mute"
    MENU = "menu"


Action = (
    InBar
    | SetDraft
    | Decide
    | NothingForTheRest
    | RollDie
    | Moved
    | TakeBack
    | Explain
    | ShowHand
    | GotIt
    | NoMoreHints
    | HintsAgain
    | Read
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


class Moves(Block, frozen=True):
    """Hand movements, each of which can be ticked, and at their end that all are `done`."""

    lines: tuple[MoveCell, ...]
    done: Choice


def words(text: str) -> Text:
    """A sentence of the question: what helps to answer it, or what holds already."""
    return Text(text, Tone.PLAIN, shrinks=True)


class Help(Text, frozen=True):
    """A sentence that only helps, or says what is to be seen: it goes where there is no room."""


def helping(text: str) -> Help:
    """Such a sentence of the question."""
    return Help(text, Tone.PLAIN, shrinks=True)


def alone(choice: Choice) -> Row:
    """An answer in a row of its own."""
    return Row((choice,))


class Part(msgspec.Struct, frozen=True):
    """What one of several who are asked at once chooses from, in a place of their own.

    Its head tells the `name`, and the `face` of the die for which they are asked. One who has
    `answered` can take that back, which is the only choice then; where their last answer was
    `refused`, it stands why instead, until they have read it.
    """

    color: Color
    name: str
    face: Face
    choices: tuple[Choice, ...]
    answered: bool = False
    refused: str = ""

    @property
    def read(self) -> str:
        """The key of the button that puts away why their answer was refused."""
        return f"read.{self.color}"

    @property
    def why(self) -> Button:
        """The way to what is behind the question."""
        key, action = f"why.{self.color}", Read("question", self.color)
        return Button(key, action, "?", Style.ROUND, spoken=_("Why?"))

    @property
    def cells(self) -> int:
        """How many answers it has, the way to what is behind it included, while it is open."""
        return len(MATERIALS) + (2 if self.face is Face.PLUS else 1)


class Question(msgspec.Struct, frozen=True):
    """What is asked of `color` (None: of the table), with the rules and sums behind it.

    `name` is who is asked; it stands in a band of the colour with the `title` at its right. Where
    it is empty the title stands alone: the whole table is asked, or nobody.
    `back` is the draft that the way back leads to; None where there is nothing to go back from.
    `others` are rows that a tap may bring in the place of these: the card is as high as for the
    highest, so that nothing jumps then. Where several are asked at once the card is divided into
    their `parts`. `further` is a way that is offered where the rules behind the question are read,
    `brings` the choices of which it is told there what they bring. What `fills` the column stands
    in the trays' place, too, and the answers above its rows stay as they are whatever these are.
    One that is `lean` says nothing that only helps. `field` is where the druid asks.
    """

    color: Color | None
    title: str
    rows: tuple[Block, ...]
    reasons: tuple[ReasonText, ...]
    back: Draft | None = None
    name: str = ""
    others: tuple[tuple[Block, ...], ...] = ()
    fills: bool = False
    lean: bool = False
    further: Choice | None = None
    brings: tuple[BuildHut | BuildTemple | MoveWorker | Offer, ...] = ()
    parts: tuple[Part, ...] = ()
    field: int | None = None

    @property
    def leaner(self) -> "Question":
        """The same without what only helps: words go before numbers, pieces and symbols do."""
        return self._with(_without_help)

    @property
    def leanest(self) -> "Question":
        """The same without the names of materials, too, where their chips are shown.

        What has a picture stands side by side.
        """
        return self._with(lambda rows: _pictures_abreast(_without_names(rows)))

    @property
    def tightest(self) -> "Question":
        """The same in the fewest rows: what has room in one stands in one."""
        return self._with(lambda rows: _joined(_pictures_abreast(_without_names(rows))))

    def _with(self, leaner: Callable[[tuple[Block, ...]], Iterator[Block]]) -> "Question":
        rows, *others = (tuple(leaner(each)) for each in (self.rows, *self.others))
        return replace(self, rows=rows, others=tuple(others), lean=True)

    @property
    def choices(self) -> tuple[Choice, ...]:
        """All that answers it, and all that leads on, in the order of its rows."""
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


def _pictures_abreast(rows: Iterable[Block]) -> Iterator[Block]:
    for is_way, some in groupby(rows, _is_way):
        if is_way:
            yield Row(tuple(item for row in some if isinstance(row, Row) for item in row.items))
        else:
            yield from some


_MOST_ABREAST = 4
_WIDE = 1.4


def _joined(rows: Iterable[Block]) -> Iterator[Block]:
    """The rows, as many answers side by side as may be; signs alone fill one row after another."""
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
    """What says in words what it does, and what that scores, needs more than a sign beside it."""
    if isinstance(answer, Choice) and answer.detail and not answer.signs:
        return replace(answer, width=_WIDE)
    return answer


def _are_answers(row: Block) -> bool:
    return isinstance(row, Row) and all(
        isinstance(item, Choice) and item.picture is None for item in row.items
    )


def _is_sign(block: Block) -> bool:
    return isinstance(block, Choice) and bool(block.signs) and not block.text


def _is_way(row: Block) -> bool:
    return isinstance(row, Row) and all(
        isinstance(item, Choice) and item.picture is not None for item in row.items
    )


def _is_chip(block: Block) -> bool:
    if not isinstance(block, Choice) or not isinstance(block.symbol, Material):
        return False
    return not block.detail and not any(map(str.isdigit, block.text))
