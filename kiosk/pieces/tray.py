"""Trays: each player's position in the game, and their pending moves (SCREEN.md, 3).

A tray faces its owner's seat, and is redrawn only when it changes; the points, which count, are
above it.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import product
from typing import NamedTuple, TypeGuard

from kivy.clock import Clock, ClockEvent
from kivy.graphics import Color as Ink
from kivy.input.motionevent import MotionEvent
from kivy.metrics import dp, sp
from msgspec.structs import replace

from companion.pieces import MATERIALS, BuildingKind, Color, Rune
from companion.state import Building
from kiosk.pieces import drawing, moves, palette  # noqa: F401 - `moves` draws the pieces
from kiosk.pieces.form import MoveCell, Stone
from kiosk.pieces.picture import (
    Count,
    IntoBox,
    MarkerPart,
    Onto,
    Part,
    PlainPart,
    StackPart,
    StonePart,
    TrackPart,
    TrayPicture,
)
from kiosk.pieces.points import CountingSurface, PointsNumber, is_ambiguous_upside_down
from kiosk.rotation import Rotation
from kiosk.ui import theme
from kiosk.ui.cached_layer import CachedLayer
from kiosk.ui.form import Block, Widget
from kiosk.ui.renderer import (
    FormLayout,
    FormView,
    OnTap,
    Parts,
    draw_symbol,
    height_of,
    widget_of,
)
from kiosk.ui.rotated_view import RotatedView
from kiosk.ui.rounded import rounded
from kiosk.ui.shapes import Point, around, disc, polygon
from kiosk.ui.shapes import letters as draw_letters
from kiosk.ui.surface import Box, Surface, least_size, least_words, text_height, text_width
from kiosk.ui.tap import Tap
from kiosk.words.language import several
from kiosk.words.moves import Picture, Piece

HOLD_SECONDS = 0.4
"""Seconds for which a finger must rest on a tray to show its owner's hand."""
_MOST_OF_SYMBOL = 0.4
"""Largest width of the target on a player's sign, relative to the tray."""
_FRAME, _TURN_FRAME = 3, 5
"""Width of a tray's edge, in dp; the second is the active player's."""
_RADIUS = 10
_PADDING = 1
_HEAD, _LEAST_HEAD, _HEAD_SHARE = 26, 22, 0.34
"""Height of the line of symbol, name and points: in sp, at least in dp, most of a low tray.
"""
_POINTS = 22
_BADGE = 11
_NAME, _NAME_SHARE = 19, 0.36
"""Height of a name's own line, in sp, and its largest share of the height below the head."""
_LETTERS = (theme.DECISION_TEXT, theme.TEXT, theme.SMALL_TEXT)
_MOVE_LETTERS = (26, 22, theme.TITLE_TEXT, theme.DECISION_TEXT)
"""Sizes of letters beside the signs of moves, in sp."""
_SYMBOL = 0.62
"""Half the size of a symbol, relative to the letters beside it."""
_PACKED = (16, 13, 11)
"""Half the sizes of signs with numbers on them, in dp."""
_LEAST_SIGN, _LEAST_LARGE_SIGN = 22, 26
"""Least size of a move's sign, with usual letters and with large ones, in dp."""
_PACKED_LETTERS, _LIES_UPON = 1.4, 0.36
"""Height of the letters on a sign, and their overlap, relative to half the sign."""
_ITEM_GAP, _CLOSE_GAP, _PART_GAP = 9, 5, 3
_ARROW = 0.42
_TAP = 18
"""Height of the line with the meaning of a tap, in sp."""
_MOST_LINES = 8
_PACKED_LINE, _PACKED_GAP = 0.94, 2
"""Distance of lines of packed signs relative to the signs: a chip is wider than high; gap in dp."""
_WAYS = {"+": 0.6, "−": 0.3}
_FIGURES_HIGH = 0.8
"""Height of the ground behind a number on a chip, relative to the letters."""
_IF_DONE = " ?"
"""With little room: closer to its piece than to the piece before."""
_MORE = "…"
_KEPT = 1024
"""Number of trays whose layout is cached."""
_SPARES = 48
"""Number of spare faces: one is lit and dark in turn, and moves come and go."""


