"""A widget that draws itself once, and boxes to lay it out by.

Every text goes through `Surface.write`, which fits it into its box and keeps an `Inscription`
of what was written where, so that a test can measure every word on every screen.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from enum import Enum, auto
from functools import lru_cache
from typing import NamedTuple

from kivy.graphics import Canvas, Color, Rectangle
from kivy.graphics.texture import Texture
from kivy.metrics import dp, sp
from kivy.uix.widget import Widget

from kiosk.ui.label import drawable, label_of, line_extent
from kiosk.ui.rounded import rounded
from kiosk.ui.theme import (
    DECISION_TEXT,
    GROUND,
    LEAST_NAME,
    PAPER,
    SMALL_TEXT,
    TEXT,
    Rgb,
    text_on,
)

_MOST_SHOWN = 4_000
"""How many characters of a text are drawn: as many as a page of the largest display holds."""
_LONGEST_WORD = 40
"""Characters of the longest word of a language; whatever is longer was typed, and may be broken."""

_STEP = 0.5
"""By how many sp letters become smaller until they fit."""
_USUAL_NAME = 10
"""Characters of a name that people read at a glance: it is broken only at its least size."""
_PARTS = 24
"""In so many steps a name is made smaller that fits in no other way."""

_KEPT_TEXTS = 512
"""How many letterings are cached, the last used; one to ten KiB each."""
_KEPT_EXTENTS = 1024
"""How many measured texts are cached: as many as several pages have."""

_WITHOUT_KV_RULES = {"__no_builder": True}
"""Kivy's keyword for a widget for which it looks up no rules of .kv files: none names ours."""


