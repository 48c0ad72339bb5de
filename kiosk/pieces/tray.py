"""Trays: each player's position in the game, and the pieces still to move (SCREEN.md, 3).

A tray is rotated towards its player's seat. The head of a tray shows the player's symbol, name,
points and remaining buildings, always in the same places. Below the head are the moves, as many as
fit, and the number of moves that do not fit. A tap on this number shows the next moves in the same
place.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import Enum, auto
from functools import partial
from math import ceil, tau
from typing import NamedTuple, TypeGuard

from kivy.clock import Clock, ClockEvent
from kivy.graphics import Color as Ink
from kivy.input.motionevent import MotionEvent
from kivy.metrics import dp, sp
from msgspec.structs import replace

from companion.pieces import MATERIALS, BuildingKind, Color, Material
from companion.state import Building
from kiosk.pieces import drawing, palette
from kiosk.pieces.picture import (
    ArrowInRow,
    DruidPathStoneInRow,
    FieldInRow,
    GameBoxInRow,
    MarkerInRow,
    PlainInRow,
    RowPart,
    SignedCountInRow,
    StackInRow,
    TrackSpaceInRow,
    TrayPicture,
)
from kiosk.pieces.points import PointsNumber, SurfaceWithCountingPoints, is_ambiguous_upside_down
from kiosk.rotation import Rotation
from kiosk.ui import theme
from kiosk.ui.button import draw_symbol
from kiosk.ui.cached_layer import CachedLayer
from kiosk.ui.form import Block, Widget
from kiosk.ui.renderer import BlocksInBoxes, BlockView
from kiosk.ui.rotated_view import RotatedView
from kiosk.ui.shapes import (
    Point,
    canvas_points,
    draw_disc,
    draw_letters,
    draw_polygon,
    draw_rounded_box,
    point_on_circle,
)
from kiosk.ui.surface import Box, Surface, smallest_text_size, text_height, text_width
from kiosk.ui.tap import TapButton
from kiosk.ui.touch_history import coming_into_sight, is_repeat
from kiosk.words.language import plural

HOLD_SECONDS = 0.4
"""Seconds that a finger must rest on a tray to show the player's hand."""
_MOST_OF_CORNER, _HIGHEST_CORNER = 0.4, 0.6
"""Maximum size of the corners of a tray, relative to its width and height. A tap in one corner
counts for the player's symbol, a tap in the other for the number of further moves."""
_FRAME, _TURN_FRAME = 3, 5
"""Width in dp of a tray's edge, and of the edge if it is the player's turn."""
_RADIUS = 10
_POINTS = 20
"""Letter size of the points in dp. It does not grow with large letters, as there is no room."""
_EYE, _LEAST_EYE = 18, 12
"""Width in dp of the sign of an open eye, and its minimum width beside the points."""
_SPARES = 48
"""Number of cached faces per tray; a tray often returns to the same few states."""


# The three layouts

_WIDE, _WIDE_HIGH = 120, 48
"""Minimum width and height of a wide tray inside its edge, in dp."""
_TALL_LEAST, _TALL_MOST, _TALL = 60, 92, 80
"""Minimum and maximum width of a tall tray, and its minimum height, in dp."""
_LINE, _LEFT_LINE, _NAME_LINE = 24, 18, 20
"""Heights of the lines in a tray's head, in dp."""
_LEFT_GAP = 12
"""Maximum gap between the numbers of remaining pieces, in dp."""


class TrayLayout(NamedTuple):
    """Boxes of the parts of a player's tray.

    - `head`: upper part of the tray, which contains all following boxes except `body`.
    - `symbol`: a square for the player's symbol.
    - `pieces_left`: numbers of huts and temples left to build, and of the rune stones that the
      player holds.
    - `eye`: sign that the player's hand has recently been seen.
    - `body`: part below the head. It shows the moves to make on the table or, if there are none,
      the points gained and the open hand.
    """

    head: Box
    symbol: Box
    name: Box
    points: Box
    pieces_left: Box
    eye: Box
    body: Box


def tray_layout(box: Box, points: int) -> TrayLayout:
    """Return the layout of a tray in `box`, with room for as many digits as `points` has."""
    inner = box.inset(dp(_TURN_FRAME))
    digits = text_width("8" * max(2, len(str(abs(points)))), _points_size(), bold=True) + dp(3)
    if inner.width >= dp(_WIDE) and inner.height >= dp(_WIDE_HIGH):
        return _wide(inner, digits)
    if dp(_TALL_LEAST) <= inner.width < dp(_TALL_MOST) and inner.height >= dp(_TALL):
        return _tall(inner, digits)
    return _short(inner, digits)


