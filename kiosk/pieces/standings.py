"""Who has what and whose turn it is: a line a player, or a tile each where height is short.

What a line prints stays until it differs; the points, which count, lie on a layer of their own.
"""

from collections.abc import Mapping, Sequence

from kivy.animation import Animation
from kivy.metrics import dp
from kivy.properties import NumericProperty

from companion.pieces import MATERIALS, Chips, Color, Material
from kiosk.pieces import drawing, palette
from kiosk.pieces.picture import Standing
from kiosk.toolkit import shapes, theme
from kiosk.toolkit.kept import Kept
from kiosk.toolkit.shapes import Point, around
from kiosk.toolkit.stamps import stamped
from kiosk.toolkit.surface import Box, Column, Surface

_TILE_HEIGHT = 50
_HAND_LINES = 36
_PANE_GAP = 8
_PANE_NAME = 18
_COUNTS = 20
_MOST_PANE = 100
_PANE_COUNTS = (1.4, 1, 1)
"""There are more huts than nine."""
ROW_HEIGHT = {2: 44, 3: 40, 4: 36}
_ROW_GAP = 4
_SPARE_NUMBERS = 16
"""Points that are put by: a line is lit up and dark in turn. They have been counted by then."""
COUNT_SECONDS = 0.6
"""How long points count, however many they are: less than the druid walks."""


def rows_height(players: int, *, hands: bool) -> float:
    """How high the lines of that many players are, in pixels; open hands need a second line."""
    row = ROW_HEIGHT[players] + (22 if hands else 0)
    return float(dp(players * row + (players - 1) * _ROW_GAP))


def tiles_height(*, hands: bool) -> float:
    """How high the tiles are, in pixels."""
    return float(dp(_TILE_HEIGHT + (_HAND_LINES if hands else 0)))


class PlayerLine(Surface):
    """All about a player but the points; the one who decides is lit up.

    `points_box` is where the points belong, `points_size` how large they are, in dp.
    """

    points_size: float

    def __init__(self, box: Box, standing: Standing) -> None:
        super().__init__(box)
        self.standing = standing
        self.ground = self._ground(standing, box)
        self.points_box = self._draw(standing)

    def _draw(self, standing: Standing) -> Box:
        """Draw it; returns where the points belong."""
        raise NotImplementedError

    def _ground(self, standing: Standing, box: Box) -> theme.Rgb:
        if not standing.decides:
            self.fill(theme.SURFACE, box, radius=8)
            return theme.SURFACE
        self.fill(palette.PLAYERS[standing.color], box, radius=8)
        self.fill(theme.RAISED, box.inset(dp(2.5)), radius=6)
        return theme.RAISED

    def _draw_chips(self, chips: Chips, materials: Sequence[Material], box: Box) -> None:
        gap = min(dp(4), box.width * 0.03)
        for material, cell in zip(materials, box.split((1,) * len(materials), gap), strict=True):
            radius = min(dp(8), cell.height * 0.45, cell.width * 0.18)
            with self.canvas:
                drawing.chip(material, (cell.x + radius, cell.center[1]), radius)
            left = 2 * radius + gap
            text = Box(cell.x + left, cell.y, cell.width - left, cell.height)
            number = str(chips.number(material))
            self.write(number, text, size=theme.SMALL_TEXT)

    def _draw_counts(
        self, standing: Standing, box: Box, weights: Sequence[float] = (1, 1, 1)
    ) -> None:
        counts = (
            (_hut_sign, standing.huts),
            (_temple_sign, standing.temples),
            (_rune_sign, standing.runes),
        )
        size = dp(6.5)
        for cell, (sign, number) in zip(box.split(weights, dp(2)), counts, strict=True):
            with self.canvas:
                sign((cell.x + size + dp(1), box.center[1]), size)
            left = 2 * size + dp(4)
            text = Box(cell.x + left, cell.y, cell.width - left, cell.height)
            self.write(str(number), text, ink=theme.LIGHT_SOFT, size=theme.SMALL_TEXT)


class PlayerRow(PlayerLine):
    """A line over the whole width, a second one below for an open hand."""

    points_size = theme.TITLE_TEXT + 2

    def _draw(self, standing: Standing) -> Box:
        box = line = self.box
        if standing.hand is not None:
            line, hand = box.rows((1, 0.55), 0)
            self._draw_chips(standing.hand, MATERIALS, hand.inset(dp(12), dp(1)))
        radius = min(dp(13), line.height * 0.34)
        with self.canvas:
            drawing.badge(standing.color, (box.x + dp(10) + radius, line.center[1]), radius)
        left = dp(18) + 2 * radius
        inner = Box(box.x + left, line.y, box.width - left - dp(8), line.height)
        name, points, counts = inner.split((0.38, 0.17, 0.45), dp(8))
        self.write(
            standing.name,
            name,
            size=theme.DECISION_TEXT,
            bold=standing.active,
            shorten=True,
        )
        self._draw_counts(standing, counts)
        return points


class PlayerTile(PlayerLine):
    """A tile beside the others'."""

    points_size = theme.DECISION_TEXT

    def _draw(self, standing: Standing) -> Box:
        inner = self.box.inset(dp(4), dp(4))
        if standing.hand is not None:
            inner, hand = (
                Box(
                    inner.x, inner.y + dp(_HAND_LINES), inner.width, inner.height - dp(_HAND_LINES)
                ),
                Box(inner.x, inner.y, inner.width, dp(_HAND_LINES)),
            )
            for line, materials in zip(
                hand.rows((1, 1), 0), (MATERIALS[:2], MATERIALS[2:]), strict=True
            ):
                self._draw_chips(standing.hand, materials, line)
        head, foot = inner.rows((0.55, 0.45), 0)
        radius = head.height * 0.42
        with self.canvas:
            drawing.badge(standing.color, (head.x + radius, head.center[1]), radius)
        self.write(
            standing.name,
            foot,
            size=theme.SMALL_TEXT,
            bold=standing.active,
            shorten=True,
        )
        return Box(head.x + 2 * radius, head.y, head.width - 2 * radius, head.height)