class TrayFace(Surface):
    """A tray without its points; `turned`: players sit around the table.

    `sign` is the width of the moves' signs in pixels, 0 without any; `more` moves are only on a
    card.
    """

    def __init__(self, box: Box, tray: TrayPicture, turned: bool = False) -> None:  # noqa: FBT001, FBT002 - as all that a widget is made of
        super().__init__(box)
        self.tray = tray
        self._turned = turned
        lines = _lines(box, tray)
        self.sign = 0.0 if lines.moves is None else 2 * lines.moves.letters.radius
        self.more = lines.more
        color = frame_color(tray)
        self.fill(color, radius=_RADIUS)
        inner = box.inset(_edge(tray))
        self.fill(theme.SURFACE, inner, radius=_RADIUS - 3)
        if tray.decides:
            is_above, head = lines.body.x <= lines.head.x, lines.head
            foot, right = (head.y, inner.right) if is_above else (inner.y, head.right)
            self.fill(color, Box(inner.x, foot, right - inner.x, inner.top - foot))
        self.ground = theme.SURFACE
        self._draw_head(lines)
        self._draw_body(lines)

    def _draw_head(self, lines: "_Lines") -> None:
        tray, head = self.tray, lines.head
        ground = ground_of_points(tray)
        ink, radius = theme.ink_on(ground), lines.badge
        with self.canvas:
            drawing.badge(tray.color, (head.x + radius + dp(2), head.center[1]), radius)
        if lines.name is None:
            return
        on = ground if lines.name.y >= head.y else theme.SURFACE
        self.write(
            tray.name,
            lines.name,
            ink=ink if on is ground else theme.LIGHT,
            ground=on,
            size=theme.DECISION_TEXT,
            bold=tray.decides,
            is_name=True,
        )

    def _draw_body(self, lines: "_Lines") -> None:
        tray, body = self.tray, lines.body
        if not tray.pieces:
            _draw_items(self, body, fitting_items(body, tray), theme.SURFACE, turned=self._turned)
            return
        self.fill(theme.PAPER, body, radius=6)
        items = lines.moves
        if items is None:
            self._draw_count(body)
            return
        above, below = body.footed(sp(_TAP), 0)
        beside = _moves_in(above, tray.moves) if tray.tap and not lines.more else None
        fits = text_width(tray.tap, theme.SMALL_TEXT) <= below.width
        least = min(items.letters.size, theme.TEXT)  # the word makes no moves hard to read
        if fits and beside is not None and beside.letters.size >= least:
            items, body = beside, above
            self.write(
                tray.tap,
                below,
                ink=theme.INK_SOFT,
                ground=theme.PAPER,
                size=theme.SMALL_TEXT,
                halign="center",
            )
        _draw_items(self, body, items, theme.PAPER, turned=self._turned)

    def _draw_count(self, box: Box) -> None:
        """Draw the number of pieces to move, if all moves need words."""
        number, place = self.tray.pieces, box.inset(dp(_PADDING), 0)
        words = several("{number} piece to move", "{number} pieces to move", number)
        text = words if _has_room(words, place) else _MORE
        self.write(text, place, ground=theme.PAPER, size=theme.TEXT, bold=True, halign="center")


def _has_room(words: str, box: Box) -> bool:
    """Whether words fit in small letters without being broken."""
    longest = max(text_width(word, least_words(), bold=True) for word in words.split())
    high = text_height(words, box.width, least_words(), bold=True)
    return longest < box.width and high <= box.height


def _draw_items(
    surface: Surface,
    box: Box,
    items: "_Items | None",
    ground: theme.Rgb,
    *,
    turned: bool = False,
) -> None:
    """Draw items in the middle of a box; `turned`: numbers mark their foot."""
    if items is None:
        return
    high = items.letters.line
    top = box.center[1] + high * len(items.lines) / 2
    for line in items.lines:
        width = _width_of_line(line, items.letters)
        x = box.center[0] - width / 2
        for item in line:
            place = Box(x, top - high, 0, high)
            x = _draw_item(surface, item, place, items.letters, ground, turned=turned)
            x += items.letters.item_gap
        top -= high