def _wide(inner: Box, digits: float) -> TrayLayout:
    body, head = inner.split_top(dp(_LINE + _LEFT_LINE), 0)
    symbol = Box(head.x, head.y, head.height, head.height).inset(dp(2))
    beside = Box(head.x + head.height + dp(3), head.y, head.width - head.height - dp(3), 0)
    left = beside._replace(width=beside.width - dp(_EYE), height=dp(_LEFT_LINE))
    eye = left._replace(x=left.right, width=dp(_EYE))
    line = Box(beside.x, left.top, beside.width, dp(_LINE))
    name, points = _split_off_points(line, digits)
    return TrayLayout(head, symbol, name, points, left, eye, body)


def _tall(inner: Box, digits: float) -> TrayLayout:
    body, head = inner.split_top(dp(_LINE + _NAME_LINE + _LEFT_LINE), 0)
    rest, line = head.split_top(dp(_LINE), 0)
    left, name = rest.split_top(dp(_NAME_LINE), 0)
    symbol = Box(line.x, line.y, line.height, line.height).inset(dp(1))
    _name, points = _split_off_points(line, digits)
    name, room = name.inset(dp(2), 0), points.x - symbol.right - dp(2)
    eye = Box(symbol.right + dp(1), line.y, min(dp(_EYE), room), line.height)
    if room < dp(_LEAST_EYE):  # with 100 points or more, the name gives up some width
        eye = Box(name.right - dp(_EYE), name.y, dp(_EYE), name.height)
        name = name._replace(width=name.width - dp(_EYE + 3))
    return TrayLayout(head, symbol, name, points, left, eye, body)


def _short(inner: Box, digits: float) -> TrayLayout:
    body, head = inner.split_top(dp(_NAME_LINE + _LINE), 0)
    second, first = head.split_top(dp(_NAME_LINE), 0)
    symbol = Box(first.x, first.y, first.height, first.height).inset(dp(1))
    eye = Box(first.right - dp(_EYE), first.y, dp(_EYE), first.height)
    name = Box(symbol.right + dp(3), first.y, eye.x - symbol.right - dp(6), first.height)
    left, points = _split_off_points(second, digits)
    return TrayLayout(head, symbol, name, points, left, eye, body)


def _split_off_points(line: Box, digits: float) -> tuple[Box, Box]:
    points = Box(max(line.x, line.right - digits), line.y, min(line.width, digits), line.height)
    return line._replace(width=max(0.0, points.x - line.x - dp(3))), points._replace(
        width=points.width - dp(2)
    )


def _frame_color(tray: TrayPicture) -> theme.Rgb:
    color = palette.PLAYERS[tray.color]
    return theme.darken_for_text(color) if tray.decides else color


def _head_color(tray: TrayPicture) -> theme.Rgb:
    return _frame_color(tray) if tray.decides else theme.SURFACE


# Moves as signs

_Item = tuple[RowPart, ...]
"""An item in a tray (a move, the points won, or the chips of a hand): its parts from left to right.
"""

_PADDING = 1
_SIGNS = 0.62
"""Half the size of a sign, relative to the letter size beside it."""
_GAP, _MOVE_GAP = 0.21, 3
"""Gap between the parts of a move, relative to half a sign (`_GAP`), and minimum gap between two
moves, relative to the gap between parts (`_MOVE_GAP`). In a line with free space, the gaps between
moves are up to twice as wide."""
_SMALLEST_RADII, _SMALLEST_GAP = (9, 7.5), 1.5
"""Sizes in dp for a move that otherwise has no room: half a sign (two values to try), and the gap
between signs."""
_LINE_GAP, _LARGEST_LINE_GAP = 1, 5
"""Minimum and maximum gap between two lines of moves, in dp."""
_CORNER = 6
"""Corner radius in dp of the paper below the moves."""
_HIGH = 0.905
"""Half the height of the highest sign as drawn, relative to the `radius` of `_Sizes`."""
_CHIP_WIDE, _MARKER_WIDE, _ARROW_WIDE, _SIGN_WIDE = 1.0, 0.66, 0.4, 0.905
"""Half the width of signs as drawn, with their edges, relative to the `radius` of `_Sizes`."""
_TILE_EDGES = 0.36
"""Left and right margin of a number on its tile together, relative to the `radius` of `_Sizes`."""
_ARROW = 0.42
_LOWER = {BuildingKind.HUT: 0.11, BuildingKind.TEMPLE: 0.15}
"""Distance by which a building is drawn below its centre, relative to the `radius` of `_Sizes`, as
its roof is higher than its foot."""


