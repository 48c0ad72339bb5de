"""Base widget that draws itself once, and boxes for layouts.

Every text is drawn by `Surface.write`, which fits it into its box and records a `WrittenText`, so
that a test can measure every word on every screen.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from kivy.graphics import Canvas, Color, Rectangle
from kivy.graphics.texture import Texture
from kivy.metrics import dp, sp
from kivy.uix.widget import Widget

from kiosk.ui.label import line_extent, replace_missing_glyphs, wrapped_label
from kiosk.ui.shapes import draw_rounded_box
from kiosk.ui.theme import (
    DECISION_TEXT,
    GROUND,
    LEAST_NAME,
    PAPER,
    SMALL_TEXT,
    TEXT,
    Rgb,
    text_color_on,
)

_MOST_SHOWN = 4_000
"""Largest number of characters that are drawn of one text. They fill a page of the largest display.
"""
_LONGEST_WORD = 40
"""Longest word, in letters, that must stay whole. Only words that people typed are longer. These
may be broken."""

_STEP = 0.5
"""Step in sp by which letters shrink until they fit."""
_PART_OF_NAME = re.compile(r"[^ -]*[ -]|[^ -]+")
"""Part of a name up to a space or a hyphen, after which a line may end."""
_LONGEST_PART = 14
"""Longest part of a name, in letters, that stays whole even if its letters must become tiny."""
_PARTS = 24
"""Number of steps in which the letters of a name that does not fit would shrink to nothing."""

_NARROW_NAME = 0.7
"""Least width of the letters of a name, relative to their usual width. Narrow letters can be read
from further away than tiny ones."""

_KEPT_TEXTS = 512
"""Number of cached rendered texts; each takes one to ten KiB."""
_KEPT_EXTENTS = 1024
_WITHOUT_KV_RULES = {"__no_builder": True}
"""Kivy's keyword that skips the rules of .kv files; no rules apply to these widgets."""


class Box(NamedTuple):
    """A rectangle in pixels; y grows upwards, as in Kivy."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def top(self) -> float:
        return self.y + self.height

    @property
    def center(self) -> tuple[float, float]:
        return (self.x + self.width / 2, self.y + self.height / 2)

    @property
    def is_upright(self) -> bool:
        return self.height > self.width

    def contains(self, point: tuple[float, float]) -> bool:
        return self.x <= point[0] <= self.right and self.y <= point[1] <= self.top

    def overlaps(self, other: "Box") -> bool:
        across = min(self.right, other.right) > max(self.x, other.x)
        return across and min(self.top, other.top) > max(self.y, other.y)

    def union(self, others: Iterable["Box"]) -> "Box":
        boxes = (self, *others)
        left, bottom = min(one.x for one in boxes), min(one.y for one in boxes)
        right, top = max(one.right for one in boxes), max(one.top for one in boxes)
        return Box(left, bottom, right - left, top - bottom)

    def inset(self, by: float, vertical: float | None = None) -> "Box":
        """Return the box without a margin of `by` pixels on each side.

        `vertical` replaces `by` at the top and bottom. A negative margin enlarges the box.
        """
        high = by if vertical is None else vertical
        return Box(self.x + by, self.y + high, self.width - 2 * by, self.height - 2 * high)

    def moved(self, right: float, up: float) -> "Box":
        return Box(self.x + right, self.y + up, self.width, self.height)

    def split_bottom(self, height: float, gap: float) -> tuple["Box", "Box"]:
        """Split off a strip `height` pixels high at the bottom.

        Return the remaining box and the strip, `gap` pixels apart.
        """
        low = height + gap
        above = Box(self.x, self.y + low, self.width, self.height - low)
        return above, Box(self.x, self.y, self.width, height)

    def split_top(self, height: float, gap: float) -> tuple["Box", "Box"]:
        """Split off a strip `height` pixels high at the top.

        Return the remaining box and the strip, `gap` pixels apart.
        """
        rest = Box(self.x, self.y, self.width, self.height - height - gap)
        return rest, Box(self.x, self.top - height, self.width, height)

    def split_columns(self, weights: Sequence[float], gap: float) -> list["Box"]:
        """Split the box into boxes side by side, `gap` pixels apart.

        `weights` are their relative widths.
        """
        usable, whole = self.width - gap * (len(weights) - 1), sum(weights)
        boxes, x = [], self.x
        for weight in weights:
            width = usable * weight / whole
            boxes.append(Box(x, self.y, width, self.height))
            x += width + gap
        return boxes

    def split_rows(self, weights: Sequence[float], gap: float) -> list["Box"]:
        """Split the box into boxes from top to bottom, `gap` pixels apart.

        `weights` are their relative heights.
        """
        usable = self.height - gap * (len(weights) - 1)
        boxes, top = [], self.top
        for weight in weights:
            height = usable * weight / sum(weights)
            boxes.append(Box(self.x, top - height, self.width, height))
            top -= height + gap
        return boxes


class BoxCutter:
    """Box from which smaller boxes, `gap` pixels apart, are cut off one by one from the top."""

    def __init__(self, box: Box, gap: float) -> None:
        self.box = box
        self._gap = gap
        self._top = box.top

    def cut_from_top(self, height: float) -> Box:
        box = Box(self.box.x, self._top - height, self.box.width, height)
        self._top -= height + self._gap
        return box

    def remaining_box(self) -> Box:
        return Box(self.box.x, self.box.y, self.box.width, max(0.0, self._top - self.box.y))


_heard: dict[type[Widget], tuple[str, ...]] = {}


def _heard_by(widget: Widget) -> tuple[str, ...]:
    kind = type(widget)
    if kind not in _heard:
        _heard[kind] = tuple(name for name in widget.properties() if hasattr(kind, f"on_{name}"))
    return _heard[kind]


class WrittenText(NamedTuple):
    """Text written on the screen.

    - `box`: the box that the text should fit into.
    - `bottom`: position of the text's lower edge in pixels.
    - `height`: height of all lines together in pixels.
    - `size`: letter size in sp.
    - `halign`: `left`, `center` or `right`.
    - `ink`, `ground`: colours of the letters and of the background.
    - `is_name`: set for names, which are never shortened.
    - `fits`: False if the text is too large for `box`.
    - `stretch`: width of the letters relative to their usual width.
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
    stretch: float

    @property
    def text_box(self) -> Box:
        box = self.box
        usual = text_width(self.text, self.size, bold=self.bold)
        width = min(box.width, usual * self.stretch)
        x = {"left": box.x, "center": box.x + (box.width - width) / 2, "right": box.right - width}[
            self.halign
        ]
        return Box(x, self.bottom, width, self.height)


