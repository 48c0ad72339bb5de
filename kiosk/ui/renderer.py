"""Draws forms, which consist of blocks such as texts, buttons, rows and columns.

Measures and places the blocks, turns pages, and reuses unchanged widgets. Each kind of block
registers a function for its height with `height_of`, and a function for its widget with
`widget_of`.
"""

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial, singledispatch
from itertools import product
from typing import NamedTuple, TypeVar

from kivy.graphics import Color
from kivy.input.motionevent import MotionEvent
from kivy.metrics import dp, sp
from msgspec.structs import replace

from kiosk.ui import theme
from kiosk.ui.button import (
    button_boxes,
    button_widget,
    draw_question_mark,
    draw_symbol,
    least_button_height,
    with_equal_letter_sizes,
)
from kiosk.ui.form import (
    Block,
    Button,
    Column,
    Ground,
    HorizontalLine,
    Icon,
    Picture,
    Row,
    Table,
    Text,
    TextStyle,
    Widget,
    next_page_label,
)
from kiosk.ui.shapes import draw_rounded_box
from kiosk.ui.surface import (
    Box,
    Surface,
    smallest_running_text_size,
    text_height,
    text_width,
    with_long_words_broken,
)
from kiosk.ui.tap import TapButton
from kiosk.ui.touch_history import LONG_SEEN, Sight, coming_into_sight, is_repeat

_RADIUS = 12
_LIT = (1, 4)
"""Distances in dp by which the background of a highlighted column extends beyond its cells: to the
left and right, and above and below."""
_RULE_SHARE = 0.3
"""Share of the text colour in the colour of a horizontal line."""
_FOLDED_GAP = 14
"""Gap in dp between rows if some rows have two lines: related lines then look closer together."""
_QUESTION_MARK_WIDTH = 32
"""Width in dp of the question mark on a text that can be tapped."""
_LEAST_PART = 66
"""Least room in sp for the beginning of a text that continues on the next page."""
_SENTENCE_END = re.compile(r"(?<!\d)[.!?…][\"”“»’)]*(?=\s)|(?=\n)")
"""End of a sentence; not the dot after a number, as in “die 2. Hütte”."""
_NARROW = 0.3
"""Upper bound of the number of letters per pixel of a line's width, for the narrowest letters."""

ItemT = TypeVar("ItemT")
BlockT = TypeVar("BlockT", bound=Block)
OnTap = Callable[[object], None]


class _Writing(NamedTuple):
    size: float = theme.TEXT
    bold: bool = False
    box: theme.Rgb | None = None
    padding: float = 0.0


_WRITINGS = {
    TextStyle.PLAIN: _Writing(),
    TextStyle.SOFT: _Writing(),
    TextStyle.WARNED: _Writing(),
    TextStyle.STRONG: _Writing(bold=True),
    TextStyle.BOLD: _Writing(bold=True),
    TextStyle.STRUCK: _Writing(theme.SMALL_TEXT),
    TextStyle.HEADING: _Writing(theme.TITLE_TEXT, bold=True),
    TextStyle.NUMERAL: _Writing(theme.TITLE_TEXT),
    TextStyle.ENTRY: _Writing(box=theme.SURFACE, padding=12),
    TextStyle.CARD: _Writing(theme.TITLE_TEXT, box=theme.PAPER, padding=20),
}
_GROUNDS = {Ground.SURFACE: theme.SURFACE, Ground.PAPER: theme.PAPER, Ground.WARNING: theme.WARNING}


def _writing(text: Text) -> _Writing:
    writing = _WRITINGS[text.style]
    return writing._replace(size=text.size) if text.size else writing


def _color(ground: Ground | theme.Rgb) -> theme.Rgb:
    return _GROUNDS[ground] if isinstance(ground, Ground) else ground


def _ink(tone: TextStyle, ground: theme.Rgb) -> theme.Rgb:
    is_paper = theme.text_color_on(ground) == theme.INK
    match tone:
        case TextStyle.SOFT | TextStyle.STRONG | TextStyle.STRUCK:
            return theme.INK_SOFT if is_paper else theme.LIGHT_SOFT
        case TextStyle.WARNED:
            return theme.WARNING if is_paper else theme.SAND
        case _:
            return theme.text_color_on(ground)


# Heights of blocks


@singledispatch
def height_of(block: Block, width: float, ease: float) -> float:  # noqa: ARG001 - used by the registered functions
    """Return the height in pixels of a block `width` pixels wide.

    `ease` is between 0 (the block's least height) and 1 (its usual height).
    """
    raise TypeError(f"no height is registered for {type(block).__name__}")


_measured: list[dict[tuple[int, float, float], tuple[Block, float]]] = []
"""Caches of heights, one for each layout being computed; the innermost layout is last."""


