"""What pages are made of: blocks below each other and side by side, all frozen; no Kivy.

A page says what it shows as a `Form`. The renderer measures it, draws it, turns its pages, and
tells what was tapped: the `action` of a button, which is something to call, the `Flow` that the
tap leads to, an `Effect` that only the page can bring about, or whatever else a page knows.

Blocks of other kinds, the game's pieces above all, are made where they belong: a class whose
height and looks are registered with the renderer is a block like these.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from enum import StrEnum
from typing import Any, Generic, TypeVar

import msgspec
from msgspec.structs import replace

from kiosk.ui.key_pages import Typing
from kiosk.ui.theme import DECISION_TEXT, GAP, TEXT, TOUCH, Rgb
from kiosk.words.language import _, in_context
from kiosk.words.paragraph import Paragraph

DraftT = TypeVar("DraftT")
StepT = TypeVar("StepT", bound=msgspec.Struct)


class Call(msgspec.Struct, frozen=True):
    """A function to call with something, as an action.

    Two that are equal do the same: a button that is shown again stays, with the finger on it. A
    lambda is another one each time.
    """

    function: Callable[..., object]
    about: tuple[Any, ...] = ()
    named: tuple[tuple[str, Any], ...] = ()

    def __call__(self, *more: object) -> None:
        """Call it, with `more` behind what it is about."""
        self.function(*self.about, *more, **dict(self.named))


def call(function: Callable[..., object], *about: object, **named: object) -> Call:
    """Calling a function with something, as an action."""
    return Call(function, about, tuple(named.items()))


class Block(msgspec.Struct, frozen=True, cache_hash=True):
    """Something with a place on a page; whole blocks are looked up, so the hash is cached.

    `width` is its part of a row, relative to its neighbours' (default 1); 0 is as much as it needs.
    Blocks with a `share` divide the height that the others leave of a column.
    """


class Tone(StrEnum):
    """How a text is written, on the ground of the page, on a darker box, or on paper."""

    PLAIN = "plain"
    SOFT = "soft"
    WARNED = "warned"
    STRONG = "strong"
    BOLD = "bold"
    HEADING = "heading"
    STRUCK = "struck"
    ENTRY = "entry"
    CARD = "card"
    NUMERAL = "numeral"
    NUMBER = "number"


class Align(StrEnum):
    """Where a text stands in its box."""

    LEFT = "left"
    CENTER = "center"
    RIGHT = "right"


class Text(Block, frozen=True):
    """A text as high as it needs. With an `action` it can be tapped, and a question mark says so.

    One that `is_name` is what people call themselves: it is written whole, however small. It is as
    high as the highest of the `others` that may take its place: then nothing jumps. Where there is
    no room for it, it is written smaller, and at last only what is `short` for it. One that
    `shrinks` asks for less height where its column has too little, and has smaller letters then.
    Its `size` is in sp; 0 is the tone's own.
    """

    text: str
    tone: Tone = Tone.SOFT
    width: float = 1.0
    action: object = None
    align: Align = Align.LEFT
    is_name: bool = False
    key: str = "told"
    others: tuple[str, ...] = ()
    short: str = ""
    share: float = 0.0
    size: float = 0.0
    shrinks: bool = False


class Style(StrEnum):
    """How a button is drawn; a main one is plain, and what Enter taps, as a primary one."""

    PLAIN = "plain"
    PRIMARY = "primary"
    MAIN = "main"
    QUIET = "quiet"
    PAPER = "paper"
    NAME = "name"
    RADIO = "radio"
    LISTING = "listing"
    ROUND = "round"
    WHY = "why"


class Button(Block, frozen=True):
    """Something to tap: `key` names it for good, `action` is what a tap does.

    `symbol` is drawn before the text, or alone. `detail` is what counts, at the right end or below
    a symbol alone; `hint` stands at the right end of a name, more softly. `chosen` rings the
    button, `marked` says that something is set there. A `typed` name is bold; a listing shows as
    many of the lines of its text as fit; a round one is a sign on a disc, in the style `WHY` a
    question mark alone. Plain letters have `size` sp at most. `spoken` is what a voice says in the
    place of a text that is only a sign.
    """

    key: str
    action: object
    text: str = ""
    style: Style = Style.PLAIN
    symbol: Hashable = None
    detail: str = ""
    hint: str = ""
    chosen: bool = False
    marked: bool = False
    typed: bool = False
    width: float = 1.0
    is_name: bool = False
    size: float = DECISION_TEXT
    spoken: str = ""


class Picture(Block, frozen=True):
    """Whatever draws itself: `draw` is called with a surface, a box, and what it is `about`.

    `height` is what it needs at least, in dp, or a function from its width to its height, both in
    pixels. With a `key` it can be tapped. A function of its own for each picture, such as a lambda,
    would have it made anew each time, and the finger on it taps nothing.
    """

    draw: Callable[..., None]
    height: float | Callable[[float], float] = 0.0
    key: str = ""
    action: object = None
    width: float = 1.0
    share: float = 0.0
    about: tuple[Hashable, ...] = ()


class Icon(Block, frozen=True):
    """The symbol of something in the middle of its place, `radius` dp to each side."""

    symbol: Hashable
    radius: float = 15.0
    width: float = 0.0


class Rule(Block, frozen=True):
    """A thin line from side to side."""


class Widget(Block, frozen=True):
    """A widget of a `kind` that draws itself, made in its box `about` something.

    `height` is as a picture's.
    """

    kind: Callable[..., Any]
    about: tuple[Hashable, ...] = ()
    height: float | Callable[[float], float] = 0.0
    width: float = 1.0
    share: float = 0.0


class Row(Block, frozen=True):
    """Blocks side by side, `gap` dp apart, `height` dp high, higher where one of them needs it.

    On an upright page it goes on in a second line after `folds` blocks. Where it `fits_texts`, its
    buttons are as wide as their texts need, as far as the others can spare that.
    """

    items: tuple[Block, ...] = ()
    height: float = TOUCH
    share: float = 0.0
    folds: int = 0
    fits_texts: bool = False
    gap: float = GAP
    width: float = 1.0


GAP_ROW = Row(share=1)
"""Takes what the other rows leave."""


class Ground(StrEnum):
    """What a column stands on."""

    SURFACE = "surface"
    PAPER = "paper"
    WARNING = "warning"


class Column(Block, frozen=True):
    """Blocks from the top down, `gap` dp apart, `least_gap` where there is too little room.

    On a `ground` of its own it keeps `pad` dp from the edges. With `pages`, blocks that have
    no room stand on further ones; texts higher than a page go on there. Before that they move as
    close together as the `least_gap`, in dp. A button of that key turns the pages: in the last row
    of the `foot`, which stands below each page, or in the form's head where it is `turned_above`.
    What is `last` stands before it below the last page only, which is no page of its own for that.
    `most` is how wide it is at most, in dp, in the middle of its place. With a `key` it can be
    tapped as a whole, and nothing in it alone; `main`: that is the page's main answer.
    """

    rows: tuple[Block, ...]
    width: float = 1.0
    gap: float = GAP
    ground: Ground | Rgb | None = None
    pad: float = 12
    pages: str = ""
    turned_above: bool = False
    least_gap: float = GAP
    most: float | None = None
    share: float = 0.0
    foot: tuple[Row, ...] = ()
    last: tuple[Block, ...] = ()
    key: str = ""
    action: object = None
    main: bool = False


class Table(Block, frozen=True):
    """Rows whose blocks stand below each other in columns, `across` dp apart.

    `widths` has one of each column: relative to the others, or 0 for what its widest block needs.
    The columns that are `lit`, from 0, stand on a lighter ground. A row of another number of blocks
    has its own widths.
    """

    rows: tuple[Block, ...]
    widths: tuple[float, ...]
    across: float = 4.0
    gap: float = 0.0
    lit: tuple[int, ...] = ()
    width: float = 1.0
    share: float = 0.0


class Form(msgspec.Struct, frozen=True):
    """All that a page shows: its `title`, the way out beside it, and columns below.

    Without a way out there is no title: all is in the columns.

    Beside the board where there is a `scene`, which is the page's own. On an upright page, where
    columns lie one above another, the `lowest` (from 0) lies at the foot: it has the main button. A
    title that `is_name` is written whole. `above` and `foot` are rows over the whole width.
    """

    title: str
    way_out: Button | None
    columns: tuple[Column, ...]
    scene: object = None
    lowest: int = 0
    head_buttons: tuple[Button, ...] = ()
    is_name: bool = False
    above: tuple[Block, ...] = ()
    foot: tuple[Block, ...] = ()


class Typed(msgspec.Struct, frozen=True):
    """A page to type a text, half typed as `typing`; `done` is what the whole text leads to.

    `offers` stand above the keyboard, side by side: texts that need not be typed. `done_text` is
    what the key says that ends it, where that leads on.
    """

    title: str
    typing: Typing
    done: Callable[[str], object]
    cancelled: object
    offers: tuple[Button, ...] = ()
    done_text: str = ""


def in_rows(blocks: Sequence[Block], across: int, height: float = TOUCH) -> Iterator[Row]:
    """Equally wide blocks in rows of so many, `height` dp high."""
    for first in range(0, len(blocks), across):
        some = blocks[first : first + across]
        yield Row((*some, *(Text(""),) * (across - len(some))), height)


def stepper(key: str, text: str, step: Callable[[int], object], height: float = TOUCH) -> Row:
    """A number between a button for less and one for more, which call `step` with -1 and 1.

    Their keys are `<key>.less` and `<key>.more`.
    """
    # For translators: said by a voice, of the button with a minus
    fewer = in_context("spoken", "less")
    # For translators: said by a voice, of the button with a plus
    further = in_context("spoken", "more")
    less = Button(f"{key}.less", call(step, -1), "−", width=0.4, spoken=fewer)
    told = Text(text, Tone.PLAIN, align=Align.CENTER, size=DECISION_TEXT)
    more = Button(f"{key}.more", call(step, 1), "+", width=0.4, spoken=further)
    return Row((less, told, more), height)


def to_read(
    title: str, paragraphs: Sequence[Paragraph], *ways: Button, further: Row | None = None
) -> Column:
    """A card to read, page by page (`more`): a title, paragraphs, and buttons that lead on.

    A `further` row stands above these.
    """
    texts = []
    for heading, text in paragraphs:
        both = (Text(heading, Tone.HEADING, size=TEXT), Text(text, Tone.PLAIN))
        texts.append(Column(tuple(one for one in both if one.text)))
    foot = (*(() if further is None else (further,)), Row(ways, fits_texts=True))
    read = Column(tuple(texts), pages="more", share=1, foot=foot)
    return Column((Text(title, Tone.HEADING), read), ground=Ground.PAPER)


def page_to_read(title: str, texts: Iterable[str], back: object) -> Form:
    """A page that is a card to read."""
    told = [Paragraph("", text) for text in texts]
    return Form("", None, (to_read(title, told, way_back(back)),))


def way_back(action: object) -> Button:
    """The button that leads back."""
    return Button("back", action, _("Back"))


def page_words(number: int, pages: int) -> str:
    """What stands on the button that turns pages; `number` counts from 0."""
    return _("More ({page} of {pages})", page=number + 1, pages=pages)


# Forms of several steps


class Effect(StrEnum):
    """What only the page can do: leave, do what was entered, let chance or a page fill it in."""

    LEAVE = "leave"
    FINISH = "finish"
    CHANCE = "chance"
    READ = "read"


class Flow(msgspec.Struct, Generic[DraftT, StepT], frozen=True):
    """What has been entered, and the steps that led here: the last is shown, `back` the one before.

    `told` answers the last tap: why it did nothing or, as a `note`, what is good to know; else it
    is empty. `rule` is the id of the rule against it, if any.
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
        """The same step without a message."""
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
        """The same step, telling why nothing was done; `rule` is the id of what is against it."""
        return replace(self, told=text, note=False, rule=rule)

    def noting(self, text: str) -> "Flow[DraftT, StepT]":
        """The same step with something worth knowing: nothing was refused."""
        return replace(self, told=text, note=True, rule="")