def _draw_item(
    surface: Surface,
    item: "_Item",
    box: Box,
    letters: "_Letters",
    ground: theme.Rgb,
    *,
    turned: bool,
) -> float:
    """Draw an item's parts side by side, texts last; return its right end."""
    x, texts = box.x, list[tuple[str, Box, theme.Rgb]]()
    for number, part in enumerate(item):
        width = letters.width_of(part)
        x += letters.gap(item[number - 1], part) if number else 0.0
        place = Box(x, box.y, width, box.height)
        x += width
        if _is_text(part):
            texts.append((part, place, ground))
        elif isinstance(part, _More):
            size, ink = theme.SMALL_TEXT, theme.INK_SOFT
            surface.write(str(part), place, ink=ink, ground=ground, size=size, bold=True)
        elif isinstance(part, TrackPart):
            side = 2 * letters.radius
            track = Box(place.x, round(box.center[1] - side / 2), width, side)
            surface.fill(theme.SAND, track, radius=3)
            texts.append((str(part.points), place, theme.SAND))
        else:
            with surface.canvas:
                _draw_part(part, place.center, letters, theme.text_on(ground))
    for text, place, behind in texts:
        if letters.packed and behind is ground and text.lstrip("?")[:1] in _WAYS:
            # Cover as little of the chip as possible: its edge is part of it.
            high = sp(letters.size) * _WAYS.get(text, _FIGURES_HIGH)
            under = Box(place.x, place.center[1] - high / 2, place.width - dp(2), high)
            surface.fill(ground, under)
        surface.write(
            text,
            place,
            ground=behind,
            size=letters.size,
            bold=True,
            halign="center",
            underlined=turned and is_ambiguous_upside_down(text),
        )
    return x


class _Letters(NamedTuple):
    """A size of a tray's letters in sp, and half the size of its symbols in pixels.

    `close`: with smaller gaps and without obvious parts. `packed`: numbers overlap the edge of
    their signs.
    """

    size: float
    radius: float
    close: bool = False
    packed: bool = False

    @property
    def line(self) -> float:
        """Height of a line in pixels."""
        if self.packed:
            return 2 * self.radius * _PACKED_LINE
        return max(text_height("8", dp(200), self.size), 2 * self.radius + dp(1))

    def width_of(self, part: Part) -> float:
        """Return the width of a part, in pixels."""
        if _is_text(part):
            return text_width(part, self.size, bold=True) + dp(1)
        if isinstance(part, TrackPart):
            edges = dp(1) if self.close else 2 * dp(_PART_GAP)
            return text_width(str(part.points), self.size, bold=True) + edges
        if isinstance(part, _More):
            return text_width(str(part), theme.SMALL_TEXT, bold=True) + dp(1)
        if isinstance(part, Onto):
            return self.radius * 2 * _ARROW
        return self.radius * 2

    def gap(self, part: Part, following: Part) -> float:
        """Return the gap between two parts of an item, in pixels; negative if they overlap."""
        if self.packed and _is_text(part) and _is_chip(following):
            return -self.radius * _LIES_UPON
        if part == _IF_DONE:
            return float(-dp(_PART_GAP - 1))
        return float(dp(1 if self.close else _PART_GAP))

    @property
    def item_gap(self) -> float:
        """Gap between items, in pixels."""
        if self.packed:
            return float(dp(_PACKED_GAP))
        return float(dp(_CLOSE_GAP if self.close else _ITEM_GAP))


class _More(NamedTuple):
    """A number of further moves; 0: there are some."""

    number: int

    def __str__(self) -> str:
        return f"{_MORE} +{self.number}" if self.number else _MORE


def _is_chip(part: Part) -> bool:
    """Whether a part is a chip, which has room for a number on its left corner."""
    return isinstance(part, Picture) and part.piece is Piece.CHIP


def _is_text(part: Part) -> TypeGuard[str]:
    """Whether a part is text; colours and materials are strings too, but stand for a sign."""
    return type(part) is str


_Item = tuple[Part, ...]
"""The parts of an item as they are drawn."""


def _as_drawn(parts: tuple[Part, ...], *, close: bool) -> _Item:
    """Return an item as it is drawn; `close`: without obvious parts."""
    match parts:
        case ("?", *others):
            return (_IF_DONE if close else "?", *_as_drawn(tuple(others), close=close))
        case (Count(sign, number), *others):
            return (sign if close and number == 1 else f"{sign}{number}", *others)
        case (worker, PlainPart(), Onto() as onto, *others) if close:
            return (worker, onto, *others)
        case (MarkerPart() as marker, TrackPart(), Onto(), TrackPart() as place) if close:
            return (marker, place)
        case (Color(), *_) | (*_, Color()):
            return parts  # the direction is not obvious
        case (piece, Onto(), target) if close and not isinstance(target, PlainPart):
            return (piece, target)
        case _:
            return parts


class _Items(NamedTuple):
    """Items in lines, and letters with which they fit."""

    letters: _Letters
    lines: list[list[_Item]]


def _width_of_item(item: _Item, letters: _Letters) -> float:
    gaps = sum(map(letters.gap, item, item[1:]))
    return sum(map(letters.width_of, item)) + gaps


