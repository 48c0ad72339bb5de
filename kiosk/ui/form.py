"""Blocks that pages consist of, as immutable data. Free of Kivy.

A page returns a `Form`. The renderer measures and draws it, turns its pages, and reports taps by
the `action` of the tapped block: a function to call, the `Flow` that the tap leads to, an `Effect`
for the page, or a value that the page knows. Other kinds of blocks, such as pieces, are defined
elsewhere and register their height and widget with the renderer.
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
    """Action: a function with its arguments.

    Calls with equal functions and arguments are equal, so that a redrawn button stays under the
    finger. A lambda would differ each time.
    """

    function: Callable[..., object]
    about: tuple[Any, ...] = ()
    named: tuple[tuple[str, Any], ...] = ()

    def __call__(self, *more: object) -> None:
        """Call the function with `more` after its own arguments."""
        self.function(*self.about, *more, **dict(self.named))


def call(function: Callable[..., object], *about: object, **named: object) -> Call:
    """Return an action that calls `function`."""
    return Call(function, about, tuple(named.items()))


class Block(msgspec.Struct, frozen=True, cache_hash=True):
    """Part of a page.

    `width` is relative to the neighbours in a row; 0 means as much as the block needs. Blocks with
    a `share` divide the remaining height of a column. Hashes are cached, as whole blocks are keys
    of caches.
    """


class Tone(StrEnum):
    """Look of a text: on the page's background, in a darker box, or on paper."""

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


class Align(StrEnum):
    """Horizontal alignment."""

    LEFT = "left"
    CENTER = "center"
    RIGHT = "right"


class Text(Block, frozen=True):
    """Block: a text, as high as it needs.

    With an `action` it can be tapped and has a question mark. It is as high as the highest of the
    `others` that may replace it, so that nothing moves. If it does not fit, its letters shrink, and
    finally `short` replaces it. A text that `is_name` is shrunk as far as necessary, but never cut.
    A text that `shrinks` may get less height when its column is short of room. `size` is in sp; 0
    means the tone's size.
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
    """Look of a button; `MAIN` looks plain, and Enter taps it like a primary one."""

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
    """Block: a button; `key` is its permanent name, `action` the effect of a tap.

    `symbol` is drawn before the text, or alone. `detail` is at the right end, or below a lone
    symbol; `hint` is fainter at the right end of a name. `chosen` draws a ring around the button,
    `marked` a dot. A `typed` name is bold; a button in the listing style shows as many lines as
    fit; a round one is a sign on a disc, in the style `WHY` only a question mark. `size` limits
    plain letters, in sp. `spoken` is for the voice if the text is only a sign.
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
    """Block: a drawing; `draw` is called with a surface, a box, and `about`.

    `height` is its least in dp, or a function from width to height in pixels. With a `key` it can
    be tapped. `draw` must be the same function each time: a lambda would replace the picture under
    a finger.
    """

    draw: Callable[..., None]
    height: float | Callable[[float], float] = 0.0
    key: str = ""
    action: object = None
    width: float = 1.0
    share: float = 0.0
    about: tuple[Hashable, ...] = ()


class Icon(Block, frozen=True):
    """Block: a symbol in the middle of its box; `radius` in dp."""

    symbol: Hashable
    radius: float = 15.0
    width: float = 0.0


class Rule(Block, frozen=True):
    """Block: a thin horizontal line."""


class Widget(Block, frozen=True):
    """Block: a custom widget, made by calling `kind` with its box and `about`.

    `height` is as in `Picture`.
    """

    kind: Callable[..., Any]
    about: tuple[Hashable, ...] = ()
    height: float | Callable[[float], float] = 0.0
    width: float = 1.0
    share: float = 0.0


class Row(Block, frozen=True):
    """Block: blocks side by side, `gap` dp apart, at least `height` dp high.

    On an upright page it wraps after `folds` blocks. With `fits_texts`, buttons are as wide as
    their texts, as far as the others can spare that.
    """

    items: tuple[Block, ...] = ()
    height: float = TOUCH
    share: float = 0.0
    folds: int = 0
    fits_texts: bool = False
    gap: float = GAP
    width: float = 1.0


GAP_ROW = Row(share=1)
"""Empty row that takes the remaining height."""


class Ground(StrEnum):
    """Background of a column."""

    SURFACE = "surface"
    PAPER = "paper"
    WARNING = "warning"


class Column(Block, frozen=True):
    """Block: blocks from top to bottom, `gap` dp apart, or `least_gap` if there is too little room.

    On a `ground` of its own it has a padding of `pad` dp. With `pages`, blocks that do not fit, and
    the rest of long texts, move to further pages. A button with that key turns the pages: in the
    last row of the `foot`, which is below each page, or in the form's head if `turned_above`.
    `last` is added below the last page if there is room. `most` is its largest width in dp. With a
    `key` it can be tapped as a whole; `main`: as the page's main answer.
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
    """Block: rows whose blocks are aligned in columns, `across` dp apart.

    `widths` has one for each column: relative, or 0 for the width of its widest block. Columns in
    `lit`, from 0, have a lighter background. A row with another number of blocks has its own
    widths.
    """

    rows: tuple[Block, ...]
    widths: tuple[float, ...]
    across: float = 4.0
    gap: float = 0.0
    lit: tuple[int, ...] = ()
    width: float = 1.0
    share: float = 0.0


class Form(msgspec.Struct, frozen=True):
    """A page: `title`, a way out beside it, and columns.

    Without a way out there is no title. With a `scene`, the columns are beside the board, which the
    page draws. On an upright page the columns are stacked, with the one of index `lowest`, which
    has the main button, at the foot. A title with `is_name` is never cut. `above` and `foot` are
    rows over the whole width.
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


