"""Each player's tray: who they are, how they stand, and what they have to move (touchscreen, 3).

A tray is turned to its owner's seat, and what is drawn on it stays until it differs; the points,
which count, lie above that.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import groupby, product
from typing import NamedTuple, TypeGuard

from kivy.clock import Clock, ClockEvent
from kivy.graphics import Color as Ink
from kivy.input.motionevent import MotionEvent
from kivy.metrics import dp, sp
from msgspec.structs import replace

from companion.pieces import MATERIALS, BuildingKind, Color, Material, Rune
from companion.state import Building
from kiosk.pieces import drawing, moves, palette  # noqa: F401 - `moves` draws the pieces
from kiosk.pieces.form import Given, MoveCell, Stone
from kiosk.pieces.picture import (
    Count,
    IntoBox,
    MarkerPart,
    Onto,
    Part,
    PlainPart,
    StonePart,
    TrackPart,
    TrayPicture,
)
from kiosk.pieces.points import Counting, PointsNumber, reads_otherwise
from kiosk.rotation import Rotation
from kiosk.ui import theme
from kiosk.ui.cached_layer import CachedLayer
from kiosk.ui.form import Block, Widget
from kiosk.ui.renderer import (
    Arranged,
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
from kiosk.words.moves import Picture

HOLD_SECONDS = 0.4
"""So long a finger rests on a tray until its owner's hand is shown."""
_MOST_OF_SYMBOL = 0.4
"""Of a tray's width, what a tap on its player's sign may take."""
_FRAME, _TURN_FRAME = 3, 5
"""How thick a tray's edge is, in dp; the thicker is that of whose turn it is."""
_RADIUS = 10
_PADDING = 2
_HEAD, _LEAST_HEAD, _HEAD_SHARE = 26, 22, 0.34
"""The line of symbol, name and points, in sp, at least in dp, and its most of a low tray."""
_POINTS = 22
_BADGE = 11
_NAME, _NAME_SHARE = 19, 0.36
"""The line of a name alone, in sp, and what it has at most of what the head leaves."""
_LETTERS = (theme.DECISION_TEXT, theme.TEXT, theme.SMALL_TEXT)
_MOVE_LETTERS = (26, 22, theme.TITLE_TEXT, theme.DECISION_TEXT, 17, theme.TEXT, theme.SMALL_TEXT)
"""The sizes of a tray's numbers, in sp: the largest with which all has room. As a last resort
large ones are as usual: who has large letters taps no more often than others."""
_SYMBOL, _CLOSE_SYMBOL = 0.62, 0.6
"""How large half a symbol is, of the letters beside it; of many that stand closer."""
_ITEM_GAP, _CLOSE_GAP, _PART_GAP = 9, 5, 3
_ARROW = 0.42
_TAP = 18
"""The line that says what a tap means, in sp."""
_SHEET = (18, 22)
_SHEET_ROWS = 3
_MOST_LINES = 8
_KEPT = 1024
"""Bodies of trays whose letters are known."""
_SPARES = 48
"""Faces that are put by: one is lit and dark in turn, and moves come and go."""


class TrayFace(Surface):
    """All about a player but the points; `turned`: the table sits around it."""

    def __init__(self, box: Box, tray: TrayPicture, turned: bool = False) -> None:  # noqa: FBT001, FBT002 - as all that a widget is made of
        super().__init__(box)
        self.tray = tray
        self._turned = turned
        lines = _lines(box, tray)
        color = frame_color(tray)
        self.fill(color, radius=_RADIUS)
        inner = box.inset(_edge(tray))
        self.fill(theme.SURFACE, inner, radius=_RADIUS - 3)
        if tray.decides:
            self.fill(color, Box(lines.head.x, lines.head.y, inner.width, inner.top - lines.head.y))
        self.ground = theme.SURFACE
        self._draw_head(lines)
        self._draw_body(lines.body)

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

    def _draw_body(self, body: Box) -> None:
        tray = self.tray
        if not tray.pieces:
            _draw_items(self, body, fitting_items(body, tray), theme.SURFACE, turned=self._turned)
            return
        self.fill(theme.PAPER, body, radius=6)
        items = moves_that_fit(body, tray)
        if items is None:
            self._draw_count(body)
            return
        above, below = body.footed(sp(_TAP), 0)
        beside = moves_that_fit(above, tray) if tray.tap else None
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
        """How many pieces are to be moved, and a sheet on which they stand one by one."""
        number = self.tray.pieces
        width, height = map(dp, _SHEET)
        places = box.inset(dp(_PADDING), 0).split((width + dp(10), box.width - width), 0)
        x, y = places[0].center
        draw_sheet(self, Box(x - width / 2, y - height / 2, width, height))
        words = several("{number} piece to move", "{number} pieces to move", number)
        if _has_room(words, places[1]):
            self.write(words, places[1], ground=theme.PAPER, size=theme.TEXT, bold=True)
            return
        text, place = str(number), places[1]
        sizes = _in_sp((theme.TITLE_TEXT, *_LETTERS))
        fitting = (
            size
            for size in sizes
            if text_width(text, size, bold=True) < place.width
            and text_height(text, place.width, size, bold=True) <= place.height
        )
        self.write(text, place, ground=theme.PAPER, size=next(fitting, sizes[-1]), bold=True)