class Surface(Widget):
    """Widget with a fixed box that draws itself and records the texts written on it.

    `ground` is the default background colour of texts. `box` is the widget's position and size.
    Kivy's `pos` and `size` are not set, because setting them takes longer than creating the widget.
    """

    canvas: Canvas

    def __init__(self, box: Box) -> None:
        super().__init__(**_WITHOUT_KV_RULES)
        self.box = box
        self.ground = GROUND
        self.written_texts: list[WrittenText] = []

    def collide_point(self, x: float, y: float) -> bool:
        return self.box.contains((x, y))

    def box_to_ancestor(self, around: Widget | None, box: Box | None = None) -> Box:
        """Convert `box` to the coordinates of the ancestor `around`, or of the topmost `Surface`.

        The default for `box` is the widget's own box.
        """
        found, place = box or self.box, self.parent
        while isinstance(place, Surface) and place is not around:
            found = place.box_to_parent(found)
            place = place.parent
        return found

    def box_to_parent(self, box: Box) -> Box:
        """Convert a box from the coordinates of the children to those of the parent.

        Most surfaces use the same coordinates for both; `RotatedView` overrides this method.
        """
        return box

    def clear(self) -> None:
        for child in self.children[:]:
            child.destroy()
        self.canvas.clear()
        self.written_texts.clear()

    def destroy(self) -> None:
        """Remove the widget for good, and free its memory at once.

        Subclasses also stop their timers and listeners here. Widgets and canvases form reference
        cycles, which would otherwise wait for Python's garbage collector, and the collector might
        run during a tap.
        """
        if self.parent is not None:
            self.parent.remove_widget(self)
        self.clear()
        for name in _heard_by(self):
            self.funbind(name, getattr(self, f"on_{name}"))
        self.motion_filter.obj = None  # it refers to its widget; motion events are not used

    def fill_as_framed_paper(self, edge: Rgb, radius: float) -> None:
        """Fill the widget with the colour of paper, and draw its edge in the colour `edge`.

        `radius` is the corner radius in dp.
        """
        self.fill(edge, radius=radius)
        self.fill(PAPER, self.box.inset(dp(4)), radius=radius - 3)
        self.ground = PAPER

    def fill(self, color: Rgb, box: Box | None = None, radius: float = 0) -> None:
        """Fill `box`, by default the whole widget, with a colour.

        `radius` is the corner radius in dp.
        """
        area = box or self.box
        if box is None:
            self.ground = color
        with self.canvas:
            Color(*color)
            if radius:
                draw_rounded_box(*area, dp(radius))
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
    ) -> WrittenText:
        """Write a text into a box at `size` sp, or smaller if necessary, down to `SMALL_TEXT` dp.

        - `ink`: colour of the letters (default: a readable colour).
        - `ground`: colour behind the text (default: the `ground` of the surface).
        - `halign`: `left`, `center` or `right`.
        - `valign`: `top`, `middle` or `bottom`.
        - `is_name`: set if the text is the name of a person or of a game board. Its letters become
          narrower first, and then shrink as far as necessary; the text is never shortened.
        - `struck`: set if the text is crossed out.

        Return the written text with its position and look.
        """
        behind = self.ground if ground is None else ground
        color = text_color_on(behind) if ink is None else ink
        least, stretch = smallest_text_size(), 1.0

        def lettering(width: float) -> _Lettering:
            return _lettering(
                text[: _MOST_SHOWN + 1],
                _without_float_error(width),
                box.height,
                size,
                least,
                bold,
                halign,
                is_name,
                sp(1),
                struck,
                underlined,
            )

        letters = lettering(box.width)
        if is_name and letters.size < min(size, least):
            narrow = max(_NARROW_NAME, letters.size / least)
            narrower = lettering(box.width / narrow)
            if narrower.size > letters.size:
                letters, stretch = narrower, narrow
        texture = letters.texture
        y = {
            "top": box.top - texture.height,
            "middle": box.y + (box.height - texture.height) / 2,
            "bottom": box.y,
        }[valign]
        with self.canvas:
            Color(*color)
            left = round(box.x) + letters.left * stretch
            size_drawn = (texture.width * stretch, texture.height)
            Rectangle(texture=texture, pos=(left, round(y)), size=size_drawn)
        written = WrittenText(
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
            stretch=stretch,
        )
        self.written_texts.append(written)
        return written