def _width_of_line(line: Sequence[_Item], letters: _Letters) -> float:
    widths = [_width_of_item(item, letters) for item in line]
    return sum(widths) + letters.item_gap * (len(line) - 1)


def _in_lines(
    items: Sequence[tuple[Part, ...]],
    box: Box,
    most: int = _MOST_LINES,
    ways: tuple[_Letters, ...] = (),
) -> _Items | None:
    """Return items in lines that fit a box, in the first of the `ways` that fits.

    `most` is the limit of lines. Without ways: in the largest letters that fit.
    """
    room = box.inset(dp(_PADDING), 0)
    return _fitted(tuple(items), room.width, room.height, most, ways or _standing_ways(), dp(1))


@lru_cache(maxsize=_KEPT)
def _fitted(
    items: tuple[tuple[Part, ...], ...],
    width: float,
    height: float,
    most: int,
    ways: tuple[_Letters, ...],
    _dp: float,
) -> _Items | None:
    for letters in ways:
        lines = int((height + 1) / letters.line)
        drawn = [_as_drawn(parts, close=letters.close) for parts in items]
        found = _broken(drawn, letters, width, min(lines, most))
        if found is not None:
            return _Items(letters, found)
    return None


def _broken(
    items: Sequence[_Item], letters: _Letters, width: float, most: int
) -> list[list[_Item]] | None:
    """Break items into at most `most` lines no wider than `width`; None if they need more."""
    if most < 1:
        return None
    lines: list[list[_Item]] = [[]]
    ends = [-letters.item_gap]
    for item in items:
        wide = letters.item_gap + _width_of_item(item, letters)
        # With little room a later item may fill up an earlier line.
        is_free = letters.packed and not isinstance(item[-1], _More)
        rooms = range(0 if is_free else len(ends) - 1, len(ends))
        line = next((one for one in rooms if ends[one] + wide <= width), None)
        if line is None:
            if wide - letters.item_gap > width or not lines[-1] or len(lines) == most:
                return None
            line = len(lines)
            lines.append([])
            ends.append(-letters.item_gap)
        lines[line].append(item)
        ends[line] += wide
    return lines


def _standing_ways() -> tuple[_Letters, ...]:
    """Return the ways to write a player's position, the largest first."""
    sizes = (*_LETTERS, *_usual(_LETTERS, _LETTERS[-1]))
    ways = product(sizes, (False, True))
    return tuple(_Letters(size, sp(size * _SYMBOL), close) for size, close in ways)


def _move_ways(least: float) -> tuple[_Letters, ...]:
    """Return the ways to show moves with signs of at least `least` dp, the clearest first."""
    sizes = (*_MOVE_LETTERS, *_usual(_MOVE_LETTERS, 0.0))
    tall = [size for size in sizes if 2 * sp(size * _SYMBOL) >= dp(least)]
    ways = [
        _Letters(size, sp(size * _SYMBOL), close) for size, close in product(tall, (False, True))
    ]
    packed = [dp(radius) for radius in _PACKED if 2 * radius >= least]
    ways += [
        _Letters(one * _PACKED_LETTERS / sp(1), one, close=True, packed=True) for one in packed
    ]
    return tuple(ways)


def _usual(sizes: Sequence[float], below: float) -> Iterator[float]:
    """Return usual letters' sizes that large ones do not have, or that are `below`, in sp."""
    large = sp(1) / dp(1)
    return (size / large for size in sizes if size < (below or sizes[-1]) * large)


def _moves_in(box: Box, to_move: Sequence[tuple[Part, ...] | None]) -> _Items | None:
    """Return a player's moves in a tray's body; None if they do not fit, or need words."""
    told = tuple(parts for parts in to_move if parts is not None)
    if len(told) < len(to_move):
        return None
    tries = (_in_lines(told, box, ways=_move_ways(least)) for least in _least_signs())
    return next(filter(None, tries), None)


def _first_moves_in(
    box: Box, to_move: Sequence[tuple[Part, ...] | None]
) -> tuple[_Items | None, int]:
    """Return the first moves of a player that fit beside the number of the others.

    Finally it is one sign, and that there are more.
    """
    told = [parts for parts in to_move if parts is not None]
    if not told:
        return None, 0
    some: list[tuple[tuple[tuple[Part, ...], ...], int]] = [
        ((*told[:number], (_More(len(to_move) - number),)), number)
        for number in range(min(len(told), len(to_move) - 1), 0, -1)
    ]
    sign = tuple(one for one in told[0] if not isinstance(one, str | Count | Onto | TrackPart))[:1]
    some += [((sign, (_More(len(to_move) - 1),)), 0), (((*sign, _More(0)),), 0)]
    for items, number in some:
        for least in _least_signs():
            found = _in_lines(items, box, ways=_move_ways(least)[-1:])
            if found is not None:
                return found, number
    return None, 0


