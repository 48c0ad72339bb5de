"""A step of the final scoring on paper: whose it is, the pieces that count, and what they bring."""

from collections.abc import Callable
from typing import NamedTuple

from kivy.metrics import dp, sp

from companion.pieces import Color
from companion.state import Building
from kiosk.pages.final_scoring.view import ScoringRow, ScoringStep, Sign
from kiosk.pieces import drawing, palette
from kiosk.ui import theme
from kiosk.ui.surface import Box, Surface, text_height, text_width
from kiosk.ui.tap import round_button

_HEAD = 50
_PADDING = 12
_BADGE = 14
_NAME_SHARE, _MOST_NAME = 0.24, 170
_POINTS = 30
_ALONE_POINTS, _POINTS_ALONE = 66, 52
"""The height of what one step brings, and the size of its number, in sp."""
_ROW_GAP = 6
_MOST_SIGN, _MOST_SIGN_ALONE, _LEAST_SIGN = 26, 34, 9
_LABEL = 20
_LINE = 25
"""What a label takes of the height, and with the gap below it, in sp."""
_LEAST_CELL = 32
"""The width of a piece with the points below it, in sp."""


class StepCard(Surface):
    """One step; `names` are the players' by colour, `on_why` is called by the question mark."""

    def __init__(
        self, box: Box, step: ScoringStep, names: dict[Color, str], on_why: Callable[[], None]
    ) -> None:
        super().__init__(box)
        self._names = names
        head = Box(box.x, box.top - dp(_HEAD), box.width, dp(_HEAD))
        body = Box(box.x, box.y, box.width, box.height - head.height)
        self._draw_head(head, step, on_why)
        self.fill(theme.PAPER, body, radius=14)
        self.fill(theme.PAPER, Box(body.x, body.center[1], body.width, body.height / 2))
        self.ground = theme.PAPER
        inner = body.inset(dp(_PADDING), dp(8))
        if step.color is not None:
            self._draw_alone(step.rows[0], inner)
            return
        places = inner.rows((1,) * len(step.rows), dp(_ROW_GAP))
        rooms = [_room(row, place) for row, place in zip(step.rows, places, strict=True)]
        radius = min(
            _sign_radius(len(row.signs), room.signs, _MOST_SIGN)
            for row, room in zip(step.rows, rooms, strict=True)
        )
        for number, (row, room) in enumerate(zip(step.rows, rooms, strict=True)):
            if number:
                self._draw_line(places[number])
            self._draw_row(row, room, radius)

    def _draw_head(self, box: Box, step: ScoringStep, on_why: Callable[[], None]) -> None:
        """A band in the colour of whose step it is, with symbol and name, over the whole card."""
        color = None if step.color is None else palette.PLAYERS[step.color]
        ground = theme.RAISED_MORE if color is None else theme.readable(color)
        self.fill(ground, self.box, radius=14)
        touch = dp(theme.TOUCH)
        why = Box(box.right - touch - dp(4), box.center[1] - touch / 2, touch, touch)
        self.add_widget(round_button(why, "why", "?", on_why))
        ink = theme.ink_on(ground)
        inner = Box(box.x + dp(_PADDING), box.y, why.x - box.x - dp(_PADDING + 6), box.height)
        if step.color is None:
            self.write(step.title, inner, ink=ink, ground=ground, size=theme.LARGE_TEXT, bold=True)
            return
        radius = dp(17)
        with self.canvas:
            drawing.badge(step.color, (inner.x + radius, inner.center[1]), radius)
        left = 2 * radius + dp(8)
        width = text_width(step.title, theme.TITLE_TEXT) + dp(4)
        name = Box(inner.x + left, inner.y, inner.width - left - width - dp(8), inner.height)
        self.write(
            self._names[step.color],
            name,
            ink=ink,
            ground=ground,
            size=theme.LARGE_TEXT,
            bold=True,
            is_name=True,
        )
        title = Box(inner.right - width, inner.y, width, inner.height)
        size = theme.TITLE_TEXT
        self.write(step.title, title, ink=ink, ground=ground, size=size, halign="right")

    def _draw_line(self, place: Box) -> None:
        edge = Box(place.x, place.top + dp(_ROW_GAP / 2), place.width, max(1.0, dp(0.7)))
        self.fill(theme.mixed(theme.PAPER, theme.INK_SOFT, 0.25), edge)

    def _draw_alone(self, row: ScoringRow, box: Box) -> None:
        """One player's step: the pieces large, why, and what it brings, in the middle."""
        high = text_height(row.text, box.width, theme.TITLE_TEXT)
        most = box.height - high - sp(_ALONE_POINTS)
        radius = _sign_radius(len(row.signs), Box(box.x, box.y, box.width, most), _MOST_SIGN_ALONE)
        signs = _signs_height(len(row.signs), box.width, radius)
        left = box.height - signs - high - sp(_ALONE_POINTS)
        top = box.top - left / 3
        place = Box(box.x, top - signs, box.width, signs)
        self._draw_signs(row.signs, place, radius, centered=True)
        text = Box(box.x, place.y - left / 4 - high, box.width, high)
        self.write(row.text, text, size=theme.TITLE_TEXT, halign="center")
        points = Box(box.x, text.y - left / 4 - sp(_ALONE_POINTS), box.width, sp(_ALONE_POINTS))
        self.write(row.points, points, size=_POINTS_ALONE, bold=True, halign="center")

    def _draw_row(self, row: ScoringRow, room: "_Room", radius: float) -> None:
        if row.color is not None:
            self._draw_player(row.color, room.player)
        if row.points:
            self.write(row.points, room.points, size=_POINTS, bold=True, halign="right")
        if row.text:
            soft = row.color is not None
            ink = theme.INK_SOFT if soft else theme.INK
            size = theme.TEXT if soft else theme.TITLE_TEXT
            self.write(row.text, room.signs, ink=ink, size=size)
        if row.signs:
            self._draw_signs(row.signs, room.signs, radius)

    def _draw_player(self, color: Color, box: Box) -> None:
        radius = dp(_BADGE)
        with self.canvas:
            drawing.badge(color, (box.x + radius, box.center[1]), radius)
        left = 2 * radius + dp(6)
        name = Box(box.x + left, box.y, box.width - left, box.height)
        self.write(self._names[color], name, size=theme.DECISION_TEXT, is_name=True)

    def _draw_signs(
        self, signs: tuple[Sign, ...], box: Box, radius: float, *, centered: bool = False
    ) -> None:
        """Pieces in lines, each with its label below."""
        cell, high = _cell(radius), 2 * radius + sp(_LINE)
        lines = _lines(len(signs), box.width, radius)
        across = -(-len(signs) // lines)
        left = box.center[0] - across * cell / 2 if centered else box.x
        top = box.center[1] + lines * high / 2
        for number, sign in enumerate(signs):
            x = left + (number % across + 0.5) * cell
            y = top - (number // across) * high - radius
            with self.canvas:
                _draw_sign(sign, (x, y), radius * 0.9)
            label = Box(x - cell / 2, y - radius - sp(_LABEL), cell, sp(_LABEL))
            self.write(sign.label, label, size=theme.TEXT, bold=True, halign="center")


class _Room(NamedTuple):
    """Where the parts of a row stand."""

    player: Box
    signs: Box
    points: Box


def _room(row: ScoringRow, box: Box) -> _Room:
    name = 0.0 if row.color is None else min(dp(_MOST_NAME), box.width * _NAME_SHARE) + dp(8)
    points = text_width(row.points, _POINTS, bold=True) + dp(12) if row.points else 0.0
    return _Room(
        Box(box.x, box.y, name - dp(8), box.height),
        Box(box.x + name, box.y, box.width - name - points, box.height),
        Box(box.right - points, box.y, points, box.height),
    )


def _draw_sign(sign: Sign, center: tuple[float, float], radius: float) -> None:
    match sign.piece:
        case Building(kind, owner):
            drawing.building(kind, owner, center, radius)
        case rune:
            drawing.rune_stone(rune, center, radius, sign.owner)


def _sign_radius(number: int, box: Box, most: int) -> float:
    """The largest half width, in pixels, with which so many pieces and labels fit."""
    for size in range(most, _LEAST_SIGN, -1):
        radius = float(dp(size))
        if _signs_height(number, box.width, radius) <= box.height:
            return radius
    return float(dp(_LEAST_SIGN))


def _signs_height(number: int, width: float, radius: float) -> float:
    """How high so many pieces with their labels are, in pixels."""
    return float(_lines(number, width, radius) * (2 * radius + sp(_LINE)))


def _lines(number: int, width: float, radius: float) -> int:
    return max(1, -(-number // max(1, int(width // _cell(radius)))))


def _cell(radius: float) -> float:
    return max(2 * radius + dp(6), float(sp(_LEAST_CELL)))