class SurfaceWithChildCanvas(Surface):
    """Surface whose children are drawn on the canvas `child_canvas` instead of its own canvas."""

    def __init__(self, box: Box) -> None:
        super().__init__(box)
        self.child_canvas = Canvas()

    def add_widget(self, widget: Widget, index: int = 0) -> None:
        own, self.canvas = self.canvas, self.child_canvas
        super().add_widget(widget, index)
        self.canvas = own

    def remove_widget(self, widget: Widget) -> None:
        own, self.canvas = self.canvas, self.child_canvas
        super().remove_widget(widget)
        self.canvas = own

    def destroy(self) -> None:
        super().destroy()
        self.child_canvas.clear()


class _Lettering(NamedTuple):
    # The texture begins `left` pixels to the right of the box's left edge, because empty space is
    # cropped.
    texture: Texture
    left: int
    size: float
    fits: bool


@lru_cache(maxsize=_KEPT_TEXTS)
def _lettering(
    text: str,
    width: float,
    height: float,
    size: float,
    least: float,
    bold: bool,  # noqa: FBT001 - lru_cache keys by position
    halign: str,
    is_name: bool,  # noqa: FBT001 - likewise
    scale: float,
    struck: bool,  # noqa: FBT001 - likewise
    underlined: bool,  # noqa: FBT001 - likewise
) -> _Lettering:
    # A name may become smaller than `least`, and also ends a line after a hyphen. Its words are
    # broken only if they do not fit in tiny letters.
    text, fits, tried = displayable_text(text), False, None
    for used, whole_words in _sizes(text, size, least, is_name=is_name):
        pixels = int(used * scale)
        if tried == (pixels, whole_words):
            continue  # the same number of whole pixels as before
        shown = text
        if is_name and whole_words:
            shown = _name_in_lines(text, width, used, bold=bold)
        # Measuring words is cheaper than breaking lines, so check first whether any word is too
        # wide.
        words = not whole_words or _words_fit(shown, width, used, bold=bold)
        if not words and (used > least or is_name):
            continue
        label = wrapped_label(
            shown, width, pixels, bold=bold, halign=halign, struck=struck, underlined=underlined
        )
        tried = pixels, whole_words
        fits = label.extent[1] <= height + 1 and words
        if fits:
            break
    left = label.crop_sides()
    return _Lettering(label.rendered_texture(), left, used, fits)


def _name_in_lines(name: str, width: float, size: float, *, bold: bool) -> str:
    lines = [""]
    for part in _PART_OF_NAME.findall(name):
        if lines[-1] and text_width((lines[-1] + part).rstrip(), size, bold=bold) > width:
            lines.append("")
        lines[-1] += part
    return "\n".join(line.rstrip() for line in lines)


def _sizes(text: str, size: float, least: float, *, is_name: bool) -> Iterator[tuple[float, bool]]:
    # Yields the letter sizes to try, each with whether words must stay whole. For a name, tiny
    # sizes follow, and then all sizes again with words that may be broken. The tiny sizes with
    # whole words are left out for a shortened name, or one with a part of over `_LONGEST_PART`
    # letters.
    own = min(size, least)
    if is_name:
        own = min(own, least * LEAST_NAME / SMALL_TEXT)
    yield from ((used, True) for used in descending_letter_sizes(size, own))
    if is_name:
        smaller = [own * (1 - part / _PARTS) for part in range(1, _PARTS)]
        is_usual = all(len(part) <= _LONGEST_PART + 1 for part in _PART_OF_NAME.findall(text))
        if is_usual and not text.endswith("…"):
            yield from ((used, True) for used in smaller if used >= own / 2)
        yield from ((used, False) for used in (*descending_letter_sizes(size, own), *smaller))