class _Detail(Enum):
    # How much of a move is drawn. Only `WHOLE` has the place that a piece comes from. `TERSE` also
    # leaves out arrows, and the number of a single chip.
    TERSE = auto()
    SHORT = auto()
    WHOLE = auto()


class _Sizes(NamedTuple):
    size: float
    radius: float
    detail: _Detail = _Detail.WHOLE
    least_gap: int = 1

    @property
    def line(self) -> float:
        return max(text_height("8", dp(200), self.size), 2 * self.radius * _HIGH)

    @property
    def gap(self) -> float:
        return max(self.least_gap, int(self.radius * _GAP))

    @property
    def move_gap(self) -> float:
        return self.gap * _MOVE_GAP

    def width_of(self, part: RowPart) -> float:
        """Return the width of a part in whole pixels."""
        if _is_text(part):
            return ceil(text_width(part, self.size, bold=True))
        if (tile := _tile_of(part)) is not None:
            return ceil(text_width(tile[0], self.size, bold=True) + self.radius * _TILE_EDGES)
        return ceil(2 * self.radius * _half_width(part))

    def width_of_item(self, item: _Item) -> float:
        return sum(map(self.width_of, item)) + self.gap * (len(item) - 1)


def _move_sizes() -> tuple[_Sizes, ...]:
    small, radius = 15.4 * dp(1) / sp(1), dp(11)
    usual = theme.DECISION_TEXT, sp(theme.DECISION_TEXT) * _SIGNS
    return (
        _Sizes(theme.TITLE_TEXT + 4, sp((theme.TITLE_TEXT + 4) * _SIGNS)),
        _Sizes(*usual, _Detail.SHORT),
        _Sizes(small, radius, _Detail.SHORT),
        _Sizes(*usual, _Detail.TERSE),
        _Sizes(small, radius, _Detail.TERSE),
    )


def _smallest_sizes() -> tuple[_Sizes, ...]:
    size, gap = smallest_text_size(), ceil(dp(_SMALLEST_GAP))
    return tuple(_Sizes(size, dp(radius), _Detail.TERSE, gap) for radius in _SMALLEST_RADII)


def _points_size() -> float:
    return float(_POINTS * dp(1) / sp(1))


def _is_text(part: RowPart) -> TypeGuard[str]:
    return type(part) is str


def _tile_of(part: RowPart) -> tuple[str, theme.Rgb] | None:
    match part:
        case FieldInRow(number):
            return str(number), palette.UNKNOWN_AREA
        case TrackSpaceInRow(points):
            return str(points), theme.SAND
        case _:
            return None


def _half_width(part: RowPart) -> float:
    match part:
        case Material():
            return _CHIP_WIDE
        case MarkerInRow():
            return _MARKER_WIDE
        case ArrowInRow():
            return _ARROW_WIDE
        case _:
            return _SIGN_WIDE


def _drawn_parts(parts: tuple[RowPart, ...], detail: _Detail) -> _Item:
    match parts:
        case ("?", *others):
            return ("?", *_drawn_parts(tuple(others), detail))
        case (SignedCountInRow(sign, number), *others):
            is_clear = detail is _Detail.TERSE and number == 1
            return (sign if is_clear else f"{sign}{number}", *others)
        case (piece, _source, ArrowInRow() as onto, target) if detail is not _Detail.WHOLE:
            return _drawn_parts((piece, onto, target), detail)
        case (Color(), *_) | (*_, Color()):
            return parts  # without the arrow, the direction would not be obvious
        case (piece, ArrowInRow(), target) if detail is _Detail.TERSE:
            return (piece, target)
        case _:
            return parts


class _Items(NamedTuple):
    letters: _Sizes
    lines: list[list[_Item]]
    number: int


def _fit(box: Box, items: Sequence[tuple[RowPart, ...]], ways: Iterable[_Sizes]) -> _Items:
    # Use the first size at which all items fit, or else the size at which the most fit.
    found: list[_Items] = []
    for letters in ways:
        found.append(_fill_lines(items, letters, box.width - 2 * dp(_PADDING), box.height))
        if found[-1].number == len(items):
            break
    return max(found, key=lambda one: one.number)


def _fill_lines(
    items: Sequence[tuple[RowPart, ...]], letters: _Sizes, width: float, height: float
) -> _Items:
    most = int((height + dp(_LINE_GAP)) / (letters.line + dp(_LINE_GAP)))
    lines: list[list[_Item]] = []
    number, end = 0, 0.0
    for parts in items:
        item = _drawn_parts(parts, letters.detail)
        wide = letters.width_of_item(item)
        if lines and end + letters.move_gap + wide <= width:
            end += letters.move_gap + wide
        elif len(lines) < most and wide <= width:
            lines.append([])
            end = wide
        else:
            break
        lines[-1].append(item)
        number += 1
    return _Items(letters, lines, number)