@contextmanager
def height_cache() -> Iterator[None]:
    """Context manager that caches the heights of blocks, so that each is measured only once."""
    _measured.append(_measured[-1] if _measured else {})
    try:
        yield
    finally:
        _measured.pop()


def _once(measure: Callable[[BlockT, float, float], float]) -> Callable[..., float]:
    # Cache the results while `height_cache` is active.
    def measured(block: BlockT, width: float, ease: float) -> float:
        if not _measured:
            return measure(block, width, ease)
        known = _measured[-1]
        # The cache refers to the block, so that no other block can get the same id.
        key = (id(block), width, ease)
        if key not in known:
            known[key] = (block, measure(block, width, ease))
        return known[key][1]

    return measured


@height_of.register(Text)
@_once
def _(block: Text, width: float, ease: float) -> float:
    writing = _writing(block)
    room = width - 2 * dp(writing.padding) - (dp(_QUESTION_MARK_WIDTH) if block.action else 0)
    if block.is_name:
        return text_height("M", room, writing.size) + 2 * dp(writing.padding)
    texts = [
        with_long_words_broken(text, room, _size_of_broken_words(writing.size))
        for text in (block.text, *block.others)
        if text
    ]
    if not texts:
        return 0.0
    high = max(text_height(text, room, writing.size, bold=writing.bold) for text in texts)
    if block.short:
        low = text_height(block.short, room, writing.size, bold=writing.bold)
        high = low + (high - low) * ease
    elif block.shrinks:
        high = height_of_shrinkable_text(block.text, room, writing.size, ease, bold=writing.bold)
    high += 2 * dp(writing.padding)
    return max(high, dp(theme.TOUCH)) if block.action else high


def _size_of_broken_words(size: float) -> float:
    return min(size, smallest_running_text_size())


def height_of_shrinkable_text(
    text: str, width: float, size: float, ease: float, *, bold: bool = False
) -> float:
    """Return the height in pixels of a text wrapped to `width` pixels, whose letters may shrink.

    `ease` is between 0 (the letters have their smallest allowed size) and 1 (they are `size` sp
    high).
    """
    high = text_height(text, width, size, bold=bold)
    if ease == 1:
        return high
    low = text_height(text, width, min(size, smallest_running_text_size()), bold=bold)
    return low + (high - low) * ease


@height_of.register
def _(block: Button, width: float, ease: float) -> float:  # noqa: ARG001 - always the minimum height
    return least_button_height(block, width)


@height_of.register(Picture)
@height_of.register(Widget)
def _(block: Picture | Widget, width: float, ease: float) -> float:  # noqa: ARG001 - the same at any ease
    return block.height(width) if callable(block.height) else float(dp(block.height))


@height_of.register
def _(block: Icon, width: float, ease: float) -> float:  # noqa: ARG001 - fixed height
    return float(dp(2 * block.radius))


@height_of.register
def _(block: HorizontalLine, width: float, ease: float) -> float:  # noqa: ARG001 - fixed height
    return float(dp(1))


@height_of.register(Table)
@_once
def _(block: Table, width: float, ease: float) -> float:
    return height_of(_in_columns(block, width), width, ease)


@height_of.register(Row)
@_once
def _(block: Row, width: float, ease: float) -> float:
    low = min(block.height, theme.TOUCH)
    # The column's remaining height decides the height of a row with a share.
    needs = [0.0 if block.share else dp(low + (block.height - low) * ease)]
    places = _row_places(block, Box(0, 0, width, 0))
    for item, place in zip(block.items, places, strict=True):
        needs.append(height_of(item, place.width, ease))
    return float(max(needs))


@height_of.register(Column)
@_once
def _(block: Column, width: float, ease: float) -> float:
    inner = width - 2 * _padding(block)
    heights = [height_of(row, inner, ease) for row in (*block.rows, *block.foot)]
    gap, least = _gaps(block)
    gaps = (least + (gap - least) * ease) * max(0, len(heights) - 1)
    high = float(sum(heights) + gaps + 2 * _padding(block))
    if block.pages and not ease:
        # This height is enough if each row is on a page of its own.
        highest = max((_part_height(row, inner) for row in block.rows), default=0.0)
        low = height_of(Column(block.foot or (Row(),)), inner, ease)
        return min(high, float(highest + low + dp(theme.GAP) + 2 * _padding(block)))
    return max(high, float(dp(theme.TOUCH))) if block.key else high


def _gaps(column: Column) -> tuple[float, float]:
    return float(dp(column.gap)), float(dp(min(column.gap, column.least_gap)))


def _part_height(block: Block, width: float) -> float:
    match block:
        case Text(action=None):
            return min(height_of(block, width, 0.0), float(sp(_LEAST_PART)))
        case Column(rows, pages=""):
            inner = width - 2 * _padding(block)
            return max((_part_height(row, inner) for row in rows), default=0) + 2 * _padding(block)
        case _:
            return height_of(block, width, 0.0)