def _least_signs() -> tuple[float, ...]:
    """Return the least sizes of signs, in dp, the largest first.

    Large letters have signs as small as usual ones rather than cost an additional tap.
    """
    return (_LEAST_LARGE_SIGN, _LEAST_SIGN) if sp(1) > dp(1) else (_LEAST_SIGN,)


def fitting_items(box: Box, tray: TrayPicture) -> _Items | None:
    """Return a player's position, as much of it as fits."""
    left: list[tuple[Part, ...]] = [
        (Building(BuildingKind.HUT, tray.color), str(tray.huts_left)),
        (Building(BuildingKind.TEMPLE, tray.color), str(tray.temples_left)),
        (Stone(Rune.SPIRAL, None), str(tray.runes)),
    ]
    hand: list[tuple[Part, ...]] = []
    if tray.hand is not None:
        hand = [(material, str(tray.hand.number(material))) for material in MATERIALS]
    if tray.won:
        won = f"+{tray.won}" if tray.won > 0 else f"−{-tray.won}"
        left.insert(0, (tray.color, won))
    if not hand and (found := _in_lines(left, box, 1)) is not None:
        return found
    tries = (left + hand, hand, left, left[:2], left[:1])
    return next((found for items in tries if items and (found := _in_lines(items, box))), None)


def _draw_part(part: Part, center: Point, letters: _Letters, ink: theme.Rgb) -> None:
    x, y = center
    radius = letters.radius
    match part:
        case Onto():
            size = radius * _ARROW
            polygon(around(center, size, (-0.8, 1.1), (1, 0), (-0.8, -1.1)), ink)
        case PlainPart(material):
            side = round(radius * 0.92)
            Ink(*palette.PLAINS[material])
            rounded(round(x) - side, round(y) - side, 2 * side, 2 * side, dp(4))
            drawing.chip(material, (round(x), round(y)), radius * 0.62)
        case StackPart(workers):
            drawing.stack(workers, (round(x), round(y)), 2 * radius * 0.94)
        case MarkerPart(color):
            drawing.marker(color, center, radius * 0.72)
        case IntoBox():
            _draw_box(center, radius * 0.8, ink)
        case StonePart(number):
            disc(center, radius * 0.9, theme.SAND)
            draw_letters(str(number), center, radius * 1.2, theme.INK)
        case _:
            draw_symbol(part, (round(x), round(y)), radius * 0.94)


def _draw_box(center: Point, size: float, ink: theme.Rgb) -> None:
    """Draw an open carton from the front."""
    polygon(around(center, size, (-0.85, -1), (0.85, -1), (0.85, 0.15), (-0.85, 0.15)), ink)
    for way in (-1, 1):
        flap = ((0.85, 0.35), (0.15, 0.35), (0.55, 0.95), (1.3, 0.95))
        polygon(around(center, size, *((way * right, up) for right, up in flap)), ink)


# A move in signs alone, on a card

_CELL_PADDING, _CELL_TICK = 6, 9
"""Margin around the signs of a move, and half the size of its tick, in dp."""


@height_of.register
def _(block: MoveCell, width: float, ease: float) -> float:  # noqa: ARG001 - signs are in a line
    return float(dp(theme.TOUCH))


@widget_of.register
def _(block: MoveCell, box: Box, ground: theme.Rgb, on_tap: OnTap) -> Surface:  # noqa: ARG001 - it has its own
    tap = Tap(box, block.key, partial(on_tap, block.action))
    behind = theme.PAPER if block.ticked else theme.PAPER_SHADE
    tap.fill(behind, radius=10)
    place, center = _cell_places(box)
    _draw_items(tap, place, _in_cell(block.signs, box.width), behind)
    with tap.canvas:
        drawing.tick_box(center, dp(_CELL_TICK), ticked=block.ticked)
    tap.shade_when_pressed()
    return tap


def signs_fit(signs: tuple[Part, ...], width: float) -> bool:
    """Whether the signs of a move fit into a width, in pixels."""
    return _in_cell(signs, width) is not None


