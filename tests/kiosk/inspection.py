"""Measures what a screen shows: texts, targets and contrasts, as the touchscreen's measures ask.

Exceptions: the fields of the board's ring are targets by their whole depth and lie side by side
without a gap. On an upright screen the keys of the keyboard are narrower, for ten stand side by
side, as on a telephone; they are higher in exchange. Where letters are large none is smaller than
those of decisions are else, but for what is printed on a board, which has to fit its fields. Names
are never cut: they may be smaller, and end a line at a hyphen. Only a part of a name that is longer
than people's names are may be broken.
"""

import os
import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, islice
from operator import itemgetter
from typing import NamedTuple

import pytest
from kivy.metrics import Metrics, dp, sp

from companion.pieces import MATERIALS, Material
from kiosk.pages.table.column import RightColumn
from kiosk.pieces.board import BoardView
from kiosk.pieces.tray import TrayFace
from kiosk.ui import theme
from kiosk.ui.form import Icon
from kiosk.ui.renderer import BlockView
from kiosk.ui.surface import Box, Surface, WrittenText, text_width
from kiosk.ui.surface import displayable_text as drawn
from kiosk.ui.tap import TapButton
from tests.kiosk.picture_of import picture_of
from tests.kiosk.touch import SIZES, UPRIGHT, Touchscreen

_LEAST_ROOM = (SIZES[0], UPRIGHT[0])
"""No other size has less in either direction, in dp: what fits here fits there, too."""
_LAID_OUT = (*SIZES, *UPRIGHT) if os.environ.get("MEDURIS_WALKS") == "all" else _LEAST_ROOM
every_size = pytest.mark.parametrize("size", _LAID_OUT, ids=lambda size: "x".join(map(str, size)))
"""For what is laid out, in the sizes with the least room; `deploy/test --languages` takes all. What
touches do is the same in every size and is shown in one."""

_PIXEL = 1.0
_LINE_SPACE = 3.0
"""So many pixels may two lines of letters meet: their boxes hold more than the letters."""
_LONGEST_WORD = 40
_LONGEST_PART = 14
"""Parts of a name between spaces and hyphens are whole, up to so many characters."""
_USUAL_NAME = 10
"""Names of up to so many characters are as large as `_LEAST_NAME` says, in dp."""
_LEAST_NAME, _LEAST_LONG_NAME = 9, 4.5
_ROUNDING = 0.01
_UPRIGHT_KEY = (38, 60)
"""The least width and height of a key, in dp, where ten stand side by side on 480."""
_SCALE = 0.5
"""How large the picture is that is looked at for grounds."""
_SHADE = 2 / 255
"""By so much may a colour on the screen be another than the one that was meant."""


class Written(NamedTuple):
    """A text on a surface; `own` and `extent` are the box of its letters there and on the page."""

    text: WrittenText
    surface: Surface
    own: Box
    extent: Box
    large: bool


class Target(NamedTuple):
    name: str
    box: Box


def faults(touch: Touchscreen) -> list[str]:
    """Return a sentence for each fault of the layout that is shown."""
    surfaces = [widget for widget in touch.widgets() if isinstance(widget, Surface)]
    overlay = getattr(touch.page, "_overlay", None)
    if overlay is not None:
        surfaces = [surface for surface in surfaces if not _covers(overlay, surface)]
    texts = [
        Written(
            text, surface, (own := text.text_box), surface.box_to_ancestor(touch.page, own), large
        )
        for surface in surfaces
        if surface.written_texts
        for large in [_has_large_letters(surface)]
        for text in surface.written_texts
    ]
    if overlay is not None:
        texts = [one for one in texts if one.surface is overlay or _apart(one, overlay)]
    window = touch.navigator.box
    return [
        *(fault for written in texts for fault in _text_faults(written, window)),
        *_overlaps(texts),
        *_covered(texts, surfaces, touch.page),
        *_covered_icons(surfaces, touch.page),
        *_covered_trays(surfaces),
        *_target_faults(targets(surfaces, touch.page), window),
        *_materials_out_of_order(surfaces),
    ]