class PlacedPart(NamedTuple):
    """A part of a move, such as a chip, a number or an arrow, and the box that it is drawn in."""

    part: RowPart
    box: Box


class MovesLayout(NamedTuple):
    """Layout of the moves in a tray.

    `moves` are the moves that are drawn, from left to right and from top to bottom. `visible_moves`
    are the indexes, in the tray's list of moves, of those that are completely visible.
    `hidden_count_box` is the box for the number of moves that are not visible, or None if all moves
    are visible.
    """

    moves: tuple[tuple[PlacedPart, ...], ...]
    letter_sizes: _Sizes
    visible_moves: range
    hidden_count_box: Box | None = None


def moves_layout(body: Box, moves: tuple[tuple[RowPart, ...], ...], first: int = 0) -> MovesLayout:
    """Return a layout of all `moves` in the box `body`, or of as many as fit.

    If not all fit, the first visible move is the one with the index `first`.
    """
    items = _fit(body, moves, _move_sizes())
    if items.number == len(moves):
        return MovesLayout(_placed(body, items), items.letters, range(len(moves)))
    body, more = _split_more(body, len(moves))
    items = _fit(body, moves[first:], _move_sizes())
    if not items.number:
        items = _fit(body, moves[first : first + 1], _smallest_sizes())
    visible_moves = range(first, first + items.number)
    return MovesLayout(_placed(body, items), items.letters, visible_moves, more)


def _placed(box: Box, items: _Items) -> tuple[tuple[PlacedPart, ...], ...]:
    letters = items.letters
    high, lines = letters.line, len(items.lines)
    gap = max(dp(_LINE_GAP), (box.height - high * lines) / (lines + 1))
    gap = min(gap, dp(_LARGEST_LINE_GAP))
    top = box.center[1] + (high * lines + gap * (lines - 1)) / 2
    placed = []
    for line in items.lines:
        between, width = letters.move_gap, sum(map(letters.width_of_item, line))
        spare = box.width - width - between * (len(line) - 1)
        between += min(between, int(spare / (len(line) + 1)))
        x = float(round(box.center[0] - (width + between * (len(line) - 1)) / 2))
        for item in line:
            parts = []
            for part in item:
                parts.append(PlacedPart(part, Box(x, top - high, letters.width_of(part), high)))
                x = parts[-1].box.right + letters.gap
            placed.append(tuple(parts))
            x += between - letters.gap
        top -= high + gap
    return tuple(placed)


def _draw_placed(
    surface: Surface,
    parts: Iterable[PlacedPart],
    letters: _Sizes,
    ground: theme.Rgb,
    *,
    turned: bool,
) -> None:
    for part, box in parts:
        text, behind = part, ground
        if (tile := _tile_of(part)) is not None:
            text, behind = tile
            side = round(2 * letters.radius * _HIGH)
            under = Box(box.x, round(box.center[1] - side / 2), box.width, side)
            surface.fill(behind, under, radius=3)
        if _is_text(text):
            surface.write(
                text,
                box,
                ground=behind,
                size=letters.size,
                bold=True,
                halign="center",
                underlined=turned and is_ambiguous_upside_down(text),
            )
        else:
            with surface.canvas:
                _draw_part(part, box.center, letters, theme.text_color_on(ground))


def _draw_part(part: RowPart, center: Point, letters: _Sizes, ink: theme.Rgb) -> None:
    x, y = center
    radius = letters.radius
    match part:
        case ArrowInRow():
            size = radius * _ARROW
            draw_polygon(canvas_points(center, size, (-0.8, 1.1), (0.8, 0), (-0.8, -1.1)), ink)
        case PlainInRow(material):
            side = round(radius * 0.9)
            Ink(*palette.PLAINS[material])
            draw_rounded_box(round(x) - side, round(y) - side, 2 * side, 2 * side, dp(4))
            drawing.draw_chip(material, (round(x), round(y)), radius * 0.62)
        case StackInRow(workers):
            drawing.draw_stack(workers, (round(x), round(y)), 2 * radius * 0.89)
        case MarkerInRow(color):
            drawing.draw_marker(color, center, radius * 0.61)
        case GameBoxInRow():
            _draw_box(center, radius * 0.67, ink)
        case DruidPathStoneInRow(0):
            drawing.draw_druids_temple(center, radius * 0.86)
        case DruidPathStoneInRow(number):
            draw_disc(center, radius * 0.89, theme.SAND)
            draw_letters(str(number), center, radius * 1.2, theme.INK)
        case Building(kind):
            size = radius * (0.84 if kind is BuildingKind.HUT else 0.76)
            draw_symbol(part, (round(x), round(y - radius * _LOWER[kind])), size)
        case Material():
            draw_symbol(part, (round(x), round(y)), radius * 0.93)
        case _:
            draw_symbol(part, (round(x), round(y)), radius * 0.89)