def _in_cell(signs: tuple[Part, ...], width: float) -> _Items | None:
    place, _tick = _cell_places(Box(0, 0, width, dp(theme.TOUCH)))
    return _in_lines((signs,), place, 1, _move_ways(_LEAST_SIGN))


def _cell_places(box: Box) -> tuple[Box, Point]:
    """Return the box of a move's signs, and the middle of its tick."""
    inner, side = box.inset(dp(_CELL_PADDING), 0), dp(2 * _CELL_TICK)
    place = inner._replace(width=inner.width - side)
    return place, (inner.right - side / 2, inner.center[1])


# Layout of a tray


class _Lines(NamedTuple):
    """Boxes of a tray's parts; `name` has one of its own, or none; the badge's radius is in pixels.

    `moves` are those shown in the tray, `more` is the number of those on a card.
    """

    head: Box
    badge: float
    name: Box | None
    points: Box
    body: Box
    moves: "_Items | None" = None
    more: int = 0


def _edge(tray: TrayPicture) -> float:
    return float(dp(_TURN_FRAME if tray.active else _FRAME))


def frame_color(tray: TrayPicture) -> theme.Rgb:
    """Return the colour of a tray's edge, and of the deciding player's head."""
    color = palette.PLAYERS[tray.color]
    return theme.readable(color) if tray.decides else color


def ground_of_points(tray: TrayPicture) -> theme.Rgb:
    """Return the ground of the head's letters."""
    return frame_color(tray) if tray.decides else theme.SURFACE


def _lines(box: Box, tray: TrayPicture) -> _Lines:
    """Return the parts of a tray: its head, which never changes, and its body.

    A thicker edge moves nothing. The body has as many moves as fit, and the number of the others.
    """
    lines = _head_above(box, tray)
    if not tray.pieces:
        return lines
    found = _moves_in(lines.body, tray.moves)
    if found is not None:
        return lines._replace(moves=found)
    first, number = _first_moves_in(lines.body, tray.moves)
    return lines._replace(moves=first, more=len(tray.moves) - number)


def _head_above(box: Box, tray: TrayPicture) -> _Lines:
    """Return a tray with its head on top; a name that does not fit is below, or left out."""
    inner = box.inset(dp(_TURN_FRAME))
    high = max(dp(_LEAST_HEAD), min(sp(_HEAD), inner.height * _HEAD_SHARE))
    badge = min(sp(_BADGE), high / 2 - dp(1), inner.width * 0.17)
    head = Box(inner.x, inner.top - high, inner.width, high)
    points = Box(head.x, head.y, head.width - dp(2), head.height)
    digits = text_width("8" * len(str(abs(tray.points))), _POINTS, bold=True)
    left = head.x + 2 * badge + dp(6)
    name: Box | None = Box(left, head.y, points.right - digits - dp(5) - left, high)
    body = Box(inner.x, inner.y, inner.width, head.y - inner.y - dp(2))
    if name is not None and text_width(tray.name, least_size(), bold=True) > name.width:
        line = min(sp(_NAME), body.height * _NAME_SHARE)
        if line < text_height(tray.name[:1], inner.width, least_size(), bold=True):
            return _Lines(head, badge, None, points, body)
        name = Box(inner.x + dp(2), body.top - line, inner.width - dp(4), line)
        body = Box(body.x, body.y, body.width, body.height - line - dp(1))
    return _Lines(head, badge, name, points, body)


# Widgets