def _covers(overlay: Surface, surface: Surface) -> bool:
    return surface is not overlay and _within(surface.box, overlay.box)


def _apart(written: Written, overlay: Surface) -> bool:
    return _shared(written.extent, overlay.box) == (0, 0)


def _text_faults(written: Written, window: Box) -> Iterator[str]:
    text, own, surface = written.text, written.own, written.surface
    yield from _own_faults(text, own, written.large, Metrics.density, Metrics.fontscale)
    if not _within(own, surface.box):
        yield f"{text.text!r} leaves its {type(surface).__name__}"
    if not _within(written.extent, window):
        yield f"{text.text!r} leaves the window"


@lru_cache(maxsize=4096)
def _own_faults(
    text: WrittenText,
    extent: Box,
    large: bool,  # noqa: FBT001 - a cache tells its keys apart by place
    _density: float,
    _letters: float,
) -> Sequence[str]:
    return [f"{text.text!r} {fault}" for fault in _faults_of(text, extent, large=large)]


def _faults_of(text: WrittenText, extent: Box, *, large: bool) -> Iterator[str]:
    if not text.fits:
        yield "does not fit into its box"
    elif _breaks_a_word(text):
        yield "breaks within a word"
    if not _within(extent, text.box):
        yield "leaves its box"
    size = sp(text.size) / dp(1)
    least_size = theme.DECISION_TEXT if large else theme.SMALL_TEXT
    if text.is_name:
        least_size = _LEAST_NAME if len(drawn(text.text)) <= _USUAL_NAME else _LEAST_LONG_NAME
    if size < least_size - _ROUNDING:
        yield f"is written with {size:.1f} dp"
    least = theme.LEAST_LARGE_CONTRAST if _is_large(text) else theme.LEAST_CONTRAST
    contrast = theme.contrast(text.ink, text.ground)
    if contrast < least:
        yield f"stands out by {contrast:.2f} only"


def _has_large_letters(surface: Surface) -> bool:
    # The numbers of many moves are as usual: on a card they would cost further taps.
    if Metrics.fontscale <= 1 or isinstance(surface, TrayFace):
        return False
    return not any(isinstance(one, BoardView) for one in _around(surface))


def _around(surface: Surface) -> Iterator[Surface]:
    while isinstance(surface.parent, Surface):
        surface = surface.parent
        yield surface


def _breaks_a_word(text: WrittenText) -> bool:
    """Whether a word runs over the end of its line; longer ones than languages have may."""
    if text.height < 2 * sp(text.size):
        return False
    longest, between = (_LONGEST_PART, r"\s|(?<=-)") if text.is_name else (_LONGEST_WORD, r"\s")
    words = (
        word
        for word in re.split(between, drawn(text.text))
        if len(word) <= longest and not (text.is_name and word.endswith("…"))
    )
    room = text.box.width / text.stretch
    return any(text_width(word, text.size, bold=text.bold) > room for word in words)


def _is_large(text: WrittenText) -> bool:
    return sp(text.size) / dp(1) >= (theme.DECISION_TEXT if text.bold else theme.LARGE_TEXT)


def _overlaps(texts: Sequence[Written]) -> Iterator[str]:
    # From the bottom up, each with those that begin below its top: most texts never meet.
    edges = ((one.extent.y, one.extent.top, one.extent.x, one.extent.right, one) for one in texts)
    rising = sorted(edges, key=itemgetter(0))
    for place, (_low, top, left, right, one) in enumerate(rising, start=1):
        for its_low, _top, its_left, its_right, other in islice(rising, place, None):
            if its_low >= top:
                break
            # Most lie beside each other: said without a call, this takes a third of the time.
            if its_left >= right or its_right <= left:
                continue
            width, height = _shared(one.extent, other.extent)
            if width > _PIXEL and height > _LINE_SPACE:
                yield f"{one.text.text!r} overlaps {other.text.text!r}"