def _draw_box(center: Point, size: float, ink: theme.Rgb) -> None:
    draw_polygon(
        canvas_points(center, size, (-0.85, -1), (0.85, -1), (0.85, 0.15), (-0.85, 0.15)), ink
    )
    for way in (-1, 1):
        flap = ((0.85, 0.35), (0.15, 0.35), (0.55, 0.95), (1.3, 0.95))
        draw_polygon(canvas_points(center, size, *((way * right, up) for right, up in flap)), ink)


class TrayFace(Surface):
    """Draws a player's tray without the points, which another widget draws in front of the tray.

    If `turned` is set, some players read the tray from another side than its owner; numbers that
    look like another number upside down, such as 6, are then underlined. `visible_moves` are the
    indexes, in the tray's list of moves, of the moves that are completely visible.
    `hidden_move_count` is the number of all other moves in the list.
    """

    def __init__(self, box: Box, tray: TrayPicture, turned: bool = False) -> None:  # noqa: FBT001, FBT002 - positional, as `Widget` passes it
        super().__init__(box)
        self.tray = tray
        self._turned = turned
        self.visible_moves = range(0)
        layout = tray_layout(box, tray.points)
        color = _frame_color(tray)
        self.fill(color, radius=_RADIUS)
        inner = box.inset(dp(_TURN_FRAME if tray.has_turn else _FRAME))
        self.fill(theme.SURFACE, inner, radius=_RADIUS - 3)
        if tray.decides:
            # The upper corners of the paper are rounded.
            foot = layout.head.y - (dp(_CORNER) if tray.moves else 0)
            self.fill(color, Box(inner.x, foot, inner.width, inner.top - foot))
        self.ground = theme.SURFACE
        self._draw_head(layout)
        if tray.moves:
            self._draw_moves(layout.body)
        else:
            small = smallest_text_size()
            sizes = (
                _Sizes(theme.DECISION_TEXT, sp(theme.DECISION_TEXT) * _SIGNS),
                _Sizes(small, dp(9)),
                _Sizes(small, dp(6.5)),
            )
            items = _fit(layout.body, _status_items(tray), sizes)
            if items.number == len(_status_items(tray)):
                for parts in _placed(layout.body, items):
                    _draw_placed(self, parts, items.letters, theme.SURFACE, turned=turned)

    @property
    def hidden_move_count(self) -> int:
        return len(self.tray.moves) - len(self.visible_moves)

    def _draw_head(self, layout: TrayLayout) -> None:
        tray, ground = self.tray, _head_color(self.tray)
        ink = theme.strongest_text_color_on(ground)
        with self.canvas:
            drawing.draw_player_badge(tray.color, layout.symbol.center, layout.symbol.width / 2)
            if tray.hand_was_seen:
                drawing.draw_open_eye(layout.eye.center, layout.eye.width * 0.43)
        self.write(
            tray.name,
            layout.name,
            ink=ink,
            ground=ground,
            size=theme.DECISION_TEXT,
            bold=tray.decides,
            is_name=True,
        )
        self._draw_left(layout.pieces_left, ink, ground)

    def _draw_left(self, box: Box, ink: theme.Rgb, ground: theme.Rgb) -> None:
        tray, sign = self.tray, dp(11)
        signs = ((_HUT, tray.huts_left), (_TEMPLE, tray.temples_left), (_STONE, tray.runes))
        for size in (theme.SMALL_TEXT, smallest_text_size()):
            widths = [text_width(str(number), size) + dp(1) for _shape, number in signs]
            gap = (box.width - sum(widths)) / len(signs) - sign
            if gap >= dp(2):
                break
        x = box.x
        for (shape, number), width in zip(signs, widths, strict=True):
            with self.canvas:
                draw_polygon(canvas_points((x + sign / 2, box.center[1]), sign * 0.45, *shape), ink)
            self.write(
                str(number),
                Box(x + sign + dp(1), box.y, width, box.height),
                ink=ink,
                ground=ground,
                size=size,
                underlined=self._turned and is_ambiguous_upside_down(str(number)),
            )
            x += sign + width + min(gap, dp(_LEFT_GAP))

    def _draw_moves(self, body: Box) -> None:
        self.fill(theme.PAPER, body, radius=_CORNER)
        layout = moves_layout(body, self.tray.moves, self.tray.first_visible_move)
        self.visible_moves = layout.visible_moves
        for parts in layout.moves:
            _draw_placed(self, parts, layout.letter_sizes, theme.PAPER, turned=self._turned)
        if layout.hidden_count_box is not None:
            self._draw_more(layout.hidden_count_box)

    def _draw_more(self, box: Box) -> None:
        self.fill(theme.PAPER_SHADE, box, radius=_CORNER)
        text, size = _more_text(self.hidden_move_count), smallest_text_size()
        widest = max(text_width(word, size) for word in text.split())
        if widest > box.width or text_height(text, box.width, size) > box.height:
            text = str(self.hidden_move_count)
            box, foot = box.split_bottom(dp(_ARROW_HIGH), 0)
            with self.canvas:
                tip = canvas_points(
                    foot.center, dp(_ARROW_HIGH), (-0.8, 0.6), (0.8, 0.6), (0, -0.3)
                )
                draw_polygon(tip, theme.INK_SOFT)
        self.write(text, box, ground=theme.PAPER_SHADE, size=size, halign="center")