def _has_room(words: str, box: Box) -> bool:
    """Whether words have room in small letters, none of them broken."""
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
    """Draw items in the middle of a box; `turned`: figures show where their foot is."""
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
    """Draw an item's parts side by side; returns where it ends."""
    x = box.x
    for part in item.parts:
        width = letters.width_of(part)
        place = Box(x, box.y, width, box.height)
        if _is_text(part):
            surface.write(
                part,
                place,
                ground=ground,
                size=letters.size,
                bold=True,
                underlined=turned and reads_otherwise(part),
            )
        elif isinstance(part, TrackPart):
            side = 2 * letters.radius
            surface.fill(theme.SAND, Box(x, round(box.center[1] - side / 2), width, side), radius=3)
            text = str(part.points)
            surface.write(
                text,
                place,
                ground=theme.SAND,
                size=letters.size,
                bold=True,
                halign="center",
                underlined=turned and reads_otherwise(text),
            )
        else:
            with surface.canvas:
                _draw_part(part, place.center, letters, theme.text_on(ground))
        x += width + letters.part_gap
    return x - letters.part_gap


class _Letters(NamedTuple):
    """A size of a tray's letters in sp, and half the size of its symbols in pixels.

    `close`: parts stand closer, and what goes without saying is left out.
    """

    size: float
    radius: float
    close: bool = False

    @property
    def line(self) -> float:
        """How high a line is."""
        return max(text_height("8", dp(200), self.size), 2 * self.radius + dp(1))

    def width_of(self, part: Part) -> float:
        """How wide a part is, in pixels."""
        if _is_text(part):
            return text_width(part, self.size, bold=True) + dp(1)
        if isinstance(part, TrackPart):
            edges = dp(1) if self.close else 2 * dp(_PART_GAP)
            return text_width(str(part.points), self.size, bold=True) + edges
        if isinstance(part, Onto):
            return self.radius * 2 * _ARROW
        return self.radius * 2

    @property
    def part_gap(self) -> float:
        """Between the parts of an item, in pixels."""
        return float(dp(1 if self.close else _PART_GAP))

    @property
    def item_gap(self) -> float:
        """Between items, in pixels."""
        return float(dp(_CLOSE_GAP if self.close else _ITEM_GAP))


def _is_text(part: Part) -> TypeGuard[str]:
    """Whether a part is written; colours and materials are words, too, but stand for a sign."""
    return type(part) is str


class _Item(NamedTuple):
    """The parts of an item as they are drawn, and the sign of the chips it counts, if any."""

    parts: tuple[Part, ...]
    sign: str = ""

    def after(self, other: "_Item | None") -> "_Item":
        """As it is drawn beside another one: of chips that go the same way the first has a sign.

        On the others that are returned it stands within the chip's own width.
        """
        if other is None or not self.sign or other.sign != self.sign:
            return self
        number = str(self.parts[0]).removeprefix(self.sign)
        pieces = (
            Given(one.which)
            if self.sign == "−" and isinstance(one, Picture) and isinstance(one.which, Material)
            else one
            for one in self.parts[1:]
        )
        return _Item((*filter(None, (number,)), *pieces), self.sign)


def _way(parts: tuple[Part, ...]) -> str | None:
    """Which way the chips of an item go; None of other pieces."""
    return parts[0].sign if isinstance(parts[0], Count) else None


def _is_several(parts: tuple[Part, ...]) -> bool:
    """Whether an item is more than one chip of a material."""
    return isinstance(parts[0], Count) and parts[0].number != 1