class Box(NamedTuple):
    """A rectangle in pixels; y grows upwards, as Kivy has it."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """The right edge."""
        return self.x + self.width

    @property
    def top(self) -> float:
        """The upper edge."""
        return self.y + self.height

    @property
    def center(self) -> tuple[float, float]:
        """The middle."""
        return (self.x + self.width / 2, self.y + self.height / 2)

    @property
    def is_upright(self) -> bool:
        """Whether a page that fills it stands upright; a square one lies.

        Only a whole page is asked: what its head leaves of it may have another shape.
        """
        return self.height > self.width

    def holds(self, point: tuple[float, float]) -> bool:
        """Whether a point lies in it, or on its edge."""
        return self.x <= point[0] <= self.right and self.y <= point[1] <= self.top

    def meets(self, other: "Box") -> bool:
        """Whether the two overlap by more than an edge."""
        across = min(self.right, other.right) > max(self.x, other.x)
        return across and min(self.top, other.top) > max(self.y, other.y)

    def with_all(self, others: Iterable["Box"]) -> "Box":
        """The least box in which it lies, and all others with it."""
        boxes = (self, *others)
        left, bottom = min(one.x for one in boxes), min(one.y for one in boxes)
        right, top = max(one.right for one in boxes), max(one.top for one in boxes)
        return Box(left, bottom, right - left, top - bottom)

    def inset(self, by: float, vertical: float | None = None) -> "Box":
        """The box with a margin taken off at each side, in pixels."""
        high = by if vertical is None else vertical
        return Box(self.x + by, self.y + high, self.width - 2 * by, self.height - 2 * high)

    def moved(self, right: float, up: float) -> "Box":
        """The box moved by so many pixels."""
        return Box(self.x + right, self.y + up, self.width, self.height)

    def footed(self, height: float, gap: float) -> tuple["Box", "Box"]:
        """What lies `gap` pixels above the lowest `height` pixels, and these."""
        low = height + gap
        above = Box(self.x, self.y + low, self.width, self.height - low)
        return above, Box(self.x, self.y, self.width, height)

    def headed(self, height: float, gap: float) -> tuple["Box", "Box"]:
        """What lies `gap` pixels below the highest `height` pixels, and these."""
        rest = Box(self.x, self.y, self.width, self.height - height - gap)
        return rest, Box(self.x, self.top - height, self.width, height)

    def split(self, weights: Sequence[float], gap: float) -> list["Box"]:
        """Boxes side by side, as wide as their weights, `gap` pixels apart."""
        usable = self.width - gap * (len(weights) - 1)
        boxes, x = [], self.x
        for weight in weights:
            width = usable * weight / sum(weights)
            boxes.append(Box(x, self.y, width, self.height))
            x += width + gap
        return boxes

    def rows(self, weights: Sequence[float], gap: float) -> list["Box"]:
        """Boxes from top to bottom, as high as their weights, `gap` pixels apart."""
        usable = self.height - gap * (len(weights) - 1)
        boxes, top = [], self.top
        for weight in weights:
            height = usable * weight / sum(weights)
            boxes.append(Box(self.x, top - height, self.width, height))
            top -= height + gap
        return boxes


class Column:
    """Cuts a box into boxes from the top down."""

    def __init__(self, box: Box, gap: float) -> None:
        self.box = box
        self._gap = gap
        self._top = box.top

    @property
    def left(self) -> float:
        """How many pixels of height are left."""
        return self._top - self.box.y

    def take(self, height: float) -> Box:
        """The next box, as wide as the column."""
        box = Box(self.box.x, self._top - height, self.box.width, height)
        self._top -= height + self._gap
        return box

    def rest(self) -> Box:
        """What is left."""
        return Box(self.box.x, self.box.y, self.box.width, max(0.0, self.left))


_heard: dict[type[Widget], tuple[str, ...]] = {}


def _heard_by(widget: Widget) -> tuple[str, ...]:
    """The properties to whose changes Kivy binds methods of its class."""
    kind = type(widget)
    if kind not in _heard:
        _heard[kind] = tuple(name for name in widget.properties() if hasattr(kind, f"on_{name}"))
    return _heard[kind]


class Inscription(NamedTuple):
    """A text that was written: where it stands, how large (sp), on what, and whether all fits.

    `bottom` and `height` are of its lines, in pixels.
    """

    text: str
    box: Box
    bottom: float
    height: float
    size: float
    bold: bool
    halign: str
    ink: Rgb
    ground: Rgb
    is_name: bool
    fits: bool

    @property
    def extent(self) -> Box:
        """The box that the letters fill."""
        box = self.box
        width = min(box.width, text_width(self.text, self.size, bold=self.bold))
        x = {
            "left": box.x,
            "center": box.x + (box.width - width) / 2,
            "right": box.right - width,
        }[self.halign]
        return Box(x, self.bottom, width, self.height)


class Surface(Widget):
    """A widget with a fixed box that draws itself and remembers what it wrote.

    `ground` is the colour that texts stand on where nothing else is said. Its place is its `box`:
    Kivy's own `pos` and `size` stay unset, for nothing lays it out, and setting them takes longer
    than making the widget.
    """

    canvas: Canvas

    def __init__(self, box: Box) -> None:
        super().__init__(**_WITHOUT_KV_RULES)
        self.box = box
        self.ground = GROUND
        self.inscriptions: list[Inscription] = []

    def collide_point(self, x: float, y: float) -> bool:
        """Whether a point in pixels lies in its box."""
        return self.box.holds((x, y))

    def box_on(self, around: Widget | None, box: Box | None = None) -> Box:
        """Where a box on it, or its own, lies on what is `around` it, turned as that shows it."""
        found, place = box or self.box, self.parent
        while isinstance(place, Surface) and place is not around:
            found = place.box_around(found)
            place = place.parent
        return found

    def box_around(self, box: Box) -> Box:
        """Where a box of one of its children lies on its own parent: in the same place."""
        return box

    def clear(self) -> None:
        """Take away all that was drawn, written and laid on it; what was laid is closed."""
        for child in self.children[:]:
            child.close()
        self.canvas.clear()
        self.inscriptions.clear()

    def close(self) -> None:
        """Take it away and apart for good, so that it is freed at once.

        A subclass with a clock or a listener ends that here. Widgets and canvases hold what lies on
        them and are held by it: left whole, they would stay until Python's garbage collector comes,
        in the middle of some answer to a touch.
        """
        if self.parent is not None:
            self.parent.remove_widget(self)
        self.clear()
        for name in _heard_by(self):
            self.funbind(name, getattr(self, f"on_{name}"))
        self.motion_filter.obj = None  # it holds its widget; nothing of ours listens to motions

    def fill_framed(self, edge: Rgb, radius: float) -> None:
        """Lay paper on the whole widget, which leaves an edge of a colour; `radius` in dp."""
        self.fill(edge, radius=radius)
        self.fill(PAPER, self.box.inset(dp(4)), radius=radius - 3)
        self.ground = PAPER

    def fill(self, color: Rgb, box: Box | None = None, radius: float = 0) -> None:
        """Fill a box, or the whole widget, which is its ground then; `radius` in dp."""
        area = box or self.box
        if box is None:
            self.ground = color
        with self.canvas:
            Color(*color)
            if radius:
                rounded(*area, dp(radius))
            else:
                Rectangle(pos=(area.x, area.y), size=(area.width, area.height))

    def write(
        self,
        text: str,
        box: Box,
        *,
        ink: Rgb | None = None,
        ground: Rgb | None = None,
        size: float = TEXT,
        bold: bool = False,
        halign: str = "left",
        valign: str = "middle",
        is_name: bool = False,
        struck: bool = False,
        underlined: bool = False,
    ) -> Inscription:
        """Write a text of so many sp into a box, smaller where it must be, never below 15 dp.

        `ground` is the colour behind it (default: the surface's), `ink` the letters' (default:
        what is readable there). A text that `is_name` is what people call themselves or a board:
        it is written whole, as small as it must be; one that is `struck` is struck out, one
        that is `underlined` shows where its foot is.
        Returns what was written.
        """
        behind = self.ground if ground is None else ground
        color = text_on(behind) if ink is None else ink
        kind = _Kind.NAME if is_name else _Kind.TEXT
        letters = _lettering(
            shown(text),
            _whole(box.width),
            box.height,
            size,
            least_size(),
            bold,
            halign,
            kind,
            sp(1),
            struck,
            underlined,
        )
        texture = letters.texture
        y = {
            "top": box.top - texture.height,
            "middle": box.y + (box.height - texture.height) / 2,
            "bottom": box.y,
        }[valign]
        with self.canvas:
            Color(*color)
            left = round(box.x) + letters.left
            Rectangle(texture=texture, pos=(left, round(y)), size=texture.size)
        written = Inscription(
            text,
            box,
            bottom=y,
            height=texture.height,
            size=letters.size,
            bold=bold,
            halign=halign,
            ink=color,
            ground=behind,
            is_name=is_name,
            fits=letters.fits,
        )
        self.inscriptions.append(written)
        return written


class _Lettering(NamedTuple):
    """A text as a texture, at most so large (sp) that it fits into its box, and whether it does.

    It begins `left` pixels from the box's left edge: what is empty beside it is left out.
    """

    texture: Texture
    left: int
    size: float
    fits: bool


class _Kind(Enum):
    """How a text may be written that has too little room."""

    TEXT = auto()
    NAME = auto()


@lru_cache(maxsize=_KEPT_TEXTS)
def _lettering(
    text: str,
    width: float,
    height: float,
    size: float,
    least: float,
    bold: bool,  # noqa: FBT001 - a cache tells its keys apart by place
    halign: str,
    kind: _Kind,
    scale: float,
    struck: bool,  # noqa: FBT001 - likewise
    underlined: bool,  # noqa: FBT001 - likewise
) -> _Lettering:
    """A text of `size` to `least` sp, fitted into a box; `scale` is how many pixels an sp has.

    A name may have fewer, and be broken within a word. Most texts stand there again after
    every decision: on a small computer drawing letters is what takes longest.
    """
    fits = False
    for used, whole_words in _sizes(size, least, kind, text):
        # To break lines takes longer than to measure words: none are broken for words too wide.
        words = not whole_words or _words_fit(text, width, used, kind, bold=bold)
        if not words and used > least:
            continue
        label = label_of(
            text,
            width,
            used * scale,
            bold=bold,
            halign=halign,
            struck=struck,
            underlined=underlined,
        )
        fits = label.extent[1] <= height + 1 and words
        if fits:
            break
    left = label.trim()
    return _Lettering(label.written(), left, used, fits)


def _sizes(size: float, least: float, kind: _Kind, text: str) -> Iterator[tuple[float, bool]]:
    """The sizes to try, the largest first, and whether words have to stay whole at each.

    A long name whose words have no room even where they are small is broken as large as it can be.
    """
    own = min(size, least)
    if kind is _Kind.NAME:
        own = min(own, least * LEAST_NAME / SMALL_TEXT)
    yield from ((used, True) for used in _falling(size, own))
    if kind is _Kind.NAME:
        if len(text) > _USUAL_NAME:
            yield from ((used, False) for used in _falling(size, own))
        for part in range(1, _PARTS):
            yield own * (1 - part / _PARTS), False


def _falling(size: float, least: float) -> Iterator[float]:
    """Sizes from the first down to the last, and that itself."""
    while size > least:
        yield size
        size -= _STEP
    yield least


def least_size() -> float:
    """How large the smallest letters are, in sp."""
    return SMALL_TEXT * dp(1) / sp(1)


def scales() -> tuple[float, float]:
    """How many pixels a dp and an sp are: what was measured is of use as long as that stays."""
    return float(dp(1)), float(sp(1))


def least_words() -> float:
    """The least size of a page's words, in sp: with large letters, none are small."""
    return min(float(SMALL_TEXT), DECISION_TEXT * dp(1) / sp(1))


def forget_letterings() -> None:
    """Render all texts anew that are written from now on."""
    _lettering.cache_clear()


def shown(text: str) -> str:
    """A text as it is drawn and measured, whatever file it comes from.

    It is no longer than a page, and has no characters that the font cannot draw.
    """
    return drawable(text if len(text) <= _MOST_SHOWN else f"{text[: _MOST_SHOWN - 1]}…")


def _whole(width: float) -> float:
    """A width without rounding errors of floats: a box as wide as its text holds the text."""
    return round(width, 3)


def text_height(text: str, width: float, size: float, *, bold: bool = False) -> float:
    """How high a text of `size` sp is when it is wrapped to `width` pixels."""
    return _extent(shown(text), _whole(width), sp(size), bold)[1]


def text_width(text: str, size: float, *, bold: bool = False) -> float:
    """How wide a text of `size` sp is in one line."""
    return _extent(shown(text), None, sp(size), bold)[0]


@lru_cache(maxsize=_KEPT_EXTENTS)
def _extent(
    text: str,
    width: float | None,
    font_size: float,
    bold: bool,  # noqa: FBT001 - a cache tells its keys apart by place
) -> tuple[float, float]:
    """How wide and high a text is in pixels, wrapped to a width or not; `font_size` in pixels."""
    across, high = 0, 0
    fits = "\n" not in text
    if fits:
        across, high = line_extent(text, font_size, bold=bold)
        fits = width is None or across <= width
    if not fits:
        across, high = label_of(text, width, font_size, bold=bold).extent
    return (float(across), float(high))


def _words_fit(text: str, width: float, size: float, kind: _Kind, *, bold: bool) -> bool:
    """Whether no word is wider than the box: Kivy would break it in the middle."""
    words = [word for word in text.split() if kind is _Kind.NAME or len(word) <= _LONGEST_WORD]
    return all(text_width(word, size, bold=bold) <= width for word in words)


def breakable(text: str, width: float, size: float) -> str:
    """The text with spaces in words that are wider than `width` pixels, such as long paths."""
    if len(text) > _MOST_SHOWN:
        return _breakable.__wrapped__(text, width, size, sp(1))  # too much to be kept
    return _breakable(text, width, size, sp(1))


@lru_cache(maxsize=_KEPT_EXTENTS)
def _breakable(text: str, width: float, size: float, _scale: float) -> str:
    return " ".join(_broken(word, width, size) for word in text.split(" "))


def _broken(word: str, width: float, size: float) -> str:
    """The word in parts that fit; a part has a letter at least, however narrow the room is."""
    parts, rest = [], word
    while count := _fitting(rest, width, size):
        parts.append(rest[:count])
        rest = rest[count:]
    return " ".join(parts)


def _fitting(text: str, width: float, size: float) -> int:
    """How many letters stand in a width, one at least where there are any."""
    # No letter is narrower than a pixel: of a word of a million letters few are measured.
    ends = range(1, min(len(text), max(1, int(width))) + 1)
    fitting = bisect_right(ends, width, key=lambda end: text_width(text[:end], size, bold=True))
    return max(fitting, min(1, len(text)))
