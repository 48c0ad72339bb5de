"""Blocks that pages consist of, as immutable data. Imports no Kivy.

A page describes its content as a `Form`, which the renderer draws. When a block is tapped, the page
receives the block's `action`: a function to call, a `PageAction`, the page's next state (a `Flow`),
or a value that only this page understands. Other kinds of blocks, such as pieces, are defined
elsewhere and register their height and widget with the renderer.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from enum import StrEnum
from typing import Any, Generic, TypeVar

import msgspec
from msgspec.structs import replace

from kiosk.ui.key_pages import KeyboardState
from kiosk.ui.theme import DECISION_TEXT, GAP, TEXT, TOUCH, Rgb
from kiosk.words.language import _, translate_in_context
from kiosk.words.paragraph import Paragraph

DraftT = TypeVar("DraftT")
StepT = TypeVar("StepT", bound=msgspec.Struct)


class Call(msgspec.Struct, frozen=True):
    """Action of a button: `function`, with the arguments `about` and the keyword arguments `named`.

    Two calls are equal if their functions and arguments are equal. When a button is redrawn while a
    finger is on it, the equal action therefore shows that it is the same button. Two lambdas would
    always differ.
    """

    function: Callable[..., object]
    about: tuple[Any, ...] = ()
    named: tuple[tuple[str, Any], ...] = ()

    def __call__(self, *more: object) -> None:
        self.function(*self.about, *more, **dict(self.named))


def call(function: Callable[..., object], *about: object, **named: object) -> Call:
    return Call(function, about, tuple(named.items()))


class Block(msgspec.Struct, frozen=True, cache_hash=True):
    """Base class of all parts of a page.

    Most kinds of blocks have a `width`, relative to the widths of the other blocks in the same row.
    A block with a `width` of 0 is as wide as its content. Many kinds have a `share`: the height
    that the other blocks of a column leave free is divided among the blocks with a `share`, in
    proportion to their shares. Each block caches its hash, because blocks are keys of caches.
    """


class TextStyle(StrEnum):
    """Look of a text: on the page's background, in a darker box, or on a card's paper colour."""

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
    LEFT = "left"
    CENTER = "center"
    RIGHT = "right"


class Text(Block, frozen=True):
    """Block: a text, as high as its lines.

    If the text does not fit, its letters shrink. If even the smallest letters do not fit, `short`
    is shown instead of the text. `Block` explains `width` and `share`.

    - `action`: effect of a tap; a question mark at the end of the text shows that it can be tapped.
    - `is_name`: set if the letters shrink as far as necessary, and the text is never shortened.
    - `key`: name by which the page recognizes a text that can be tapped.
    - `others`: texts that may later replace this text. The block is high enough for each of them,
      so that the rest of the page does not move.
    - `size`: letter size in sp; 0 stands for the usual size of the style.
    - `shrinks`: set if the text may get less height when its column has too little room.
    """

    text: str
    style: TextStyle = TextStyle.SOFT
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


class ButtonStyle(StrEnum):
    """Look of a button.

    The Enter key taps a `PRIMARY` or `MAIN` button. A `MAIN` button looks like a `PLAIN` one.
    """

    PLAIN = "plain"
    PRIMARY = "primary"
    MAIN = "main"
    QUIET = "quiet"
    NAME = "name"
    RADIO = "radio"
    LISTING = "listing"
    ROUND = "round"
    WHY = "why"


class Button(Block, frozen=True):
    """Block: a button.

    A `NAME` button never shortens its text, a `LISTING` button shows as many lines as fit, a
    `ROUND` button is a disc with a single character, and a `WHY` button is only a question mark.
    `Block` explains `width`.

    - `key`: name by which the page recognizes the button after redrawing it.
    - `action`: effect of a tap.
    - `symbol`: drawn before the text.
    - `detail`: second text, at the right end, or below the symbol of a button without `text`.
    - `chosen`: shows a ring.
    - `marked`: shows a dot.
    - `typed`: shows the text in large bold letters.
    - `size`: largest letter size in sp.
    - `spoken`: text for the voice if the button shows no words.
    - `second_symbol`: drawn after `symbol`.
    - `amounts`: symbols with numbers at the right end.
    - `fill`: replaces the background colour of the style.
    - `dim`: set if a tap only explains why the action is impossible.
    - `lifted`: if given, the button must be held down. It carries out `action` when touched, and
      `lifted` when released.
    """

    key: str
    action: object
    text: str = ""
    style: ButtonStyle = ButtonStyle.PLAIN
    symbol: Hashable = None
    detail: str = ""
    chosen: bool = False
    marked: bool = False
    typed: bool = False
    width: float = 1.0
    size: float = DECISION_TEXT
    spoken: str = ""
    second_symbol: Hashable = None
    amounts: tuple[tuple[Hashable, int], ...] = ()
    fill: Rgb | None = None
    dim: bool = False
    lifted: object = None

    @property
    def symbols(self) -> tuple[Hashable, ...]:
        return tuple(one for one in (self.symbol, self.second_symbol) if one is not None)

    @property
    def is_symbol_above_label(self) -> bool:
        return self.symbol is not None and self.detail != "" and not self.text


class Picture(Block, frozen=True):
    """Block: a drawing made by calling `draw` with a surface, a box, and the values in `about`.

    Pass the same function as `draw` each time: a new lambda would replace the picture while a
    finger is on it. `height` is the least height in dp, or a function that converts a width to a
    height, both in pixels. `action` is the effect of a tap on the drawing, `key` the name by which
    the page recognizes a drawing that can be tapped, and `spoken` the text with which the voice
    describes it. `Block` explains `width` and `share`.
    """

    draw: Callable[..., None]
    height: float | Callable[[float], float] = 0.0
    key: str = ""
    action: object = None
    width: float = 1.0
    share: float = 0.0
    about: tuple[Hashable, ...] = ()
    spoken: str = ""


class Icon(Block, frozen=True):
    """Block: a symbol in the middle of its box; `radius` is half the symbol's height in dp.

    `Block` explains `width`.
    """

    symbol: Hashable
    radius: float = 15.0
    width: float = 0.0


class HorizontalLine(Block, frozen=True): ...


class Widget(Block, frozen=True):
    """Block: a custom widget, created by calling `kind` with a box and the values in `about`.

    `height` is the least height in dp, or a function that converts a width to a height, both in
    pixels. `Block` explains `width` and `share`.
    """

    kind: Callable[..., Any]
    about: tuple[Hashable, ...] = ()
    height: float | Callable[[float], float] = 0.0
    width: float = 1.0
    share: float = 0.0


class Row(Block, frozen=True):
    """Block: the blocks `items` side by side, `gap` dp apart, at least `height` dp high.

    On an upright page, the blocks after the first `wraps_after` go to a second line; 0 keeps all
    blocks on one line. If `fits_texts` is set, a button whose text is too wide takes width from
    buttons that can spare it. `Block` explains `width` and `share`.
    """

    items: tuple[Block, ...] = ()
    height: float = TOUCH
    share: float = 0.0
    wraps_after: int = 0
    fits_texts: bool = False
    gap: float = GAP
    width: float = 1.0


GAP_ROW = Row(share=1)
"""Empty row that takes the remaining height."""


class Ground(StrEnum):
    SURFACE = "surface"
    PAPER = "paper"
    WARNING = "warning"


class Column(Block, frozen=True):
    """Block: the blocks `rows` from top to bottom, `gap` dp apart, or `least_gap` if room is short.

    `Block` explains `width` and `share`.

    - `ground`: background, or None for no background and no padding.
    - `pad`: padding in dp.
    - `pages`: key of a button that turns pages. If it is given, rows and long texts that do not fit
      continue on further pages.
    - `page_button_in_head`: set if this button is in the form's head, not in the last row of
      `foot`.
    - `most`: largest width in dp, or None for no limit.
    - `foot`: rows to show below each page.
    - `key`, `action`: a column with a `key` can be tapped as a whole, which carries out `action`.
    - `main`: set if the Enter key taps a column with a `key`.
    """

    rows: tuple[Block, ...]
    width: float = 1.0
    gap: float = GAP
    ground: Ground | Rgb | None = None
    pad: float = 12
    pages: str = ""
    page_button_in_head: bool = False
    least_gap: float = GAP
    most: float | None = None
    share: float = 0.0
    foot: tuple[Row, ...] = ()
    key: str = ""
    action: object = None
    main: bool = False


class Table(Block, frozen=True):
    """Block: rows whose blocks are aligned in columns.

    `widths` has one entry for each column: a relative width, or 0 if the column is as wide as its
    widest block. Columns are `across` dp apart, and rows are `gap` dp apart. `lit` has the indexes,
    counted from 0, of the columns with a lighter background. A row is not aligned if its number of
    blocks differs from the number of columns. `width` and `share` of the whole table are explained
    in `Block`.
    """

    rows: tuple[Block, ...]
    widths: tuple[float, ...]
    across: float = 4.0
    gap: float = 0.0
    lit: tuple[int, ...] = ()
    width: float = 1.0
    share: float = 0.0


class Form(msgspec.Struct, frozen=True):
    """A page: columns below a title.

    - `back_button`: button beside the title that leads back, or None.
    - `scene`: if given, the page draws the board beside the columns.
    - `lowest`: index, counted from 0, of the column that is at the bottom when an upright page
      stacks the columns.
    - `head_buttons`: buttons beside the title, in addition to `back_button`.
    - `is_name`: set if the title is a name, which is never shortened.
    - `above`: rows above the columns, as wide as the page.
    - `foot`: rows below the columns, as wide as the page.
    """

    title: str
    back_button: Button | None
    columns: tuple[Column, ...]
    scene: object = None
    lowest: int = 0
    head_buttons: tuple[Button, ...] = ()
    is_name: bool = False
    above: tuple[Block, ...] = ()
    foot: tuple[Block, ...] = ()


class TypingForm(msgspec.Struct, frozen=True):
    """Page for typing a text.

    `title` is the prompt. `keyboard_state` is the initial state of the keyboard. At the end, `done`
    is called with the text; if typing is cancelled, the action `cancelled` is carried out. `offers`
    are buttons above the keyboard, each with a ready-made text. `done_text` is the label of the key
    that ends typing.
    """

    title: str
    keyboard_state: KeyboardState
    done: Callable[[str], object]
    cancelled: object
    offers: tuple[Button, ...] = ()
    done_text: str = ""


def arrange_in_rows(blocks: Sequence[Block], across: int, height: float = TOUCH) -> Iterator[Row]:
    """Yield rows that show `across` of the `blocks` each, `height` dp high.

    If too few blocks are left for the last row, empty texts take the free places.
    """
    for first in range(0, len(blocks), across):
        some = blocks[first : first + across]
        yield Row((*some, *(Text(""),) * (across - len(some))), height)


def stepper(key: str, text: str, step: Callable[[int], object], height: float = TOUCH) -> Row:
    """Return a row with a text between a minus and a plus button, `height` dp high.

    The minus button calls `step` with -1 and has the key `key` with the ending `.less`. The plus
    button calls `step` with 1 and has the ending `.more`.
    """
    # For translators: said by a voice, of the button with a minus
    fewer = translate_in_context("spoken", "less")
    # For translators: said by a voice, of the button with a plus
    further = translate_in_context("spoken", "more")
    less = Button(f"{key}.less", call(step, -1), "−", width=0.4, spoken=fewer)
    told = Text(text, TextStyle.PLAIN, align=Align.CENTER, size=DECISION_TEXT)
    more = Button(f"{key}.more", call(step, 1), "+", width=0.4, spoken=further)
    return Row((less, told, more), height)


def reading_card(
    title: str, paragraphs: Sequence[Paragraph], *ways: Button, further: Row | None = None
) -> Column:
    """Return a card with a title and paragraphs to read.

    Below the paragraphs are the row `further`, if it is given, and a row with the buttons `ways`.
    Paragraphs that do not fit continue on the next page of the card.
    """
    texts = []
    for heading, text in paragraphs:
        both = (Text(heading, TextStyle.HEADING, size=TEXT), Text(text, TextStyle.PLAIN))
        texts.append(Column(tuple(one for one in both if one.text)))
    foot = (*(() if further is None else (further,)), Row(ways, fits_texts=True))
    read = Column(tuple(texts), pages="more", share=1, foot=foot)
    return Column((Text(title, TextStyle.HEADING), read), ground=Ground.PAPER)


def reading_page(title: str, texts: Iterable[str], back: object) -> Form:
    told = [Paragraph("", text) for text in texts]
    return Form("", None, (reading_card(title, told, back_button(back)),))


def back_button(action: object) -> Button:
    return Button("back", action, _("Back"))


def next_page_label(number: int, pages: int) -> str:
    """Return the label of the button that turns to the next page of a column.

    `number` is the index, from 0, of the page that is shown now; `pages` is the number of pages.
    """
    return _("More ({page} of {pages})", page=number + 1, pages=pages)


# Forms of several steps


class PageAction(StrEnum):
    """Actions of a page: leave the page, finish the form, or fill in the form at random."""

    LEAVE = "leave"
    FINISH = "finish"
    FILL_RANDOMLY = "chance"


class Flow(msgspec.Struct, Generic[DraftT, StepT], frozen=True):
    """State of a form that asks for its input in several steps.

    `draft` is the input so far. `steps` are the steps that players have reached; the last of them
    is shown. `message` is the app's answer to the last tap: the reason why the tap was refused or,
    if `is_remark` is set, other information. `rule` is the id of the rule that refused the tap, or
    "".
    """

    draft: DraftT
    steps: tuple[StepT, ...]
    message: str = ""
    is_remark: bool = False
    rule: str = ""

    @property
    def step(self) -> StepT:
        return self.steps[-1]

    @property
    def without_message(self) -> "Flow[DraftT, StepT]":
        return replace(self, message="", is_remark=False, rule="")

    def with_draft(self, draft: DraftT) -> "Flow[DraftT, StepT]":
        return replace(self.without_message, draft=draft)

    def with_next_step(self, step: StepT) -> "Flow[DraftT, StepT]":
        return replace(self.without_message, steps=(*self.steps, step))

    def with_current_step(self, step: StepT) -> "Flow[DraftT, StepT]":
        return replace(self.without_message, steps=(*self.steps[:-1], step))

    def back(self) -> "Flow[DraftT, StepT]":
        """Return the state at the step before this one. Raises IndexError at the first step."""
        if len(self.steps) == 1:
            raise IndexError("this is the first step")
        return replace(self.without_message, steps=self.steps[:-1])

    def from_start(self, *further: StepT) -> "Flow[DraftT, StepT]":
        return replace(self.without_message, steps=(self.steps[0], *further))

    def with_refusal(self, text: str, rule: str = "") -> "Flow[DraftT, StepT]":
        return replace(self, message=text, is_remark=False, rule=rule)

    def with_remark(self, text: str) -> "Flow[DraftT, StepT]":
        return replace(self, message=text, is_remark=True, rule="")