def _items(items: Sequence[tuple[Part, ...]], *, close: bool, closest: bool) -> list[_Item]:
    """Items as they are drawn; `close`: without what goes without saying.

    `closest`: of chips that go the same way only the first one in a line has a sign. Then single
    chips, which have no number, come before others: "+2 wood wool" would be read as two of each.
    """
    if closest:
        ways = [list(way) for _sign, way in groupby(items, _way)]
        items = [parts for way in ways for parts in sorted(way, key=_is_several)]
    found = []
    for parts in items:
        match parts:
            case (Count(sign, number), *others):
                text = sign if close and number == 1 else f"{sign}{number}"
                found.append(_Item((text, *others), sign if closest else ""))
            case (worker, PlainPart(), Onto() as onto, *others) if close:
                found.append(_Item((worker, onto, *others)))
            case (MarkerPart() as marker, TrackPart(), Onto(), TrackPart() as place) if close:
                found.append(_Item((marker, place)))
            case (Color(), *_) | (*_, Color()):
                found.append(_Item(parts))  # which way it goes does not go without saying
            case (piece, Onto(), target) if close and not isinstance(target, PlainPart):
                found.append(_Item((piece, target)))
            case _:
                found.append(_Item(parts))
    return found


class _Items(NamedTuple):
    """Items in lines, and the letters in which they have room so."""

    letters: _Letters
    lines: list[list[_Item]]


def _width_of_item(item: _Item, letters: _Letters) -> float:
    return sum(map(letters.width_of, item.parts)) + letters.part_gap * (len(item.parts) - 1)


def _width_of_line(line: Sequence[_Item], letters: _Letters) -> float:
    widths = [_width_of_item(item, letters) for item in line]
    return sum(widths) + letters.item_gap * (len(line) - 1)


def _in_lines(
    items: Sequence[tuple[Part, ...]],
    box: Box,
    most: int = _MOST_LINES,
    sizes: tuple[float, ...] = _LETTERS,
) -> _Items | None:
    """Items in lines that have room in a box, in the largest letters with which they have.

    `most` is how many lines there may be.
    """
    room = box.inset(dp(_PADDING), 0)
    return _fitted(tuple(items), room.width, room.height, most, sizes, dp(1), sp(1))


@lru_cache(maxsize=_KEPT)
def _fitted(
    items: tuple[tuple[Part, ...], ...],
    width: float,
    height: float,
    most: int,
    sizes: tuple[float, ...],
    _dp: float,
    _sp: float,
) -> _Items | None:
    ways = [*product(_in_sp(sizes), (False, True), (False,))]
    ways += [(size, True, True) for size in _in_sp(sizes)]
    for size, close, closest in ways:
        letters = _Letters(size, sp(size * (_CLOSE_SYMBOL if close else _SYMBOL)), close)
        lines = int((height + 1) / letters.line)
        drawn = _items(items, close=close, closest=closest)
        found = _broken(drawn, letters, width, min(lines, most))
        if found is not None:
            return _Items(letters, found)
    return None


def _broken(
    items: Sequence[_Item], letters: _Letters, width: float, most: int
) -> list[list[_Item]] | None:
    """Items in at most so many lines that are no wider than that; None where they need more."""
    if most < 1:
        return None
    lines: list[list[_Item]] = [[]]
    end = -letters.item_gap
    for item in items:
        beside = item.after(lines[-1][-1] if lines[-1] else None)
        end += letters.item_gap + _width_of_item(beside, letters)
        if end <= width:
            lines[-1].append(beside)
            continue
        end = _width_of_item(item, letters)
        if end > width or not lines[-1] or len(lines) == most:
            return None
        lines.append([item])
    return lines


def _in_sp(sizes: tuple[float, ...]) -> tuple[float, ...]:
    """Sizes of a tray's letters in sp, from the largest; the usual ones after large ones."""
    large = sp(1) / dp(1)
    return *sizes, *(size / large for size in sizes if size < sizes[-1] * large)


def moves_that_fit(box: Box, tray: TrayPicture) -> _Items | None:
    """What a player has to move in a tray's body; None where it is told on a card."""
    return None if tray.moves is None else _in_lines(tray.moves, box, sizes=_MOVE_LETTERS)


