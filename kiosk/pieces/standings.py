"""Who has what and whose turn it is: a tile a player, side by side.

What a tile prints stays until it differs; the points, which count, lie on a layer of their own.
"""

from collections.abc import Iterator, Sequence

from kivy.metrics import dp, sp
from msgspec.structs import replace

from companion.pieces import MATERIALS, Chips, Material
from kiosk.pieces import drawing, palette
from kiosk.pieces.picture import Standing
from kiosk.pieces.points import Counting, PointsNumber
from kiosk.ui import shapes, theme
from kiosk.ui.form import Widget
from kiosk.ui.renderer import FormView
from kiosk.ui.shapes import Point, around
from kiosk.ui.sprite_atlas import sprite
from kiosk.ui.surface import Box, Column, Surface, text_width

_HEAD = 29
_FOOT = 21
_BADGE = 12
_POINTS = 24
"""The lines of a tile, in sp."""
_PADDING = (6, 4)
_NAME_OVER, _NAME_BELOW = 1, 3
"""So far a long name reaches over its line into what is empty there, in dp, and to the edge."""
_LEAST_FOOT = 62
"""How wide a tile has to be within, in sp, for a name and what stands at its right."""
_HUT = 5.5
"""Half the width of the hut before the number of huts left, in dp."""
_TILE_GAP = 6
_HAND_LINE = 18
_PANE_GAP = 8
_SPARE_NUMBERS = 32
"""Points that are put by: a line is lit up and dark in turn. They have been counted by then."""

Tiles = Sequence[tuple[Box, Standing]]
"""Where each player's tile lies, and what it shows."""


def tiles_height(players: int, width: float, *, hands: bool, apart: bool = False) -> float:
    """How high the tiles of so many players are side by side in a width, in pixels.

    `apart`: each has a line for the name alone.
    """
    return _tile_height(_tile_width(players, width), hands=hands, apart=apart)


def _tile_width(players: int, width: float) -> float:
    return (width - dp(_TILE_GAP) * (players - 1)) / players


def _tile_height(width: float, *, hands: bool, apart: bool = False) -> float:
    """How high a tile is, in pixels; `apart`: with a line for the name alone."""
    narrow = _is_narrow(width)
    chips = len(MATERIALS) if narrow else len(MATERIALS) // 2
    feet = 2 if narrow or apart else 1
    lines = _HEAD + feet * _FOOT + (chips * _HAND_LINE if hands else 0)
    return float(sp(lines) + dp(2 * _PADDING[1]))


def _is_narrow(width: float) -> bool:
    """Whether each thing in a tile has a line of its own below the points."""
    return width - dp(2 * _PADDING[0]) < sp(_LEAST_FOOT)


class PlayerTile(Surface):
    """All about a player but the points; that of whoever decides is filled with their colour."""

    def __init__(self, box: Box, standing: Standing) -> None:
        super().__init__(box)
        self.standing = standing
        ground = _ground(standing)
        self.fill(ground, radius=10)
        self._ink = theme.ink_on(ground)
        self._draw(standing)

    def _draw(self, standing: Standing) -> None:
        narrow, hands = _is_narrow(self.box.width), standing.hand is not None
        apart = self.box.height >= _tile_height(self.box.width, hands=hands, apart=True) - 1
        column = Column(self.box.inset(*map(dp, _PADDING)), 0)
        head, foot = column.take(sp(_HEAD)), column.take(sp(_FOOT))
        name = foot
        if apart:
            foot = column.take(sp(_FOOT))
        if standing.hand is not None:
            across = 1 if narrow else 2
            for first in range(0, len(MATERIALS), across):
                materials = MATERIALS[first : first + across]
                self._draw_chips(standing.hand, materials, column.take(sp(_HAND_LINE)))
        radius = dp(_BADGE)
        with self.canvas:
            drawing.badge(standing.color, (head.x + radius, head.center[1]), radius)
        taken = self._draw_won(foot) if standing.won else self._draw_huts(foot)
        if not apart:
            name = Box(foot.x, foot.y, foot.width - taken - dp(4), foot.height)
            if text_width(standing.name, theme.SMALL_TEXT, bold=standing.active) > name.width:
                low = dp(_NAME_OVER if hands else _NAME_BELOW)
                high = foot.height + low + dp(_NAME_OVER)
                name = Box(name.x, foot.y - low, name.width, high)
        self._write_small(standing.name, name, bold=standing.active, is_name=True)

    def _draw_huts(self, box: Box) -> float:
        """How many huts are left, at the right end; returns how wide that is."""
        text = str(self.standing.huts_left)
        width, size = text_width(text, theme.SMALL_TEXT) + dp(1), dp(_HUT)
        number = Box(box.right - width, box.y, width, box.height)
        with self.canvas:
            _hut_sign((number.x - size - dp(3), box.center[1]), size, self._ink)
        self._write_small(text, number)
        return _huts_width(text)

    def _draw_won(self, box: Box) -> float:
        """The points of the last decision, at the right end; returns how wide that is."""
        won = self.standing.won
        text = f"+{won}" if won > 0 else f"−{-won}"
        width = text_width(text, theme.SMALL_TEXT, bold=True) + dp(10)
        pill = Box(box.right - width, box.y, width, box.height)
        fill = theme.PAPER if self.standing.decides else theme.RIVER
        self.fill(fill, pill, radius=5)
        self.write(
            text,
            pill,
            ink=theme.ink_on(fill),
            ground=fill,
            size=theme.SMALL_TEXT,
            bold=True,
            halign="center",
        )
        return float(width)

    def _write_small(
        self, text: str, box: Box, *, bold: bool = False, is_name: bool = False
    ) -> None:
        self.write(text, box, ink=self._ink, size=theme.SMALL_TEXT, bold=bold, is_name=is_name)

    def _draw_chips(self, chips: Chips, materials: Sequence[Material], box: Box) -> None:
        gap = min(dp(4), box.width * 0.03)
        for material, cell in zip(materials, box.split((1,) * len(materials), gap), strict=True):
            radius = min(dp(8), cell.height * 0.45, cell.width * 0.18)
            with self.canvas:
                drawing.chip(material, (cell.x + radius, cell.center[1]), radius)
            left = 2 * radius + gap
            text = Box(cell.x + left, cell.y, cell.width - left, cell.height)
            self._write_small(str(chips.number(material)), text)