def _covered(texts: Sequence[Written], surfaces: Sequence[Surface], page: Surface) -> Iterator[str]:
    """Texts that a button lies on, but for those of what it lies on as a whole."""
    taps = [
        (tap, (box := tap.box_to_ancestor(page)), box.x, box.right, box.y, box.top)
        for tap in surfaces
        if isinstance(tap, TapButton)
    ]
    for text, surface, _own, extent, _large in texts:
        left, right = extent.x + _PIXEL, extent.right - _PIXEL
        low, top = extent.y + _LINE_SPACE, extent.top - _LINE_SPACE
        for tap, place, its_left, its_right, its_low, its_top in taps:
            # Likewise.
            if its_left >= right or its_right <= left or its_low >= top or its_top <= low:
                continue
            width, height = _shared(extent, place)
            if width <= _PIXEL or height <= _LINE_SPACE:
                continue
            if (
                tap is surface
                or tap in _around(surface)
                or _within(surface.box_to_ancestor(page), place)
            ):
                continue
            yield f"{text.text!r} lies under the target {tap.key}"


def _covered_icons(surfaces: Sequence[Surface], page: Surface) -> Iterator[str]:
    buttons = [one for one in surfaces if isinstance(one, TapButton)]
    for view in (one for one in surfaces if isinstance(one, BlockView)):
        for shown in view._views.values():
            block, box, _ground = shown.element.placement
            if not isinstance(block, Icon):
                continue
            place = view.box_to_ancestor(page, box)
            for tap in buttons:
                width, height = _shared(place, tap.box_to_ancestor(page))
                if width > _PIXEL and height > _LINE_SPACE:
                    yield f"the symbol {block.symbol} lies under the target {tap.key}"


def _covered_trays(surfaces: Sequence[Surface]) -> Iterator[str]:
    """Trays lie under what somebody reads or the whole table answers, not under one's question."""
    if sp(1) > dp(1):
        return  # in large letters they have to make room for some questions
    for column in surfaces:
        if isinstance(column, RightColumn) and column.answerable_question is not None:
            asked, covers = column.answerable_question, column._shown.covers_trays
            if asked.color is not None and covers and not column.sheet.notices.save_errors:
                yield f"the question {asked.title!r} covers the trays"


def _materials_out_of_order(surfaces: Sequence[Surface]) -> Iterator[str]:
    """Buttons for materials that are not in the one order, from left to right and downwards."""
    alike: dict[tuple[object, str], list[tuple[float, float, Material]]] = {}
    for tap in surfaces:
        if isinstance(tap, TapButton):
            for material in {*MATERIALS} & {*tap.key.split(".")}:
                place = (-round(tap.box.center[1]), tap.box.x, material)
                alike.setdefault((tap.parent, tap.key.replace(material, "*")), []).append(place)
    for (_parent, key), places in alike.items():
        found = [material for _y, _x, material in sorted(places)]
        if found != sorted(found, key=MATERIALS.index):
            yield f"{key} has another order of materials: {', '.join(found)}"


def targets(surfaces: Sequence[Surface], page: Surface | None = None) -> list[Target]:
    """All that can be tapped on a page: buttons, the high plains, and the ring as a whole."""
    found = [
        Target(tap.key, tap.box_to_ancestor(page)) for tap in surfaces if isinstance(tap, TapButton)
    ]
    for board in surfaces:
        if isinstance(board, BoardView):
            found += [Target(plain, box) for plain, box in board.ring.plains.items()]
    return found