def fitting_items(box: Box, tray: TrayPicture) -> _Items | None:
    """How a player stands, as much of it as has room."""
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
        case Given(material):
            drawing.given(material, (round(x), round(y)), radius * 0.94, ink)
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
    """A carton from the front, whose two flaps stand open."""
    polygon(around(center, size, (-0.85, -1), (0.85, -1), (0.85, 0.15), (-0.85, 0.15)), ink)
    for way in (-1, 1):
        flap = ((0.85, 0.35), (0.15, 0.35), (0.55, 0.95), (1.3, 0.95))
        polygon(around(center, size, *((way * right, up) for right, up in flap)), ink)


def draw_sheet(surface: Surface, sheet: Box) -> None:
    """A sheet of paper with rows, as a list of moves is."""
    surface.fill(theme.INK_SOFT, sheet, radius=3)
    surface.fill(theme.LIGHT, sheet.inset(max(1.0, dp(1))), radius=2)
    for row in sheet.inset(dp(4), dp(5)).rows((1,) * _SHEET_ROWS, dp(2)):
        line = Box(row.x, row.center[1] - dp(1), row.width, max(1.0, dp(1.6)))
        surface.fill(theme.INK_SOFT, line)


# A hand movement in signs alone, on a card

_CELL_PADDING, _CELL_TICK = 6, 9
"""Around the signs of a hand movement, and half the size of its tick, in dp."""


@height_of.register
def _(block: MoveCell, width: float, ease: float) -> float:  # noqa: ARG001 - signs are in a line
    return float(dp(theme.TOUCH))


@widget_of.register
def _(block: MoveCell, box: Box, ground: theme.Rgb, on_tap: OnTap) -> Surface:  # noqa: ARG001 - it brings its own
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
    """Whether the signs of a hand movement have room on a place of that width, in pixels."""
    return _in_cell(signs, width) is not None


def _in_cell(signs: tuple[Part, ...], width: float) -> _Items | None:
    place, _tick = _cell_places(Box(0, 0, width, dp(theme.TOUCH)))
    return _in_lines((signs,), place, 1, _MOVE_LETTERS)


def _cell_places(box: Box) -> tuple[Box, Point]:
    """Where the signs of a hand movement stand, and the middle of its tick."""
    inner, side = box.inset(dp(_CELL_PADDING), 0), dp(2 * _CELL_TICK)
    place = inner._replace(width=inner.width - side)
    return place, (inner.right - side / 2, inner.center[1])


# Where its lines lie


class _Lines(NamedTuple):
    """Where a tray's parts lie, its name's if it has one; the badge's radius is in pixels."""

    head: Box
    badge: float
    name: Box | None
    points: Box
    body: Box


def _edge(tray: TrayPicture) -> float:
    return float(dp(_TURN_FRAME if tray.active else _FRAME))


def frame_color(tray: TrayPicture) -> theme.Rgb:
    """The colour of a tray's edge, and behind the head of whoever is asked."""
    color = palette.PLAYERS[tray.color]
    return theme.readable(color) if tray.decides else color


def ground_of_points(tray: TrayPicture) -> theme.Rgb:
    """What the head's letters stand on."""
    return frame_color(tray) if tray.decides else theme.SURFACE


def _lines(box: Box, tray: TrayPicture) -> _Lines:
    """The parts of a tray; nothing moves where its edge is thicker.

    A name in a line of its own gives way to moves that have no room below it; a low tray has none.
    """
    inner = box.inset(dp(_TURN_FRAME))
    high = max(dp(_LEAST_HEAD), min(sp(_HEAD), inner.height * _HEAD_SHARE))
    badge = min(sp(_BADGE), high / 2 - dp(1), inner.width * 0.17)
    head = Box(inner.x, inner.top - high, inner.width, high)
    points = Box(head.x, head.y, head.width - dp(2), head.height)
    digits = text_width("8" * len(str(abs(tray.points))), _POINTS, bold=True)
    left = head.x + 2 * badge + dp(6)
    name: Box | None = Box(left, head.y, points.right - digits - dp(5) - left, high)
    body = whole = Box(inner.x, inner.y, inner.width, head.y - inner.y - dp(2))
    if name is not None and text_width(tray.name, least_size(), bold=True) > name.width:
        line = min(sp(_NAME), body.height * _NAME_SHARE)
        if line < text_height(tray.name[:1], inner.width, least_size(), bold=True):
            return _Lines(head, badge, None, points, whole)
        name = Box(inner.x + dp(2), body.top - line, inner.width - dp(4), line)
        body = Box(body.x, body.y, body.width, body.height - line - dp(1))
        if tray.pieces and moves_that_fit(body, tray) is None and moves_that_fit(whole, tray):
            name, body = None, whole
    return _Lines(head, badge, name, points, body)