_HUT = ((-0.8, -1), (0.8, -1), (0.8, 0.2), (0.5, 0.8), (0, 1), (-0.5, 0.8), (-0.8, 0.2))
_TEMPLE = ((-1, -1), (1, -1), (0, 1.1))
_STONE = tuple(point_on_circle((0, 0), 0.9, tau * corner / 12) for corner in range(12))
"""Shapes before the numbers of remaining huts, temples and rune stones."""


_ARROW_HIGH = 6
"""Height in dp of the arrowhead below the number of further moves."""


def _more_text(number: int) -> str:
    # For translators: short, in a tray: 5 further moves have no room and appear after a tap
    return plural("{number} more", "{number} more", number)


def _split_more(body: Box, number: int) -> tuple[Box, Box]:
    # `number` is the largest number to write. The second box has room for words, such as “5 more”,
    # if it is below the first box, or if the tray is wide and the body has room for two lines.
    size = smallest_text_size()
    if body.width < dp(_WIDE) and body.height >= dp(3 * _LINE):
        return body.split_bottom(dp(_LINE), 0)
    width = text_width(str(number), size)
    if body.width >= dp(_WIDE) and body.height >= 2 * text_height("8", body.width, size):
        width = max(text_width(word, size) for word in _more_text(number).split())
    width += 2 * dp(_PADDING)
    right = body._replace(x=body.right - width, width=width)
    return body._replace(width=body.width - width - dp(_PADDING)), right


def _status_items(tray: TrayPicture) -> tuple[tuple[RowPart, ...], ...]:
    found: list[tuple[RowPart, ...]] = []
    if tray.points_gained:
        won = (
            f"+{tray.points_gained}"
            if tray.points_gained > 0
            else f"\N{MINUS SIGN}{-tray.points_gained}"
        )
        found.append((tray.color, won))
    if tray.hand is not None:
        found += [(material, str(tray.hand.number(material))) for material in MATERIALS]
    return tuple(found)


# Widgets