class TrayTap(Tap):
    """A tray to tap, or to hold: `on_hold` after a while, `on_lift` at its end.

    `on_symbol` is called first for a tap on the player's sign; if it returns true, the tray itself
    is not tapped.
    """

    def __init__(
        self,
        box: Box,
        key: str,
        on_tap: Callable[[], None],
        on_hold: Callable[[], None],
        on_lift: Callable[[], None],
        on_symbol: Callable[[], bool],
    ) -> None:
        super().__init__(box, key, on_tap)
        self._on_hold, self._on_lift, self._on_symbol = on_hold, on_lift, on_symbol
        # In a narrow tray it leaves the middle to taps on the whole tray.
        side = min(dp(theme.TOUCH), box.width * _MOST_OF_SYMBOL)
        self._symbol = Box(box.x, box.top - dp(theme.TOUCH), side, dp(theme.TOUCH))
        self._came_to_symbol = False
        self._rests: ClockEvent | None = None
        self._is_held = False
        self.shade_when_pressed()

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Begin to wait for a hold."""
        taken = super().on_touch_down(touch)
        if taken:
            self._came_to_symbol = self._symbol.holds(touch.pos)
            self._stop()
            self._rests = Clock.schedule_once(self._hold, HOLD_SECONDS)
        return taken

    def on_touch_move(self, touch: MotionEvent) -> bool:
        """Keep a started hold wherever the finger moves."""
        if touch.grab_current is self and not self.collide_point(*touch.pos) and not self._is_held:
            self._stop()
        return super().on_touch_move(touch)

    def on_touch_up(self, touch: MotionEvent) -> bool:
        """End the hold, or count a tap."""
        if touch.grab_current is not self:
            return False
        held = self._is_held
        self._stop()
        on_symbol = self._came_to_symbol and self._symbol.holds(touch.pos)
        if not held and not (on_symbol and self._on_symbol()):
            return super().on_touch_up(touch)
        touch.ungrab(self)
        self.press(pressed=False)
        return True

    def close(self) -> None:
        """Also stop the clock."""
        self._stop()
        super().close()

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
    """The face of a tray, below everything that can be touched."""

    def on_touch_down(self, touch: MotionEvent) -> bool:  # noqa: ARG002 - as Kivy calls it
        return False


class _Tray:
    """A tray: its `front` is on `paper`, rotated to its owner's seat, its `points` on `around`.

    `area` is its place, `box` the same on `around`; `is_seen_turned`: players on other sides read
    it.
    """

    def __init__(
        self, area: Box, rotation: Rotation, around: Surface, box: Box, *, is_seen_turned: bool
    ) -> None:
        self._is_seen_turned = is_seen_turned
        self.shown: TrayPicture | None = None
        self.box = box
        self.paper = _Paper(area, rotation)
        self.front = FormView(Box(0, 0, *box[2:]), lambda _action: None, spares=_SPARES)
        self.paper.add_widget(self.front)
        self.points = FormView(box, lambda _action: None, spares=_SPARES)
        around.add_widget(self.points)
        self._arranged: dict[TrayPicture, tuple[FormLayout, FormLayout]] = {}

    def show(self, tray: TrayPicture) -> None:
        self.shown = tray
        face, points = self._arrange(tray)
        self.front.show_layout(face)
        self.points.show_layout(points)

    def make_ahead(self, tray: TrayPicture) -> Iterator[None]:
        """Create the widgets of a tray ahead, a few a step."""
        face, points = self._arrange(tray)
        yield from self.front.make_ahead(face)
        yield from self.points.make_ahead(points)

    def _arrange(self, tray: TrayPicture) -> tuple[FormLayout, FormLayout]:
        """Return the layouts of the face and of the points; the last ones used are cached."""
        found = self._arranged.pop(tray, None)
        if found is None:
            face, points = self._parts(tray)
            found = self.front.layout_of(face), self.points.layout_of(points)
        self._arranged[tray] = found
        if len(self._arranged) > _SPARES:
            del self._arranged[next(iter(self._arranged))]
        return found

    def _parts(self, tray: TrayPicture) -> tuple[Parts, Parts]:
        box = self.front.box
        turned = self._is_seen_turned
        face: Block = Widget(TrayFace, (replace(tray, points=_as_wide(tray.points)), turned))
        lines = _lines(box, tray)
        about = (tray.points, ground_of_points(tray), _POINTS, turned)
        points = lines.points.moved(*self.box[:2])
        return ((face, box),), ((Widget(PointsNumber, about), points),)


def _as_wide(points: int) -> int:
    """Return a wide number with as many digits."""
    return int("8" * len(str(abs(points))))


class Trays(CountingSurface):
    """All trays: `on_tap` receives the tapped player, `on_hold` the held one, None at its end.

    `on_symbol` receives the player of a tapped sign, and returns whether that was handled. Areas
    and rotations are in seating order. Everything that does not count is drawn on a `layer` below
    them, or on one of their own, as long as they are visible. Keys: `tray.<color>`.
    """

    def __init__(
        self,
        areas: Sequence[Box],
        rotations: Sequence[Rotation],
        colors: Sequence[Color],
        on_tap: Callable[[Color], None],
        on_hold: Callable[[Color | None], None],
        on_symbol: Callable[[Color], bool] = lambda _color: False,
        layer: CachedLayer | None = None,
    ) -> None:
        super().__init__(areas[0].with_all(areas))
        # Players on other sides also read the tray in front.
        turned = any(side is not Rotation.NONE for side in rotations)
        if layer is None:
            layer = CachedLayer(self.box)
            self.add_widget(layer)
        self._layer = layer
        self._trays: list[_Tray] = []
        self._taps: dict[Color, TrayTap] = {}
        views: dict[Rotation, Surface] = {Rotation.NONE: self}
        for area, side, color in zip(areas, rotations, colors, strict=True):
            if side not in views:
                views[side] = RotatedView(self.box, side)
                self.add_widget(views[side])
            around, place = views[side], area
            if isinstance(around, RotatedView):
                place = around.box_within(area)
            tray = _Tray(area, side, around, place, is_seen_turned=turned)
            self._trays.append(tray)
            tap = TrayTap(
                place,
                f"tray.{color}",
                partial(on_tap, color),
                partial(on_hold, color),
                partial(on_hold, None),
                partial(on_symbol, color),
            )
            self._taps[color] = tap
            around.add_widget(tap)

    def on_parent(self, _trays: object, parent: object) -> None:
        """Put the faces on the layer as long as the trays are visible."""
        for tray in self._trays:
            if parent is None:
                self._layer.remove_widget(tray.paper)
            elif tray.paper.parent is None:
                self._layer.add_widget(tray.paper)

    def close(self) -> None:
        """Also close the faces."""
        for tray in self._trays:
            tray.paper.close()
        super().close()

    def show(self, trays: Sequence[TrayPicture]) -> None:
        """Show these trays at once."""
        self.finish_count()
        for place, tray in zip(self._trays, trays, strict=True):
            if tray == place.shown:
                continue
            place.show(tray)
            (number,) = place.points.children
            self.numbers[tray.color] = number

    def show_pressed(self, color: Color, *, pressed: bool) -> None:
        """Show a player's tray as pressed or not, for a demonstration without a finger."""
        self._taps[color].press(pressed=pressed)

    def shows_all_moves(self, color: Color) -> bool:
        """Whether a player's tray, as it is shown now, has room for all their moves."""
        for place in self._trays:
            (face,) = place.front.children
            if face.tray.color == color:
                return bool(face.more == 0)
        raise ValueError(f"{color} has no tray here")

    @property
    def on_cards(self) -> tuple[Color, ...]:
        """Players whose trays have no room for all their moves."""
        shown = [place.shown for place in self._trays if place.shown is not None]
        return tuple(
            one.color for one in shown if one.pieces and not self.shows_all_moves(one.color)
        )

    def make_ahead(self, trays: Sequence[TrayPicture]) -> Iterator[None]:
        """Create the widgets of these trays ahead, a few a step."""
        for place, tray in zip(self._trays, trays, strict=True):
            yield from place.make_ahead(tray)

    def close_gone(self) -> Iterator[None]:
        """Close unused widgets, one a step."""
        for place in self._trays:
            yield from place.front.close_gone()
            yield from place.points.close_gone()