def descending_letter_sizes(size: float, least: float) -> Iterator[float]:
    """Yield letter sizes to try for a text, from `size` down to `least`, both included."""
    while size > least:
        yield size
        size -= _STEP
    yield least


def fitting_letter_size(text: str, box: Box, size: float, *, bold: bool = False) -> float:
    """Return the letter size in sp at which `Surface.write` would write `text` into `box`.

    `size` is the largest letter size to try. The result is not valid for names: `Surface.write`
    shrinks them further.
    """
    width, used = _without_float_error(box.width), size
    for used in descending_letter_sizes(size, min(size, smallest_text_size())):
        words = _words_fit(text, width, used, bold=bold)
        if words and text_height(text, width, used, bold=bold) <= box.height + 1:
            break
    return used


def smallest_text_size() -> float:
    """Return the smallest allowed letter size: `SMALL_TEXT` dp, converted to sp.

    Only names may be smaller.
    """
    return SMALL_TEXT * dp(1) / sp(1)


def smallest_running_text_size() -> float:
    """Return the smallest allowed letter size of sentences, in sp.

    With the setting for large letters it is what equals `DECISION_TEXT` dp, otherwise `SMALL_TEXT`.
    """
    return min(float(SMALL_TEXT), DECISION_TEXT * dp(1) / sp(1))


def clear_text_cache() -> None:
    _lettering.cache_clear()


def displayable_text(text: str) -> str:
    """Return a text as it is drawn.

    A very long text is shortened. Characters that the font lacks are replaced by their code points
    in hexadecimal digits.
    """
    return replace_missing_glyphs(
        text if len(text) <= _MOST_SHOWN else f"{text[: _MOST_SHOWN - 1]}…"
    )


def _without_float_error(width: float) -> float:
    # Without rounding, a text might not fit a box of exactly its own width.
    return round(width, 3)


def text_height(text: str, width: float, size: float, *, bold: bool = False) -> float:
    """Return the height in pixels of a text of `size` sp wrapped to `width` pixels."""
    return _extent(text[: _MOST_SHOWN + 1], _without_float_error(width), int(sp(size)), bold)[1]


def text_width(text: str, size: float, *, bold: bool = False) -> float:
    """Return the width in pixels of a text of `size` sp on a single line."""
    return _extent(text[: _MOST_SHOWN + 1], None, int(sp(size)), bold)[0]


@lru_cache(maxsize=_KEPT_EXTENTS)
def _extent(
    text: str,
    width: float | None,
    font_size: int,
    bold: bool,  # noqa: FBT001 - lru_cache keys by position
) -> tuple[float, float]:
    shown = displayable_text(text)
    if "\n" not in shown:
        across, high = line_extent(shown, font_size, bold=bold)
        if width is None or across <= width:
            return float(across), float(high)
    across, high = wrapped_label(shown, width, font_size, bold=bold).extent
    return float(across), float(high)


def _words_fit(text: str, width: float, size: float, *, bold: bool) -> bool:
    words = [word for word in text.split() if len(word) <= _LONGEST_WORD]
    return all(text_width(word, size, bold=bold) <= width for word in words)


def with_long_words_broken(text: str, width: float, size: float) -> str:
    """Return `text` with spaces inside words wider than `width` pixels, so that they can wrap.

    Such words are, for example, paths. The letters are `size` sp high.
    """
    if len(text) > _MOST_SHOWN:
        return _breakable.__wrapped__(text, width, size, sp(1))  # too long for the cache
    return _breakable(text, width, size, sp(1))


@lru_cache(maxsize=_KEPT_EXTENTS)
def _breakable(text: str, width: float, size: float, _scale: float) -> str:
    return " ".join(_broken(word, width, size) for word in text.split(" "))


def _broken(word: str, width: float, size: float) -> str:
    parts, rest = [], word
    while count := count_fitting_letters(rest, width, size, bold=True):
        parts.append(rest[:count])
        rest = rest[count:]
    return " ".join(parts)


def count_fitting_letters(text: str, width: float, size: float, *, bold: bool) -> int:
    """Return how many of the first letters of `text` fit into `width` pixels.

    The result is at least 1, unless `text` is empty. The letters are `size` sp high.
    """
    # A letter is at least one pixel wide, which bounds the search in very long words.
    ends = range(1, min(len(text), max(1, int(width))) + 1)
    fitting = bisect_right(ends, width, key=lambda end: text_width(text[:end], size, bold=bold))
    return max(fitting, min(1, len(text)))