# The tray as it lies on the screen


class TrayTap(Tap):
    """A tray under a finger: a tap, or `on_hold` once one rests there, and `on_lift` at its end.

    `on_symbol` is called first for a finger that comes down and is lifted on the player's sign:
    where it answers that that was all, the tray is not tapped.
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
        # In a narrow tray it leaves the middle to what is done with all of it.
        side = min(dp(theme.TOUCH), box.width * _MOST_OF_SYMBOL)
        self._symbol = Box(box.x, box.top - dp(theme.TOUCH), side, dp(theme.TOUCH))
        self._came_to_symbol = False
        self._rests: ClockEvent | None = None
        self._is_held = False
        self.shade_when_pressed()

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Begin to wait whether the finger stays."""
        taken = super().on_touch_down(touch)
        if taken:
            self._came_to_symbol = self._symbol.holds(touch.pos)
            self._stop()
            self._rests = Clock.schedule_once(self._hold, HOLD_SECONDS)
        return taken

    def on_touch_move(self, touch: MotionEvent) -> bool:
        """A finger that has shown something holds it wherever it wanders."""
        if touch.grab_current is self and not self.collide_point(*touch.pos) and not self._is_held:
            self._stop()
        return super().on_touch_move(touch)

    def on_touch_up(self, touch: MotionEvent) -> bool:
        """End what was held, or count a tap."""
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
        """Stop the clock, and show nothing any more."""
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


class _Tray(RotatedView):
    """One tray, turned to its owner's seat; whether others see it from elsewhere is told."""

    def __init__(self, area: Box, rotation: Rotation, *, is_seen_turned: bool) -> None:
        super().__init__(area, rotation)
        self._is_seen_turned = is_seen_turned
        self.shown: TrayPicture | None = None
        box = Box(0, 0, *self.turned_size)
        self.layer = CachedLayer(box, rests=True)
        self.front = FormView(box, lambda _action: None, spares=_SPARES)
        self.layer.add_widget(self.front)
        self.add_widget(self.layer)
        self.points = FormView(box, lambda _action: None, spares=_SPARES)
        self.add_widget(self.points)
        self._arranged: dict[TrayPicture, tuple[Arranged, Arranged]] = {}

    def show(self, tray: TrayPicture) -> None:
        """Show the tray as it is now."""
        self.shown = tray
        face, points = self._arrange(tray)
        self.front.lay(face)
        self.points.lay(points)

    def make_ahead(self, tray: TrayPicture) -> Iterator[None]:
        """Make what showing it so will need, a few widgets a step."""
        face, points = self._arrange(tray)
        yield from self.front.make_ahead(face)
        yield from self.points.make_ahead(points)

    def _arrange(self, tray: TrayPicture) -> tuple[Arranged, Arranged]:
        """What is drawn once, and the points; kept are those that were asked for last."""
        found = self._arranged.pop(tray, None)
        if found is None:
            face, points = self._parts(tray)
            found = self.front.arranged(face), self.points.arranged(points)
        self._arranged[tray] = found
        if len(self._arranged) > _SPARES:
            del self._arranged[next(iter(self._arranged))]
        return found

    def _parts(self, tray: TrayPicture) -> tuple[Parts, Parts]:
        box = self.front.box
        turned = self._is_seen_turned
        face: Block = Widget(TrayFace, (replace(tray, points=_as_wide(tray.points)), turned))
        about = (tray.points, ground_of_points(tray), _POINTS, turned)
        return ((face, box),), ((Widget(PointsNumber, about), _lines(box, tray).points),)


def _as_wide(points: int) -> int:
    """A number with as many digits."""
    return int("8" * len(str(abs(points))))