class PlayerPane(PlayerLine):
    """A tile above or below the others'."""

    points_size = theme.TITLE_TEXT + 2

    def _draw(self, standing: Standing) -> Box:
        inner = self.box.inset(dp(7), dp(3))
        low = dp(_HAND_LINES if standing.hand is not None else _COUNTS)
        below = Box(inner.x, inner.y, inner.width, low)
        if standing.hand is None:
            self._draw_counts(standing, below, weights=_PANE_COUNTS)
        else:
            pairs = (MATERIALS[:2], MATERIALS[2:])
            for line, materials in zip(below.rows((1, 1), 0), pairs, strict=True):
                self._draw_chips(standing.hand, materials, line)
        name = Box(inner.x, below.top, inner.width, dp(_PANE_NAME))
        bold = standing.active
        self.write(standing.name, name, size=theme.SMALL_TEXT, bold=bold, shorten=True)
        head = Box(inner.x, name.top, inner.width, inner.top - name.top)
        radius = min(dp(15), head.height * 0.46)
        with self.canvas:
            drawing.badge(standing.color, (head.x + radius, head.center[1]), radius)
        return Box(head.x + 2 * radius, head.y, head.width - 2 * radius, head.height)


def lay_panes(kept: Kept, box: Box, standings: Sequence[Standing]) -> list[PlayerLine]:
    """Lay all players in seating order into a box from the top down; returns their tiles."""
    gap = dp(_PANE_GAP)
    height = min(dp(_MOST_PANE), (box.height - gap * (len(standings) - 1)) / len(standings))
    column = Column(box, gap)
    return [kept.lay(PlayerPane, column.take(height), one) for one in standings]


def lay_players(
    kept: Kept, box: Box, standings: Sequence[Standing], *, tiles: bool
) -> list[PlayerLine]:
    """Lay all players in seating order into a box, as tiles or as lines; returns those."""
    weights = (1,) * len(standings)
    places = box.split(weights, dp(6)) if tiles else box.rows(weights, dp(_ROW_GAP))
    line = PlayerTile if tiles else PlayerRow
    return [kept.lay(line, place, one) for place, one in zip(places, standings, strict=True)]


class Standings(Surface):
    """All players in seating order as they stood once: their points do not count."""

    def __init__(self, box: Box, standings: Sequence[Standing], *, tiles: bool) -> None:
        super().__init__(box)
        points = Points(box)
        points.show(lay_players(Kept(self), box, standings, tiles=tiles))
        self.add_widget(points)


class Points(Surface):
    """Everybody's points, which can count; to be laid above what is printed."""

    counted = NumericProperty(1.0)

    def __init__(self, box: Box) -> None:
        super().__init__(box)
        self._kept = Kept(self, spares=_SPARE_NUMBERS)
        self._numbers: dict[Color, PointsNumber] = {}

    def show(self, lines: Sequence[PlayerLine]) -> None:
        """Show the points of those lines at once."""
        self.finish_count()
        self._numbers = {line.standing.color: self._number(line) for line in lines}
        self._kept.finish()

    def _number(self, line: PlayerLine) -> "PointsNumber":
        points = line.standing.points
        return self._kept.lay(PointsNumber, line.points_box, points, line.ground, line.points_size)

    def count_from(self, former: Mapping[Color, int]) -> None:
        """Let the numbers of all whose points were others count from those to the present ones."""
        for color, number in self._numbers.items():
            number.count_from(former[color])
        if any(former[color] != number.points for color, number in self._numbers.items()):
            self.counted = 0.0
            Animation(counted=1.0, duration=COUNT_SECONDS).start(self)

    def finish_count(self) -> None:
        """Show the present points at once."""
        Animation.cancel_all(self, "counted")
        self.counted = 1.0

    def on_counted(self, _widget: object, part: float) -> None:
        """Show how far the numbers have counted."""
        for number in self._numbers.values():
            number.show(part)


class PointsNumber(Surface):
    """A player's `points`, which can count up to what they are; `size` in dp."""

    def __init__(self, box: Box, points: int, ground: theme.Rgb, size: float) -> None:
        super().__init__(box)
        self.points = points
        self._former = points
        self.ground = ground
        self._size = size
        self._shown: int | None = None
        self.show(1.0)

    def count_from(self, former: int) -> None:
        """Begin at other points when `show` is called next."""
        self._former = former

    def show(self, part: float) -> None:
        """Show the points so far on the way from the former ones, from 0 to 1."""
        number = round(self._former + (self.points - self._former) * part)
        if number == self._shown:
            return
        self._shown = number
        self.wipe()
        self.write(str(number), self.box, size=self._size, bold=True, halign="right")


@stamped(theme.LIGHT_SOFT)
def _hut_sign(center: Point, size: float) -> None:
    outline = around(center, size, (-1, -1), (1, -1), (1, 0), (0, 1), (-1, 0))
    shapes.polygon(outline, theme.LIGHT_SOFT)


@stamped(theme.LIGHT_SOFT)
def _temple_sign(center: Point, size: float) -> None:
    shapes.polygon(around(center, size, (-1, -1), (1, -1), (0, 1.1)), theme.LIGHT_SOFT)


@stamped(theme.LIGHT_SOFT)
def _rune_sign(center: Point, size: float) -> None:
    drawing.symbol(Color.PURPLE, center, size, theme.LIGHT_SOFT)
    shapes.disc(center, size * 0.35, theme.SURFACE)
