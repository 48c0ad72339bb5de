"""Forms of several steps: where somebody is, what a step shows and where a tap leads; no Kivy.

All of it is frozen: a `Choice` carries the `Flow` that a tap on it leads to, or an `Errand` that
only the screen can run.
"""

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Generic, TypeVar

import msgspec
from msgspec.structs import replace

from companion.errors import RuleViolation
from companion.pieces import Bonus, Color, Material, Rune
from companion.sentence import Sentence
from companion.state import Building
from kiosk.pieces.picture import BoardPicture, Finger
from kiosk.rotation import Rotation
from kiosk.toolkit.key_pages import Typing
from kiosk.toolkit.theme import TOUCH
from kiosk.words.language import _, visible
from kiosk.words.texts import NO_NAMES, said

DraftT = TypeVar("DraftT")
StepT = TypeVar("StepT", bound=msgspec.Struct)


class Flow(msgspec.Struct, Generic[DraftT, StepT], frozen=True):
    """What is entered, and the steps that led here: the last is shown, back is the one before.

    `told` answers the last tap: why it did nothing or, as a `note`, what is good to know; else it
    is empty. `rule` is the id of the rule that is against it, if one is.
    """

    draft: DraftT
    steps: tuple[StepT, ...]
    told: str = ""
    note: bool = False
    rule: str = ""

    @property
    def step(self) -> StepT:
        """The step that is shown."""
        return self.steps[-1]

    @property
    def silent(self) -> "Flow[DraftT, StepT]":
        """The same step, which tells nothing."""
        return replace(self, told="", note=False, rule="")

    def entered(self, draft: DraftT) -> "Flow[DraftT, StepT]":
        """The same step with another draft."""
        return replace(self.silent, draft=draft)

    def on(self, step: StepT) -> "Flow[DraftT, StepT]":
        """One step further."""
        return replace(self.silent, steps=(*self.steps, step))

    def at(self, step: StepT) -> "Flow[DraftT, StepT]":
        """Another step in place of this one."""
        return replace(self.silent, steps=(*self.steps[:-1], step))

    def back(self) -> "Flow[DraftT, StepT]":
        """The step before. Raises IndexError at the first one."""
        if len(self.steps) == 1:
            raise IndexError("there is no step before the first one")
        return replace(self.silent, steps=self.steps[:-1])

    def from_start(self, *further: StepT) -> "Flow[DraftT, StepT]":
        """Further steps from the first one on."""
        return replace(self.silent, steps=(self.steps[0], *further))

    def telling(self, text: str, rule: str = "") -> "Flow[DraftT, StepT]":
        """Nothing done, and why; `rule` is the id of the rule that is against it, if one is."""
        return replace(self, told=text, note=False, rule=rule)

    def noting(self, text: str) -> "Flow[DraftT, StepT]":
        """The same step, and what is good to know: nothing was refused."""
        return replace(self, told=text, note=True, rule="")


def attempt(
    flow: Flow[DraftT, StepT],
    act: Callable[[], Flow[DraftT, StepT]],
    names: Mapping[Color, str] = NO_NAMES,
) -> Flow[DraftT, StepT]:
    """What `act` leads to, or `flow` telling why the rules refuse that."""
    try:
        return act()
    except RuleViolation as refusal:
        return flow.telling(not_possible(refusal.sentence, names), refusal.rule)


def not_possible(why: Sentence, names: Mapping[Color, str] = NO_NAMES) -> str:
    """Why something is refused, in the table's language; `names` are those of the players."""
    return _("Not possible: {reason}.", reason=visible(said(why, names)))


class Errand(StrEnum):
    """What only the screen can do: go away, do what was entered, let chance or a page enter it."""

    LEAVE = "leave"
    FINISH = "finish"
    CHANCE = "chance"
    READ = "read"


class Style(StrEnum):
    """How a choice is drawn."""

    PLAIN = "plain"
    PRIMARY = "primary"
    QUIET = "quiet"
    NAME = "name"
    RADIO = "radio"
    LISTING = "listing"


class Stone(msgspec.Struct, frozen=True):
    """A rune stone and who holds it."""

    rune: Rune
    holder: Color | None


Symbol = Material | Color | Bonus | Building | Stone


class Choice(msgspec.Struct, frozen=True):
    """A button: `key` names it for good, `action` is what a tap does.

    `symbol` stands before the text or alone. `detail` is what counts, at the right end or below a
    symbol alone; `hint` stands at the right end of a name, more softly. `chosen` rings the button,
    `marked` says that something is set there. A name may be cut, a `typed` one is bold; a listing
    shows as many of the lines of its text as fit. `width` is relative to the others in the row.
    """

    key: str
    action: object
    text: str = ""
    style: Style = Style.PLAIN
    symbol: Symbol | None = None
    detail: str = ""
    hint: str = ""
    chosen: bool = False
    marked: bool = False
    typed: bool = False
    width: float = 1.0