def _padding(column: Column) -> float:
    return float(dp(column.pad)) if column.ground is not None else 0.0


def _row_places(row: Row, box: Box) -> Sequence[Box]:
    if not row.items:
        return []
    if row.fits_texts:
        texts = [item.text if isinstance(item, Button) else "" for item in row.items]
        return button_boxes(box, texts, dp(row.gap))
    gap, widths = dp(row.gap), [getattr(item, "width", 1.0) for item in row.items]
    # A block without a width is as wide as its content.
    needs = [0.0 if own else _width_of(item) for item, own in zip(row.items, widths, strict=True)]
    return box.split_columns(_shared(widths, needs, box.width - gap * (len(row.items) - 1)), gap)


def _shared(widths: Sequence[float], needs: Sequence[float], room: float) -> list[float]:
    left = max(0.0, room - sum(needs))
    whole = sum(widths) or 1.0
    return [left * own / whole + need for own, need in zip(widths, needs, strict=True)]


def _width_of(block: Block) -> float:
    match block:
        case Text(text):
            writing = _writing(block)
            # Bold letters decide whether a word must be broken, although some bold letters are
            # narrower.
            lines = product(text.split("\n"), (False, True))
            need = max(text_width(line, writing.size, bold=bold) for line, bold in lines)
            return need + 2 * dp(writing.padding) + 1
        case Icon(_, radius):
            return float(dp(2 * radius))
        case Button():
            return float(dp(theme.TOUCH))
        case Picture(height=height) if not callable(height):
            return float(dp(height))
        case _:
            return 0.0


def _in_columns(table: Table, width: float) -> Column:
    gap, across = dp(table.across), len(table.widths)
    rows = [row.items for row in table.rows if isinstance(row, Row)]
    cells = list(zip(*(items for items in rows if len(items) == across), strict=True))
    needs = [
        0.0 if own else max(map(_width_of, column))
        for own, column in zip(table.widths, cells, strict=True)
    ]
    widths = _shared(table.widths, needs, width - gap * (across - 1))

    def aligned(row: Block) -> Block:
        if not isinstance(row, Row) or len(row.items) != across:
            return row
        cells = zip(row.items, widths, strict=True)
        items = tuple(replace(item, width=own) for item, own in cells)
        return replace(row, items=items, gap=table.across)

    return Column(tuple(map(aligned, table.rows)), gap=table.gap)


# Positions of blocks


class BlockPlacement(NamedTuple):
    block: Block
    box: Box
    ground: theme.Rgb


Rows = tuple[tuple[str, int], ...]
"""The paged columns that contain a block.

A paged column has further pages for rows that do not fit. Each column is a pair: its `pages` key,
and the index of the row that contains the block.
"""


class BackgroundFill(Block, frozen=True):
    """Block that only draws a column's background; `radius` is the corner radius in dp."""

    color: theme.Rgb
    radius: float = _RADIUS


Pages = dict[str, int]
"""For each paged column, by its `pages` key: the index of a row. The page with this row is shown.
"""


_ABOVE = Box(0, 0, 0, 0)
"""Stands for the box `turner` of a `BlockView`; the layout does not know that box."""


class _TurnPage(NamedTuple):
    pages: str
    row: int


def with_wrapped_rows(block: Block) -> Block:
    """Return a copy of `block` for an upright page, in which long rows have two lines.

    The second line of a row has the blocks after its first `wraps_after` blocks (see `Row`).
    """
    match block:
        case Row(items, wraps_after=folds) if folds and len(items) > folds:
            parts = (items[:folds], items[folds:])
            share = block.share / len(parts)
            lines = [replace(block, items=part, wraps_after=0, share=share) for part in parts]
            if not any(isinstance(item, Button | Column) for item in lines[0].items):
                lines[0] = replace(lines[0], height=0.0)  # only as high as its text
            return Column(tuple(map(with_wrapped_rows, lines)), block.width, share=block.share)
        case Row(items):
            return replace(block, items=tuple(map(with_wrapped_rows, items)))
        case Column(rows):
            folds = any(
                isinstance(row, Row) and 0 < row.wraps_after < len(row.items) for row in rows
            )
            gap = max(block.gap, _FOLDED_GAP) if folds else block.gap
            return replace(block, rows=tuple(map(with_wrapped_rows, rows)), gap=gap)
        case _:
            return block


def placements_of(
    block: Block, box: Box, ground: theme.Rgb, pages: Pages, rows: Rows = ()
) -> Iterator[tuple[BlockPlacement, Rows]]:
    """Lay out `block` in a box, and yield the position of each visible block that it consists of.

    Each placement comes with the paged columns that contain the placed block (see `Rows`). `rows`
    are the paged columns that contain `block` itself. `ground` is the colour behind `block`.
    `pages` selects the visible page of each paged column.
    """
    match block:
        case Column(key=""):
            yield from _place_column(block, box, ground, pages, rows)
        case HorizontalLine():
            color = theme.mix_colors(ground, theme.text_color_on(ground), _RULE_SHARE)
            yield BlockPlacement(BackgroundFill(color, 0), box, ground), rows
        case Row(items):
            cells = _row_places(block, box)
            for item, cell in zip(with_equal_letter_sizes(items, cells), cells, strict=True):
                yield from placements_of(item, cell, ground, pages, rows)
        case _:
            yield BlockPlacement(block, box, ground), rows