class Trays(Counting):
    """All trays: `on_tap` is told whose was tapped, `on_hold` whose is held, None at its end.

    `on_symbol` is told whose sign was tapped, and answers whether that was all. Their places and
    how far each is turned are in seating order. Keys: `tray.<color>`.
    """

    def __init__(
        self,
        areas: Sequence[Box],
        rotations: Sequence[Rotation],
        colors: Sequence[Color],
        on_tap: Callable[[Color], None],
        on_hold: Callable[[Color | None], None],
        on_symbol: Callable[[Color], bool] = lambda _color: False,
    ) -> None:
        left, bottom = min(one.x for one in areas), min(one.y for one in areas)
        right, top = max(one.right for one in areas), max(one.top for one in areas)
        super().__init__(Box(left, bottom, right - left, top - bottom))
        # Who sits in front is looked at from elsewhere, too, where anybody sits there.
        turned = any(side is not Rotation.NONE for side in rotations)
        self._trays = [
            _Tray(area, side, is_seen_turned=turned)
            for area, side in zip(areas, rotations, strict=True)
        ]
        self._taps: dict[Color, TrayTap] = {}
        for tray, color in zip(self._trays, colors, strict=True):
            self.add_widget(tray)
            place = tray.front.box
            tap = TrayTap(
                place,
                f"tray.{color}",
                partial(on_tap, color),
                partial(on_hold, color),
                partial(on_hold, None),
                partial(on_symbol, color),
            )
            self._taps[color] = tap
            tray.add_widget(tap)

    def on_parent(self, _trays: object, parent: object) -> None:
        """They have pictures as long as somebody sees them."""
        for place in self._trays:
            place.layer.rest(rests=parent is None)

    def show(self, trays: Sequence[TrayPicture]) -> None:
        """Show those trays at once."""
        self.finish_count()
        for place, tray in zip(self._trays, trays, strict=True):
            if tray == place.shown:
                continue
            place.show(tray)
            (number,) = place.points.children
            self.numbers[tray.color] = number

    def show_pressed(self, color: Color, *, pressed: bool) -> None:
        """Show a player's tray as under a finger, or no more: a show has no finger."""
        self._taps[color].press(pressed=pressed)

    def shows_all_moves(self, color: Color) -> bool:
        """Whether all that a player has to move stands in their tray, as it is shown now."""
        for place in self._trays:
            (face,) = place.front.children
            if face.tray.color == color:
                return moves_that_fit(_lines(face.box, face.tray).body, face.tray) is not None
        raise ValueError(f"{color} has no tray here")

    @property
    def on_cards(self) -> tuple[Color, ...]:
        """Those whose tray has no room for all that they have to move."""
        shown = [place.shown for place in self._trays if place.shown is not None]
        return tuple(
            one.color for one in shown if one.pieces and not self.shows_all_moves(one.color)
        )

    def make_ahead(self, trays: Sequence[TrayPicture]) -> Iterator[None]:
        """Make what showing those trays will need, a few widgets a step."""
        for place, tray in zip(self._trays, trays, strict=True):
            yield from place.make_ahead(tray)

    def close_gone(self) -> Iterator[None]:
        """Take apart, one a step, what will not be shown again."""
        for place in self._trays:
            yield from place.front.close_gone()
            yield from place.points.close_gone()


# Trays that nobody taps

_LEAST_WIDTH = 92
"""In less room beside each other, in dp, trays stand in two rows."""
_LINE_HIGH = 25
"""A line below a tray's head, in sp."""


def once_height(players: int, width: float, *, hands: bool) -> float:
    """How high the trays of so many players are as they stood once, in a width, in pixels."""
    across = _across(players, width)
    lines = 2 if (width / across) < 2 * dp(_LEAST_WIDTH) * 0.7 else 1
    high = sp(_HEAD + _LINE_HIGH * (lines + (2 * hands))) + dp(2 * _TURN_FRAME)
    rows = -(-players // across)
    return float(high * rows + dp(theme.GAP) * (rows - 1))


def _across(players: int, width: float) -> int:
    return players if width / players >= dp(_LEAST_WIDTH) else -(-players // 2)


class TraysOnce(Surface):
    """The trays of all players as they stood once, in seating order: none is tapped or counts.

    `areas` are where they lie; without these they share the box.
    """

    def __init__(
        self, box: Box, trays: Sequence[TrayPicture], areas: Sequence[Box] | None = None
    ) -> None:
        super().__init__(box)
        for tray, area in zip(trays, areas or _shared(box, len(trays)), strict=True):
            self.add_widget(TrayFace(area, tray))
            about = (tray.points, ground_of_points(tray), _POINTS)
            self.add_widget(PointsNumber(_lines(area, tray).points, *about))


def _shared(box: Box, players: int) -> list[Box]:
    across, gap = _across(players, box.width), dp(theme.GAP)
    rows = box.rows((1,) * -(-players // across), gap)
    return [place for row in rows for place in row.split((1,) * across, gap)][:players]