class TypingForm(msgspec.Struct, frozen=True):
    """A page to type a text with the keyboard's state `typing`; `done` receives the text.

    `offers` are texts above the keyboard that can be chosen instead. `done_text` is the label of
    the key that ends typing.
    """

    title: str
    typing: Typing
    done: Callable[[str], object]
    cancelled: object
    offers: tuple[Button, ...] = ()
    done_text: str = ""


def in_rows(blocks: Sequence[Block], across: int, height: float = TOUCH) -> Iterator[Row]:
    """Wrap blocks into rows of `across` blocks, `height` dp high."""
    for first in range(0, len(blocks), across):
        some = blocks[first : first + across]
        yield Row((*some, *(Text(""),) * (across - len(some))), height)


def stepper(key: str, text: str, step: Callable[[int], object], height: float = TOUCH) -> Row:
    """Return a row with a text between two buttons that call `step` with -1 and 1.

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


def reading_card(
    title: str, paragraphs: Sequence[Paragraph], *ways: Button, further: Row | None = None
) -> Column:
    """Return a column to read: title, paragraphs on pages, and buttons; `further` is above them."""
    texts = []
    for heading, text in paragraphs:
        both = (Text(heading, Tone.HEADING, size=TEXT), Text(text, Tone.PLAIN))
        texts.append(Column(tuple(one for one in both if one.text)))
    foot = (*(() if further is None else (further,)), Row(ways, fits_texts=True))
    read = Column(tuple(texts), pages="more", share=1, foot=foot)
    return Column((Text(title, Tone.HEADING), read), ground=Ground.PAPER)


def reading_page(title: str, texts: Iterable[str], back: object) -> Form:
    """Return a page that shows the texts on a card to read."""
    told = [Paragraph("", text) for text in texts]
    return Form("", None, (reading_card(title, told, back_button(back)),))


def back_button(action: object) -> Button:
    return Button("back", action, _("Back"))


def more_label(number: int, pages: int) -> str:
    """Return the label of the button that turns pages; `number` counts from 0."""
    return _("More ({page} of {pages})", page=number + 1, pages=pages)


# Forms of several steps


class Effect(StrEnum):
    """Actions that only a page can carry out: leave, commit, fill in at random or from a page."""

    LEAVE = "leave"
    FINISH = "finish"
    CHANCE = "chance"


class Flow(msgspec.Struct, Generic[DraftT, StepT], frozen=True):
    """Draft and path of a form with several steps; the last step in the path is shown.

    `back` is the step before. `message` answers the last tap: a refusal or, with `is_remark`, a
    remark; otherwise empty. `rule` is the id of the rule behind a refusal, if any.
    """

    draft: DraftT
    steps: tuple[StepT, ...]
    message: str = ""
    is_remark: bool = False
    rule: str = ""

    @property
    def step(self) -> StepT:
        """Step shown now."""
        return self.steps[-1]

    @property
    def without_message(self) -> "Flow[DraftT, StepT]":
        return replace(self, message="", is_remark=False, rule="")

    def with_draft(self, draft: DraftT) -> "Flow[DraftT, StepT]":
        """Return the flow with another draft, at the same step."""
        return replace(self.without_message, draft=draft)

    def then(self, step: StepT) -> "Flow[DraftT, StepT]":
        """Return the flow one step further, at `step`."""
        return replace(self.without_message, steps=(*self.steps, step))

    def with_step(self, step: StepT) -> "Flow[DraftT, StepT]":
        """Return the flow with `step` instead of the current step."""
        return replace(self.without_message, steps=(*self.steps[:-1], step))

    def back(self) -> "Flow[DraftT, StepT]":
        """Return the flow at the step before. Raises IndexError at the first one."""
        if len(self.steps) == 1:
            raise IndexError("there is no step before the first one")
        return replace(self.without_message, steps=self.steps[:-1])

    def from_start(self, *further: StepT) -> "Flow[DraftT, StepT]":
        """Return the flow with the first step of its path, followed by `further`."""
        return replace(self.without_message, steps=(self.steps[0], *further))

    def with_refusal(self, text: str, rule: str = "") -> "Flow[DraftT, StepT]":
        """Return the flow with a refusal; `rule` is the id of the rule behind it."""
        return replace(self, message=text, is_remark=False, rule=rule)

    def with_note(self, text: str) -> "Flow[DraftT, StepT]":
        """Return the flow with a remark; unlike a refusal, it rejects no input."""
        return replace(self, message=text, is_remark=True, rule="")