def _place_column(
    column: Column, box: Box, ground: theme.Rgb, pages: Pages, around: Rows
) -> Iterator[tuple[BlockPlacement, Rows]]:
    if column.most is not None and box.width > dp(column.most):
        width = dp(column.most)
        box = Box(box.center[0] - width / 2, box.y, width, box.height)
    if column.ground is not None:
        ground = _color(column.ground)
        yield BlockPlacement(BackgroundFill(ground), box, ground), around
        box = box.inset(_padding(column))
    rows, gaps = list(enumerate(column.rows)), _gaps(column)
    if column.pages:
        rows, foot, box, gap = _page_of(column, box, pages)
        gaps = gap, gap
        for block, low in foot:
            yield from placements_of(block, low, ground, pages, around)
    heights, gap = _heights([row for _number, row in rows], box.width, box.height, gaps)
    top = box.top
    for (number, row), height in zip(rows, heights, strict=True):
        cell = Box(box.x, top - height, box.width, height)
        within = (*around, (column.pages, number)) if column.pages else around
        yield from placements_of(row, cell, ground, pages, within)
        top -= height + gap


def _heights(
    rows: Sequence[Block], width: float, height: float, gaps: tuple[float, float]
) -> tuple[list[float], float]:
    # If the rows exceed `height` with the usual gap, the gap becomes smaller, and then the rows
    # shrink as far as they can.
    gap, number = gaps[0], len(rows) - 1
    shares = [getattr(row, "share", 0.0) for row in rows]

    def needs(ease: float) -> list[float]:
        return [height_of(row, width, ease) for row in rows]

    def fixed(heights: list[float]) -> float:
        return sum(high for high, share in zip(heights, shares, strict=True) if not share)

    least = [
        _least_of(row, width) if share else 0.0 for row, share in zip(rows, shares, strict=True)
    ]
    own, left = needs(1.0), height - sum(least)
    if number > 0 and fixed(own) > left - gap * number:
        gap = max(gaps[1], (left - fixed(own)) / number)
    room = height - gap * number
    left = room - sum(least)
    if fixed(own) > left:
        low = fixed(needs(0.0))
        own = needs(min(max(0.0, left - low) / max(fixed(own) - low, 1.0), 1.0))
    divided = _divided(shares, least, room - fixed(own))
    found = [
        part if share else high for high, share, part in zip(own, shares, divided, strict=True)
    ]
    return found, gap


def _least_of(block: Block, width: float) -> float:
    match block:
        case Row(items):
            places = _row_places(block, Box(0, 0, width, 0))
            cells = zip(items, places, strict=True)
            return max((_least_of(item, cell.width) for item, cell in cells), default=0.0)
        case Text(is_name=True, action=None):
            return text_height("M", width, smallest_running_text_size()) + 2 * dp(
                _writing(block).padding
            )
        case Text(text, action=None):
            writing = _writing(block)
            room = width - 2 * dp(writing.padding)
            return text_height(text, room, smallest_running_text_size(), bold=writing.bold)
        case Button() | Text():
            return float(dp(theme.TOUCH))
        case Table():
            return _least_of_rows(_in_columns(block, width), width)
        case Column(rows, key=key) if key or (len(rows) == 1 and isinstance(rows[0], Table)):
            inner = width - 2 * _padding(block)
            return _least_of_rows(block, inner) + 2 * _padding(block)
        case _:
            return height_of(block, width, 0.0)


def _least_of_rows(column: Column, width: float) -> float:
    heights = (
        _least_of(row, width) if getattr(row, "share", 0.0) else height_of(row, width, 0.0)
        for row in column.rows
    )
    return float(sum(heights) + dp(column.gap) * max(0, len(column.rows) - 1))


def _divided(shares: Sequence[float], least: Sequence[float], room: float) -> list[float]:
    found = [0.0 for _share in shares]
    left, others = max(0.0, room), {row for row, share in enumerate(shares) if share}
    while others:
        whole = sum(shares[row] for row in others)
        low = {row for row in others if left * shares[row] / whole < least[row]}
        for row in low or others:
            found[row] = least[row] if low else left * shares[row] / whole
        left = max(0.0, left - sum(least[row] for row in low))
        others = others - low if low else set()
    return found