def _ground(standing: Standing) -> theme.Rgb:
    return theme.readable(palette.PLAYERS[standing.color]) if standing.decides else theme.SURFACE


def _huts_width(number: str) -> float:
    """What the hut and the number of huts left take of a line, in pixels."""
    return float(text_width(number, theme.SMALL_TEXT) + dp(1 + 2 * _HUT + 4))


def pane_places(box: Box, standings: Sequence[Standing]) -> Tiles:
    """The tiles of all players in a place of their own; with open hands where these have room.

    They stand one below the other where it is upright, else side by side.
    """
    gap, number = dp(_PANE_GAP), len(standings)
    width, most = box.width, (box.height - gap * (number - 1)) / number
    if not box.is_upright:
        width, most = _tile_width(number, box.width), box.height
    open_hands = all(standing.hand is not None for standing in standings)
    height, hands = next(
        (height, hands)
        for hands in ((True, False) if open_hands else (False,))
        for apart in (True, False)
        if (height := _tile_height(width, hands=hands, apart=apart)) <= most or not (hands or apart)
    )
    if not hands:
        standings = [replace(standing, hand=None) for standing in standings]
    if not box.is_upright:
        row = Box(box.x, box.top - height, box.width, height)
        return player_places(row, standings)
    column = Column(box, gap)
    return [(column.take(height), one) for one in standings]


def player_places(box: Box, standings: Sequence[Standing]) -> Tiles:
    """The tiles of all players in seating order in a box."""
    places = box.split((1,) * len(standings), dp(_TILE_GAP))
    return list(zip(places, standings, strict=True))


class Standings(Surface):
    """All players in seating order as they stood once: their points do not count."""

    def __init__(self, box: Box, standings: Sequence[Standing]) -> None:
        super().__init__(box)
        tiles = pane_places(box, standings)
        for place, standing in tiles:
            self.add_widget(PlayerTile(place, standing))
        points = Points(box)
        points.show(tiles)
        self.add_widget(points)


class Points(Counting):
    """Everybody's points, which can count; to be laid above what is printed."""

    def __init__(self, box: Box) -> None:
        super().__init__(box)
        self._view = FormView(box, lambda _action: None, spares=_SPARE_NUMBERS)
        self._tiles: Tiles = ()
        self.add_widget(self._view)

    def show(self, tiles: Tiles) -> None:
        """Show the points of those tiles at once."""
        self.finish_count()
        if tiles == self._tiles:
            return
        self._tiles, parts = tiles, list(map(_points_part, tiles))
        self._view.show_parts(parts)
        numbers = {one.box: one for one in self._view.children}
        told = zip(parts, tiles, strict=True)
        self.numbers = {one.color: numbers[place] for (_block, place), (_box, one) in told}

    def make_ahead(self, tiles: Tiles) -> Iterator[None]:
        """Make the points of tiles that may be shown, a few a step."""
        return self._view.make_ahead(self._view.arranged(list(map(_points_part, tiles))))


def _points_part(tile: tuple[Box, Standing]) -> tuple[Widget, Box]:
    box, standing = tile
    about = (standing.points, _ground(standing), _POINTS)
    return Widget(PointsNumber, about), _points_box(box)


def _points_box(tile: Box) -> Box:
    head, left = Column(tile.inset(*map(dp, _PADDING)), 0).take(sp(_HEAD)), 2 * dp(_BADGE)
    return Box(head.x + left, head.y, head.width - left, head.height)


@sprite(lambda _center, _size, ink: ink)
def _hut_sign(center: Point, size: float, ink: theme.Rgb) -> None:
    half = int(size) + 0.5  # its edge is a pixel further then, and sharp
    shapes.polygon(around(center, half, (-1, -1), (1, -1), (1, 0), (0, 1), (-1, 0)), ink)