class TrayButton(TapButton):
    """Button that covers a tray and can be tapped or held.

    Holding the tray for `HOLD_SECONDS` calls `on_hold`; lifting the finger then calls `on_lift`. A
    tap on the player's symbol calls `on_symbol`, and a tap on the number of moves that do not fit
    calls `on_more`. All other taps call `on_tap`, which is also called if `on_symbol` or `on_more`
    returns False.
    """

    def __init__(
        self,
        box: Box,
        key: str,
        on_tap: Callable[[], None],
        on_hold: Callable[[], None],
        on_lift: Callable[[], None],
        on_symbol: Callable[[], bool],
        on_more: Callable[[], bool],
    ) -> None:
        super().__init__(box, key, on_tap)
        self._on_hold, self._on_lift = on_hold, on_lift
        # In a narrow tray, the corners leave room in the middle for taps on the tray.
        side = min(dp(theme.TOUCH), box.width * _MOST_OF_CORNER)
        high = min(dp(theme.TOUCH), box.height * _HIGHEST_CORNER)
        # The number of further moves may also be at the foot, in the whole width.
        number = _split_more(tray_layout(box, 0).body, 0)[1].inset(-dp(_TURN_FRAME))
        self._corners = (
            (Box(box.x, box.top - high, side, high), on_symbol),
            (Box(box.right - side, box.y, side, high), on_more),
            (number, on_more),
        )
        self.sight = coming_into_sight()
        self._came_to: Box | None = None
        self._rests: ClockEvent | None = None
        self._is_held = False
        self.shade_when_pressed()

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Begin a tap or a hold, but ignore a second tap if the tray has just appeared."""
        if is_repeat(touch) and self.sight.is_new and self.collide_point(*touch.pos):
            return True
        taken = super().on_touch_down(touch)
        if taken:
            corners = (corner for corner, _act in self._corners if corner.contains(touch.pos))
            self._came_to = next(corners, None)
            self._stop()
            self._rests = Clock.schedule_once(self._hold, HOLD_SECONDS)
        return taken

    def on_touch_move(self, touch: MotionEvent) -> bool:
        """Cancel a pending hold if the finger leaves the tray; a tray already held stays held."""
        if touch.grab_current is self and not self.collide_point(*touch.pos) and not self._is_held:
            self._stop()
        return super().on_touch_move(touch)

    def on_touch_up(self, touch: MotionEvent) -> bool:
        if touch.grab_current is not self:
            return False
        held = self._is_held
        self._stop()
        came_to = None if held else self._came_to
        acts = (act for corner, act in self._corners if corner is came_to)
        is_all = came_to is not None and came_to.contains(touch.pos) and any(act() for act in acts)
        if not held and not is_all:
            return super().on_touch_up(touch)
        touch.ungrab(self)
        self.set_pressed(pressed=False)
        return True

    def destroy(self) -> None:
        self._stop()
        super().destroy()

    def _hold(self, _delta: float) -> None:
        self._rests, self._is_held = None, True
        self._on_hold()

    def _stop(self) -> None:
        if self._rests is not None:
            self._rests.cancel()
            self._rests = None
        if self._is_held:
            self._is_held = False
            self._on_lift()


class _Paper(RotatedView):
    def on_touch_down(self, touch: MotionEvent) -> bool:  # noqa: ARG002 - Kivy's signature
        return False


class _Tray:
    """Tray of a player, drawn in two places, both rotated towards the player's seat.

    Everything except the points is drawn by a `TrayFace` in `paper`, which belongs to a cached
    layer. The points are drawn in `around`, above that layer. `area` is the tray's box on the
    screen; `box` is the same box in the coordinates of `around`. `is_seen_turned` is set if players
    on other sides of the table must be able to read the tray too.
    """

    def __init__(
        self, area: Box, rotation: Rotation, around: Surface, box: Box, *, is_seen_turned: bool
    ) -> None:
        self._is_seen_turned = is_seen_turned
        self.shown: TrayPicture | None = None
        self.box = box
        self.paper = _Paper(area, rotation)
        self.front = BlockView(Box(0, 0, *box[2:]), lambda _action: None, spares=_SPARES)
        self.paper.add_widget(self.front)
        self.points = BlockView(box, lambda _action: None, spares=_SPARES)
        around.add_widget(self.points)

    def show(self, tray: TrayPicture) -> None:
        self.shown = tray
        face, points = self._parts(tray)
        self.front.show_blocks(face)
        self.points.show_blocks(points)

    @property
    def face(self) -> TrayFace:
        (face,) = self.front.children
        if not isinstance(face, TrayFace):
            raise TypeError(f"expected the face of a tray, got {face!r}")
        return face

    def prepare_in_steps(self, tray: TrayPicture) -> Iterator[None]:
        face, points = self._parts(tray)
        yield from self.front.prepare_in_steps(self.front.layout_of(face))
        yield from self.points.prepare_in_steps(self.points.layout_of(points))

    def _parts(self, tray: TrayPicture) -> tuple[BlocksInBoxes, BlocksInBoxes]:
        box = self.front.box
        turned = self._is_seen_turned
        # The face has room for the widest number with as many digits, so it need not change with
        # the points.
        widest = int("8" * len(str(abs(tray.points))))
        face: Block = Widget(TrayFace, (replace(tray, points=widest), turned))
        about = (tray.points, _head_color(tray), _points_size(), turned)
        points = tray_layout(box, tray.points).points.moved(*self.box[:2])
        return ((face, box),), ((Widget(PointsNumber, about), points),)


class PlayerTrays(SurfaceWithCountingPoints):
    """Widget of all players' trays, in seating order.

    - `areas`, `rotations`, `colors`: box, rotation and player of each tray.
    - `on_tap`: receives the player whose tray was tapped.
    - `on_more`: receives the player on whose tray “3 more” was tapped: the moves without room.
    - `on_hold`: receives the player whose tray is held, and None when the tray is released.
    - `on_symbol`: receives the player whose symbol was tapped, and returns whether it handled the
      tap.
    - `layer`: cached layer on which the trays, except the points, are drawn. If it is None, the
      widget creates its own layer.

    The button that covers a tray has a key such as "tray.red".
    """

    def __init__(
        self,
        areas: Sequence[Box],
        rotations: Sequence[Rotation],
        colors: Sequence[Color],
        on_tap: Callable[[Color], None],
        on_hold: Callable[[Color | None], None],
        on_symbol: Callable[[Color], bool] = lambda _color: False,
        on_more: Callable[[Color], None] = lambda _color: None,
        layer: CachedLayer | None = None,
    ) -> None:
        super().__init__(areas[0].union(areas))
        # Players on other sides of the table read the trays at the front too.
        turned = any(side is not Rotation.NONE for side in rotations)
        if layer is None:
            layer = CachedLayer(self.box)
            self.add_widget(layer)
        self._layer = layer
        self._trays: list[_Tray] = []
        self._taps: dict[Color, TrayButton] = {}
        self._on_more = on_more
        views: dict[Rotation, Surface] = {Rotation.NONE: self}
        for area, side, color in zip(areas, rotations, colors, strict=True):
            if side not in views:
                views[side] = RotatedView(self.box, side)
                self.add_widget(views[side])
            around, place = views[side], area
            if isinstance(around, RotatedView):
                place = around.box_to_local(area)
            tray = _Tray(area, side, around, place, is_seen_turned=turned)
            self._trays.append(tray)
            tap = TrayButton(
                place,
                f"tray.{color}",
                partial(on_tap, color),
                partial(on_hold, color),
                partial(on_hold, None),
                partial(on_symbol, color),
                partial(self._show_more, tray, color),
            )
            self._taps[color] = tap
            around.add_widget(tap)

    def on_parent(self, _trays: object, parent: object) -> None:
        """Show the trays while this widget has a parent, and remove them when it has none.

        This must be done here, because the trays' drawings (`TrayFace`) are on another widget,
        `layer`.
        """
        for tray in self._trays:
            if parent is None:
                self._layer.remove_widget(tray.paper)
            elif tray.paper.parent is None:
                self._layer.add_widget(tray.paper)
        for tap in self._taps.values():
            tap.sight = coming_into_sight()

    def destroy(self) -> None:
        for tray in self._trays:
            tray.paper.destroy()
        super().destroy()

    def show(self, trays: Sequence[TrayPicture]) -> None:
        self.finish_count()
        for place, tray in zip(self._trays, trays, strict=True):
            if tray == place.shown:
                continue
            place.show(tray)
            (number,) = place.points.children
            self.numbers[tray.color] = number

    def show_pressed(self, color: Color, *, pressed: bool) -> None:
        self._taps[color].set_pressed(pressed=pressed)

    def _show_more(self, tray: _Tray, color: Color) -> bool:
        if not tray.face.hidden_move_count:
            return False
        self._on_more(color)
        return True

    def visible_moves(self, color: Color) -> range:
        """Return the indexes, in a player's list of moves, of the moves completely in sight."""
        for place in self._trays:
            if place.shown is not None and place.shown.color == color:
                return place.face.visible_moves
        raise ValueError(f"no tray of {color} is visible")

    def prepare_in_steps(self, trays: Sequence[TrayPicture]) -> Iterator[None]:
        for place, tray in zip(self._trays, trays, strict=True):
            yield from place.prepare_in_steps(tray)