def _page_of(
    column: Column, box: Box, pages: Pages
) -> tuple[list[tuple[int, Block]], list[tuple[Block, Box]], Box, float]:
    # Each part of a text that continues on another page counts as a row.
    foot, least_gap = column.foot, dp(min(column.gap, column.least_gap))
    room, low = _above_foot(foot, box)
    found = _in_pages(column.rows, box.width, room.height, least_gap)
    if len(found) > 1 and not foot and not column.page_button_in_head:
        foot = (Row(),)
        room, low = _above_foot(foot, box)
        found = _in_pages(column.rows, box.width, room.height, least_gap)
    below: list[tuple[Block, Box]] = []
    numbers = iter(range(sum(map(len, found))))
    numbered = [[(next(numbers), row) for row in page] for page in found]
    if len(found) > 1:
        row = min(pages.get(column.pages, 0), numbered[-1][-1][0])
        page = next(at for at, rows in enumerate(numbered) if row <= rows[-1][0])
        following = numbered[(page + 1) % len(found)][0][0]
        turn = _TurnPage(column.pages, following)
        more = Button(column.pages, turn, next_page_label(page, len(found)))
        numbered[0] = numbered[page]
        if column.page_button_in_head:
            below.append((more, _ABOVE))
        else:
            *rest, last = foot
            foot = (*rest, replace(last, items=(*last.items[:1], more, *last.items[1:])))
    if foot:
        below.append((Column(foot), low))
    spare = room.height - sum(height_of(row, box.width, 0.0) for _number, row in numbered[0])
    gap = max(least_gap, spare / max(1, len(numbered[0]) - 1))
    return numbered[0], below, room, min(dp(column.gap), gap)


def _above_foot(foot: tuple[Row, ...], box: Box) -> tuple[Box, Box]:
    if not foot:
        return box, box
    return box.split_bottom(height_of(Column(foot), box.width, 0.0), dp(theme.GAP))


def _in_pages(
    rows: Sequence[Block],
    width: float,
    room: float,
    gap: float,
    first: float | None = None,
    *,
    flows: bool = False,
) -> list[list[Block]]:
    # A text higher than a page continues on the next page. With `flows`, so does every row that
    # does not fit on the rest of its page.
    pages: list[list[Block]] = [[]]
    left = (room if first is None else first) + gap
    for row in rows:
        parts = [row]
        need = _needs(row, width, room)
        if need > room or (flows and need > left - gap):
            parts = _parts(row, width, room, left - gap)
        for part in parts:
            need = _needs(part, width, room) + gap
            if need > left and pages[-1]:
                pages.append([])
                left = room + gap
            pages[-1].append(part)
            left -= need
    return pages


def split_into_fitting_groups(
    items: Iterable[ItemT], around: Callable[[tuple[ItemT, ...]], Block], box: Box
) -> list[tuple[ItemT, ...]]:
    """Split `items` into consecutive groups, each of which fits `box`.

    `around` builds the block that shows a group. If a single item is too large for the box, it is a
    group of its own.
    """
    found, some = [], tuple[ItemT, ...]()
    for item in items:
        if some and height_of(around((*some, item)), box.width, 1.0) > box.height:
            found.append(some)
            some = ()
        some = (*some, item)
    return [*found, some]


def _parts(block: Block, width: float, room: float, first: float) -> list[Block]:
    if first < sp(_LEAST_PART):
        first = room
    match block:
        case Text(action=None, is_name=False):
            return list(_cut(block, width, room, first))
        case Column(rows, pages=""):
            pad = 2 * _padding(block)
            inner, gap, flows = width - pad, dp(block.gap), block.ground is None
            pages = _in_pages(rows, inner, room - pad, gap, first - pad, flows=flows)
            headings = (TextStyle.HEADING, TextStyle.BOLD)
            if all(isinstance(one, Text) and one.style in headings for one in pages[0]):
                # A heading belongs on the page of its text.
                pages = _in_pages(rows, inner, room - pad, gap, flows=flows)
            return [replace(block, rows=tuple(page)) for page in pages if page]
        case _:
            return [block]


def _needs(block: Block, width: float, room: float) -> float:
    # A block that clearly exceeds a page counts as infinitely high, so that it is not measured.
    if isinstance(block, Text) and len(block.text) > _most_letters(width, room):
        return float("inf")
    return height_of(block, width, 0.0)


def _most_letters(width: float, room: float) -> int:
    # A text with this many letters is too high for any page, even if all letters are narrow.
    return 1 + int(max(width, 0) * max(room, 0) / sp(theme.TEXT) * _NARROW)


def _cut(text: Text, width: float, room: float, first: float) -> Iterator[Text]:
    left, rest = first, text.text
    while _needs(replace(text, text=rest), width, left) > left:
        fitting = bisect_left(
            range(min(len(rest), _most_letters(width, left))),
            1,
            key=lambda end: height_of(replace(text, text=rest[:end]), width, 0.0) > left,
        )
        end = max((one.end() for one in _SENTENCE_END.finditer(rest, 0, fitting)), default=0)
        if not end and left < room:
            left = room  # the sentence begins on the next page
            continue
        end = end or max(rest.rfind(" ", 0, fitting), 0)
        if not end:
            end = fitting - 1 if fitting > 1 else rest.find(" ") + 1 or len(rest)
        if end == len(rest):
            break
        yield replace(text, text=rest[:end].rstrip())
        left, rest = room, rest[end:].lstrip()
    yield replace(text, text=rest)