# Static trays

_LEAST_WIDTH = 92
"""With less width for each, in dp, trays are in two rows."""
_LINE_HIGH = 25
"""Height of a line below a tray's head, in sp."""


def once_height(players: int, width: float, *, hands: bool) -> float:
    """Return the height of a number of static trays in a width, in pixels."""
    across = _across(players, width)
    lines = 2 if (width / across) < 2 * dp(_LEAST_WIDTH) * 0.7 else 1
    high = sp(_HEAD + _LINE_HIGH * (lines + (2 * hands))) + dp(2 * _TURN_FRAME)
    rows = -(-players // across)
    return float(high * rows + dp(theme.GAP) * (rows - 1))


def _across(players: int, width: float) -> int:
    return players if width / players >= dp(_LEAST_WIDTH) else -(-players // 2)


class TraysOnce(Surface):
    """The trays of all players at one moment, in seating order, not to be tapped.

    `areas` are their boxes (default: they share the box).
    """

    def __init__(
        self, box: Box, trays: Sequence[TrayPicture], areas: Sequence[Box] | None = None
    ) -> None:
        super().__init__(box)
        for tray, area in zip(trays, areas or _shared(box, len(trays)), strict=True):
            self.add_widget(TrayFace(area, tray))
            lines = _lines(area, tray)
            about = (tray.points, ground_of_points(tray), _POINTS)
            self.add_widget(PointsNumber(lines.points, *about))


def _shared(box: Box, players: int) -> list[Box]:
    across, gap = _across(players, box.width), dp(theme.GAP)
    rows = box.rows((1,) * -(-players // across), gap)
    return [place for row in rows for place in row.split((1,) * across, gap)][:players]