class Tone(StrEnum):
    """How a text is written: softly, as why a tap did nothing, as what holds, on three grounds."""

    SOFT = "soft"
    TOLD = "told"
    STRONG = "strong"
    ENTRY = "entry"
    CARD = "card"
    NUMBER = "number"


class About(msgspec.Struct, frozen=True):
    """Reading all about a rule, by its id."""

    rule: str


class Words(msgspec.Struct, frozen=True):
    """A text among the choices; with an `about` it can be tapped, and leads to that rule.

    Where there is no room for it, it is written smaller, and at last only what is `short` for it.
    """

    text: str
    tone: Tone = Tone.SOFT
    width: float = 1.0
    about: About | None = None
    short: str = ""


class Stack(msgspec.Struct, frozen=True):
    """The workers on a plain from the bottom up; `marked` says that they are set."""

    plain: Material
    workers: tuple[Color, ...]
    marked: bool
    width: float = 1.0


class Person(msgspec.Struct, frozen=True):
    """A player's badge with the name below."""

    color: Color
    name: str
    width: float = 1.0


class Held(msgspec.Struct, frozen=True):
    """A player's badge and name to hold: `touched` is done at the touch, `lifted` at its end."""

    key: str
    color: Color
    name: str
    touched: object
    lifted: object
    width: float = 1.0


class Paper(msgspec.Struct, frozen=True):
    """Headings with a text each, to read, in two columns."""

    lines: tuple[tuple[str, str], ...]
    width: float = 1.0


class RoundTable(msgspec.Struct, frozen=True):
    """The table from above, with the screen on it, an arrow clockwise, and who sits where.

    `seats` are the players in the order of their turns, each with how far the screen turns to them.
    `about` is said of it and `order` can be tapped, below it or, on an upright screen, beside it.
    """

    seats: tuple[tuple[Color, Rotation], ...]
    about: Words
    order: Choice | None = None
    width: float = 1.0


Item = Choice | Words | Stack | Person | Held | Paper | RoundTable


class Row(msgspec.Struct, frozen=True):
    """Items side by side, `height` dp high and higher where a text needs it.

    Rows with a `share` divide among them what the others leave of a column. On an upright screen
    a row that has `folds` goes on in a second line after so many items.
    """

    items: tuple[Item, ...] = ()
    height: float = TOUCH
    share: float = 0.0
    folds: int = 0


GAP_ROW = Row(share=1)
"""Takes what the other rows leave."""


class Column(msgspec.Struct, frozen=True):
    """Rows from the top down; `width` is relative to that of the other columns."""

    rows: tuple[Row, ...]
    width: float = 1.0


class Scene(msgspec.Struct, frozen=True):
    """The board at the left: the fields that may be tapped and what is set on it are ringed.

    A `reading` finger shows where something is to be read on the cardboard.
    """

    picture: BoardPicture
    open_fields: frozenset[int] = frozenset()
    set_fields: frozenset[int] = frozenset()
    set_plains: frozenset[Material] = frozenset()
    reading: Finger | None = None


class Form(msgspec.Struct, frozen=True):
    """A step to choose from: beside the board where there is a `scene`, else on the whole screen.

    `way_out` stands beside the title. On an upright screen, where columns lie one above another,
    the `lowest` (from 0) lies at the foot: it has the main button.
    """

    title: str
    way_out: Choice
    columns: tuple[Column, ...]
    scene: Scene | None = None
    lowest: int = 0


class Typed(msgspec.Struct, frozen=True):
    """A step to type a text; its step of the flow keeps the half-typed one as `typing`.

    `offers` stand above the keyboard, side by side: texts that need not be typed.
    """

    title: str
    typing: Typing
    done: Callable[[str], object]
    cancelled: object
    offers: tuple[Choice, ...] = ()


class Reading(msgspec.Struct, frozen=True):
    """A step to read."""

    title: str
    texts: tuple[str, ...]
    back: object


def told_or(flow: Flow[DraftT, StepT], text: str) -> Words:
    """What answers the last tap, a refusal in its own colour, else a text that helps."""
    if not flow.told:
        return Words(text)
    about = About(flow.rule) if flow.rule else None
    return Words(flow.told, Tone.STRONG if flow.note else Tone.TOLD, about=about)


def turned(number: int, pages: int) -> str:
    """What stands on the button that turns pages; `number` counts from 0."""
    return _("More ({page} of {pages})", page=number + 1, pages=pages)