# Widgets of blocks


@singledispatch
def widget_of(block: Block, box: Box, ground: theme.Rgb, on_tap: OnTap) -> Surface:  # noqa: ARG001 - used by the registered functions
    """Create the widget that shows a block in `box`.

    `ground` is the colour behind the block. A tap calls `on_tap` with the block's action.
    """
    raise TypeError(f"no widget is registered for {type(block).__name__}")


@widget_of.register
def _(block: Text, box: Box, ground: theme.Rgb, on_tap: OnTap) -> Surface:
    if block.action is None:
        surface = Surface(box)
        _write_text(surface, box, block, ground)
        return surface
    tap = TapButton(box, block.key, lambda: on_tap(block.action))
    behind = _writing(block).box or ground
    tap.fill(behind, radius=10)
    _write_text(
        tap, Box(box.x, box.y, box.width - dp(_QUESTION_MARK_WIDTH), box.height), block, ground
    )
    draw_question_mark(tap, (box.right - dp(_QUESTION_MARK_WIDTH) / 2, box.center[1]), behind)
    tap.shade_when_pressed()
    return tap


def _write_text(surface: Surface, box: Box, block: Text, ground: theme.Rgb) -> None:
    writing = _writing(block)
    if writing.box is not None:
        ground = writing.box
        surface.fill(ground, box, radius=10)
    inner = box.inset(dp(writing.padding), 0)
    text, size = _with_room(block, inner, writing.size)
    surface.write(
        text
        if block.is_name
        else with_long_words_broken(text, inner.width, _size_of_broken_words(size)),
        inner,
        ink=_ink(block.style, ground),
        ground=ground,
        size=size,
        bold=writing.bold,
        halign=block.align,
        valign="top" if block.others else "middle",
        is_name=block.is_name,
        struck=block.style is TextStyle.STRUCK,
    )


def _with_room(block: Text, box: Box, size: float) -> tuple[str, float]:
    if not block.short:
        return block.text, size
    for smaller in (size, theme.DECISION_TEXT, theme.TEXT):
        if smaller <= size and text_height(block.text, box.width, smaller) <= box.height - dp(8):
            return block.text, smaller
    return block.short, theme.DECISION_TEXT


@widget_of.register
def _(block: Picture, box: Box, ground: theme.Rgb, on_tap: OnTap) -> Surface:
    if not block.key:
        surface = Surface(box)
        surface.ground = ground
        block.draw(surface, box, *block.about)
        return surface
    tap = TapButton(box, block.key, lambda: on_tap(block.action))
    tap.ground = ground
    block.draw(tap, box, *block.about)
    tap.shade_when_pressed()
    return tap


@widget_of.register
def _(block: Widget, box: Box, ground: theme.Rgb, on_tap: OnTap) -> Surface:  # noqa: ARG001 - the widget has its own background
    made: Surface = block.kind(box, *block.about)
    return made


@widget_of.register
def _(block: Icon, box: Box, ground: theme.Rgb, on_tap: OnTap) -> Surface:  # noqa: ARG001 - nothing to tap
    surface = Surface(box)
    with surface.canvas:
        draw_symbol(block.symbol, box.center, dp(block.radius))
    return surface


@widget_of.register
def _(block: Column, box: Box, ground: theme.Rgb, on_tap: OnTap) -> Surface:
    tap = TapButton(box, block.key, lambda: on_tap(block.action))
    tap.responds_to_enter = block.main
    if block.ground is not None:
        ground = _color(block.ground)
        tap.fill(ground, radius=_RADIUS)
    within = replace(block, key="", ground=None)
    _draw_all(tap, placements_of(within, box.inset(_padding(block)), ground, {}), on_tap)
    tap.shade_when_pressed()
    return tap


@widget_of.register
def _(block: Table, box: Box, ground: theme.Rgb, on_tap: OnTap) -> Surface:
    surface = Surface(box)
    surface.ground = ground
    rows = _in_columns(block, box.width)
    widths = next((row.items for row in rows.rows if isinstance(row, Row)), ())
    columns = box.split_columns([getattr(cell, "width", 1.0) for cell in widths], dp(block.across))
    lit = [columns[number].inset(-dp(_LIT[0]), -dp(_LIT[1])) for number in block.lit]
    for column in lit:
        surface.fill(theme.RAISED, column, radius=8)

    def cells() -> Iterator[tuple[BlockPlacement, Rows]]:
        for placed, around in placements_of(rows, box, ground, {}):
            x, _y = placed.box.center
            is_lit = any(column.x < x < column.right for column in lit)
            yield (placed._replace(ground=theme.RAISED) if is_lit else placed), around

    _draw_all(surface, cells(), on_tap)
    return surface