# Static trays

_LEAST_WIDTH = 92
"""Minimum width of a tray in dp; if trays would be narrower, they are in two rows."""
_HAND, _HAND_OF_TALL = 16, 30
"""Additional height in dp for an open hand, in wide and in tall trays."""


def static_trays_height(players: int, width: float, *, hands: bool) -> float:
    across = _across(players, width)
    is_wide = width / across >= dp(_WIDE + 2 * _TURN_FRAME)
    head, hand = (_WIDE_HIGH, _HAND) if is_wide else (_TALL, _HAND_OF_TALL)
    high = dp(head + 2 * _TURN_FRAME + hand * hands)
    rows = -(-players // across)
    return float(high * rows + dp(theme.GAP) * (rows - 1))


def _across(players: int, width: float) -> int:
    return players if width / players >= dp(_LEAST_WIDTH) else -(-players // 2)


class StaticTrays(Surface):
    """Draws the trays of all players; they cannot be tapped."""

    def __init__(self, box: Box, trays: Sequence[TrayPicture]) -> None:
        super().__init__(box)
        across, gap = _across(len(trays), box.width), dp(theme.GAP)
        rows = box.split_rows((1,) * -(-len(trays) // across), gap)
        areas = [place for row in rows for place in row.split_columns((1,) * across, gap)]
        for tray, area in zip(trays, areas, strict=False):
            self.add_widget(TrayFace(area, tray))
            about = (tray.points, _head_color(tray), _points_size())
            self.add_widget(PointsNumber(tray_layout(area, tray.points).points, *about))