def _target_faults(found: Sequence[Target], window: Box) -> Iterator[str]:
    touch, gap = dp(theme.TOUCH) - _PIXEL, dp(theme.GAP) - _PIXEL
    for name, box in found:
        key = window.is_upright and str(name).startswith("key.")
        narrow, high = (dp(_UPRIGHT_KEY[0]), dp(_UPRIGHT_KEY[1])) if key else (touch, touch)
        if box.width < narrow or box.height < high:
            yield f"the target {name} has {_in_dp(box.width)} by {_in_dp(box.height)} dp"
        if not _within(box, window):
            yield f"the target {name} leaves the window"
    edges = [(name, box.x, box.right, box.y, box.top) for name, box in found]
    for (name, left, right, low, top), other in combinations(edges, 2):
        called, its_left, its_right, its_low, its_top = other
        across = max(left - its_right, its_left - right)
        if across >= gap:
            continue
        apart = max(across, low - its_top, its_low - top)
        if apart < gap:
            yield f"the targets {name} and {called} are {_in_dp(apart)} dp apart"


def _in_dp(pixels: float) -> str:
    return f"{pixels / dp(1):.1f}"


def _within(inner: Box, outer: Box) -> bool:
    return (
        inner.x >= outer.x - _PIXEL
        and inner.y >= outer.y - _PIXEL
        and inner.right <= outer.right + _PIXEL
        and inner.top <= outer.top + _PIXEL
    )


def _shared(one: Box, other: Box) -> tuple[float, float]:
    """Width and height of what two boxes have in common; 0 and 0 where they are apart."""
    width = min(one.right, other.right) - max(one.x, other.x)
    height = min(one.top, other.top) - max(one.y, other.y)
    return (width, height) if width > 0 and height > 0 else (0.0, 0.0)


def ground_faults(touch: Touchscreen, seen: set[object]) -> list[str]:
    """Return each text whose picture has another ground than its contrast counts on.

    Field numbers are left out, as pieces lie on them. `seen` are the kinds of texts that were
    looked at before.
    """
    texts = [
        (surface, text)
        for surface in touch.widgets()
        if isinstance(surface, Surface) and not isinstance(surface.parent, BoardView)
        for text in surface.written_texts
        if text.text.strip()
    ]
    kinds = {(touch.name, *_kind(surface, text)) for surface, text in texts}
    if kinds <= seen:
        return []
    seen |= kinds
    picture = _Picture(touch)
    return [
        f"{text.text!r} stands on {found}, not on {text.ground}"
        for surface, text in texts
        if _differs(
            found := picture.ground(surface.box_to_ancestor(touch.page, text.text_box), text.ink),
            text.ground,
        )
    ]


def _kind(surface: Surface, text: WrittenText) -> tuple[object, ...]:
    key = getattr(surface, "key", "").partition(".")[0]
    letters = (round(text.size), text.bold, text.ink, text.ground)
    return (type(surface), type(surface.parent), key, *letters)


class _Picture:
    """The window's pixels at half size, each a number of four bytes, rows from the bottom up."""

    def __init__(self, touch: Touchscreen) -> None:
        texture = picture_of(touch.navigator, _SCALE)
        self._pixels = memoryview(texture.pixels).cast("I")
        self._width = texture.size[0]

    def ground(self, box: Box, ink: theme.Rgb) -> theme.Rgb:
        """The colour that most of a box has beside the `ink` of a text, which a digit may fill."""
        left, right = round(box.x * _SCALE), round(box.right * _SCALE)
        rows = range(round(box.y * _SCALE), round(box.top * _SCALE))
        counted: Counter[int] = Counter()
        for row in rows:
            counted.update(self._pixels[row * self._width + left : row * self._width + right])
        colors = (_color(pixel) for pixel, _number in counted.most_common())
        return next((color for color in colors if _differs(color, ink)), ink)


def _color(pixel: int) -> theme.Rgb:
    red, green, blue, _ = pixel.to_bytes(4, sys.byteorder)
    return (red / 255, green / 255, blue / 255)


def _differs(one: theme.Rgb, other: theme.Rgb) -> bool:
    return any(abs(a - b) > _SHADE for a, b in zip(one, other, strict=True))