def _made(block: Block, box: Box, ground: theme.Rgb, on_tap: OnTap) -> Surface:
    widget = widget_of(block, box, ground, on_tap)
    if isinstance(widget, TapButton):
        widget.block = block
    return widget


def _draw_all(surface: Surface, laid: Iterator[tuple[BlockPlacement, Rows]], on_tap: OnTap) -> None:
    # Backgrounds, icons and texts without an action are drawn without widgets.
    for (block, box, ground), _rows in laid:
        match block:
            case BackgroundFill(color, radius):
                surface.fill(color, box, radius=radius)
            case Text(action=None):
                _write_text(surface, box, block, ground)
            case Icon(symbol, radius):
                with surface.canvas:
                    draw_symbol(symbol, box.center, dp(radius))
            case _:
                surface.add_widget(_made(block, box, ground, on_tap))


@widget_of.register
def _(block: Button, box: Box, ground: theme.Rgb, on_tap: OnTap) -> Surface:
    return button_widget(block, box, ground, on_tap)


class LayoutElement(NamedTuple):
    """Block with its position, and the action for a tap on the block.

    Elements with equal `placement` look the same, so a change of the action keeps the widget.
    `rows` has, for each multi-page column that contains the block, the row of the column with the
    block (see `Rows`).
    """

    placement: BlockPlacement
    action: object
    rows: Rows


_TAPPED = object()
"""Replaces the action of a block in a `placement`, so that comparisons ignore the action."""

_AT_ONCE = 3
"""Number of widgets created in advance in one step, so that a tap during a step waits only briefly.
"""
BlocksInBoxes = Sequence[tuple[Block, Box]]


class BlockLayout(NamedTuple):
    blocks_in_boxes: BlocksInBoxes
    elements: tuple[LayoutElement, ...]


class ElementWithWidget:
    """Element of a layout, with its widget and the time at which the element came into sight."""

    __slots__ = ("element", "sight", "widget")

    def __init__(self, element: LayoutElement, sight: Sight) -> None:
        self.element = element
        self.widget: Surface | None = None
        self.sight = sight


class BlockView(Surface):
    """Widget that shows blocks; `on_tap` is called with the action of a tapped block.

    - `pages`: selects the visible page of each column that has several pages (see `Pages`). The
      view records a tapped row in `pages`, so that the row stays visible even if rows become
      higher.
    - `folds`: if it is set, long rows have two lines (see `Row`).
    - `turner`: box for the page button of columns with `page_button_in_head`. The page button of
      other columns is below their rows.
    - `spares`: largest number of removed widgets that are kept, in case the same blocks are shown
      again.

    A block that does not change keeps its widget.
    """

    def __init__(
        self,
        box: Box,
        on_tap: OnTap,
        pages: Pages | None = None,
        *,
        folds: bool = False,
        turner: Box = _ABOVE,
        spares: int = 0,
    ) -> None:
        super().__init__(box)
        self._turner = turner
        self._on_tap = on_tap
        self._folds = folds
        self._most_spares = spares
        self._pages = {} if pages is None else pages
        self._parts: BlocksInBoxes = ()
        self._elements: tuple[LayoutElement, ...] = ()
        self._views: dict[BlockPlacement, ElementWithWidget] = {}
        self._fills: list[BlockPlacement] = []
        self._spares: dict[BlockPlacement, Surface] = {}

    def show(self, block: Block) -> None:
        self.show_blocks(((block, self.box),))

    def show_blocks(self, parts: BlocksInBoxes) -> None:
        with height_cache():
            self.show_layout(self.layout_of(parts))

    def layout_of(self, parts: BlocksInBoxes) -> BlockLayout:
        """Return the layout of `parts`, blocks with a box each, without drawing them."""
        elements = (
            _element(placed, rows)
            for block, box in parts
            for placed, rows in placements_of(
                with_wrapped_rows(block) if self._folds else block, box, self.ground, self._pages
            )
        )
        with height_cache():
            return BlockLayout(parts, tuple(elements))

    def show_layout(self, layout: BlockLayout) -> None:
        """Show a layout instead of the current one, reusing the widgets of unchanged elements."""
        self._parts = layout.blocks_in_boxes
        if layout.elements == self._elements:
            return
        self._elements = layout.elements
        # Each lookup hashes a whole element, so an element is looked up at most twice.
        fills, wanted, sight = [], {}, coming_into_sight()
        for one in layout.elements:
            if isinstance(one.placement.block, BackgroundFill):
                fills.append(one.placement)
            else:
                wanted[one.placement] = ElementWithWidget(one, sight)
        self._fill_grounds(fills)
        former, self._views = self._views, wanted
        for placement, now in wanted.items():
            before = former.pop(placement, None)
            if before is not None:
                now.widget, now.sight = before.widget, before.sight
                if before.element.action != now.element.action and isinstance(
                    now.widget, TapButton
                ):
                    now.widget.cancel_touch()
        self._take_over_sights(former)
        for placement, gone in former.items():
            if gone.widget is not None:
                self._put_by(placement, gone.widget)
        # Kivy's indexes count from the topmost widget, which is the last one here.
        for number, (placement, now) in enumerate(reversed(wanted.items())):
            if now.widget is None:
                now.widget = self._take_spare(placement)
                self.add_widget(now.widget, number)
        self._let_go()

    def prepare_in_steps(self, layout: BlockLayout) -> Iterator[None]:
        """Create the widgets of a layout before it is shown; each iteration creates a few.

        `show_layout` uses these widgets when it shows the layout.
        """
        made = 0
        for placement in (one.placement for one in layout.elements):
            if isinstance(placement.block, BackgroundFill) or placement in self._views:
                continue
            made += placement not in self._spares
            self._spares[placement] = self._take_spare(placement)
            self._let_go()
            if made == _AT_ONCE:
                made = 0
                yield
        if made:
            yield

    def _take_over_sights(self, former: dict[BlockPlacement, ElementWithWidget]) -> None:
        replaced = {
            (placement.box, self._meaning_of(gone.element)): gone.sight
            for placement, gone in former.items()
        }
        for placement, now in self._views.items():
            if now.widget is None:
                meaning = placement.box, self._meaning_of(now.element)
                now.sight = replaced.get(meaning, now.sight)

    def _meaning_of(self, element: LayoutElement) -> object:
        # A tap can be repeated at once if this stays the same, although the block looks different.
        block = element.placement.block
        if isinstance(element.action, _TurnPage):
            return element.action.pages
        return replace(block, marked=False) if isinstance(block, Button) else block

    def renew(self) -> None:
        """Treat all blocks as if they had just appeared: a second tap on them is ignored.

        This is necessary if the blocks look the same as before but have another meaning.
        """
        sight = coming_into_sight()
        for view in self._views.values():
            view.sight = sight

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Dispatch a touch, but ignore a second tap that hits a block which has just appeared."""
        if is_repeat(touch):
            for view in self._views.values():
                widget = view.widget
                if view.sight.is_new and widget is not None and widget.collide_point(*touch.pos):
                    return True
        return bool(super().on_touch_down(touch))

    def on_touch_move(self, touch: MotionEvent) -> bool:  # noqa: ARG002 - Kivy's signature
        """Do nothing, because Kivy itself dispatches moves to the widget that grabbed the touch."""
        return False

    def on_touch_up(self, touch: MotionEvent) -> bool:  # noqa: ARG002 - likewise
        return False

    def destroy(self) -> None:
        super().destroy()
        self._spares.clear()
        # Break reference cycles: the action of an element often refers to the view's parent, and so
        # to the view.
        self._views.clear()
        self._on_tap = lambda _action: None

    def reset_pages(self) -> None:
        """Select the first page of each column that has several pages."""
        self._pages.clear()

    def _fill_grounds(self, fills: list[BlockPlacement]) -> None:
        if fills == self._fills:
            return
        self._fills = fills
        self.canvas.before.clear()
        with self.canvas.before:
            for block, box, _ground in fills:
                if isinstance(block, BackgroundFill):
                    Color(*block.color)
                    draw_rounded_box(*box, dp(block.radius))

    def _take_spare(self, placement: BlockPlacement) -> Surface:
        found = self._spares.pop(placement, None)
        if found is None:
            block, box, ground = placement
            where = self._turner if box is _ABOVE else box
            found = _made(block, where, ground, partial(self._take, placement))
        return found

    def _put_by(self, placement: BlockPlacement, widget: Surface) -> None:
        self.remove_widget(widget)
        if self._most_spares:
            self._spares[placement] = widget
        else:
            widget.destroy()

    def _let_go(self) -> None:
        while len(self._spares) > self._most_spares:
            del self._spares[next(iter(self._spares))]

    def _take(self, tapped: BlockPlacement, action: object) -> None:
        view = self._views[tapped]
        element, view.sight = view.element, LONG_SEEN
        if action is _TAPPED:
            action = element.action
        if isinstance(action, _TurnPage):
            self._pages[action.pages] = action.row
            self.show_blocks(self._parts)
            return
        self._pages.update(element.rows)
        self._on_tap(action)


def _element(placed: BlockPlacement, rows: Rows) -> LayoutElement:
    block = placed.block
    action = getattr(block, "action", None)
    if action is None:
        return LayoutElement(placed, None, rows)
    return LayoutElement(placed._replace(block=replace(block, action=_TAPPED)), action, rows)
