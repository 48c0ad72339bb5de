"""A game in the list: when, how long, and who had how many points; a crown for who has won."""

from kivy.metrics import dp, sp

from kiosk.pages.history.view import HistoryRow, Seat
from kiosk.pieces import drawing
from kiosk.ui import theme
from kiosk.ui.shapes import Point, around, polygon
from kiosk.ui.surface import Box, Surface

_GAP = 8
_BADGE = 11
_CROWN = 9
_POINTS = 40
"""How wide points are, in sp: three digits."""
_LEAST_NAME = 34
_WHEN = 164
"""How wide the day and the length are beside the players, in sp."""
_LINE = 24
_MARGIN = 6


def row_height(width: float) -> float:
    """How high a row of that width is, in pixels."""
    lines = 2 if _are_beside(width) else 3
    return float(max(dp(theme.TOUCH), lines * sp(_LINE) + 2 * dp(_MARGIN)))


def _are_beside(width: float) -> bool:
    """Whether the players have room beside the day."""
    return width >= sp(_WHEN) + 3 * _least_seat()


def _least_seat() -> float:
    """How wide the room for a player is at least who has won."""
    return float(dp(2 * (_BADGE + _CROWN) + 20) + sp(_POINTS + _LEAST_NAME))


def draw_row(row: HistoryRow, tap: Surface, box: Box) -> None:
    """Draw a game on its button."""
    tap.fill(theme.PAPER, radius=12)
    inner = box.inset(dp(12), dp(_MARGIN))
    if _are_beside(box.width):
        when, who = inner.split((sp(_WHEN), inner.width - sp(_WHEN)), dp(_GAP))
        day, length = when.rows((1, 1), 0)
        halign = "left"
    else:
        first, who = inner.rows((1, 2), 0)
        day, length = first.split((1, 1), dp(_GAP))
        halign = "right"
    tap.write(row.day, day, ground=theme.PAPER, bold=True)
    ink = theme.WARNING if row.open or row.trouble else theme.INK_SOFT
    tap.write(row.length, length, ground=theme.PAPER, ink=ink, bold=row.open, halign=halign)
    for seat, place in zip(row.seats, _places(who, len(row.seats)), strict=True):
        _draw_seat(tap, place, seat)


def _places(box: Box, seats: int) -> list[Box]:
    """Where the players stand: side by side, in two rows where names would have no room."""
    across = seats
    if seats and box.width / seats < _least_seat():
        across = -(-seats // 2)
    lines = box.rows((1,) * -(-seats // across), 0) if seats else []
    return [place for line in lines for place in line.split((1,) * across, dp(_GAP))][:seats]


def _draw_seat(tap: Surface, box: Box, seat: Seat) -> None:
    """Badge and points, and the name below them or beside; a crown before who has won."""
    center = (box.x + dp(_BADGE), box.center[1])
    with tap.canvas:
        drawing.badge(seat.color, center, dp(_BADGE))
    left = center[0] + dp(_BADGE + 6)
    points = Box(left, box.y, sp(_POINTS), box.height)
    tap.write(str(seat.points), points, ground=theme.PAPER, size=theme.TITLE_TEXT, bold=seat.won)
    left = points.right
    if seat.won:
        with tap.canvas:
            crown((left + dp(_CROWN), box.center[1]), dp(_CROWN))
        left += dp(2 * _CROWN + 6)
    name = Box(left, box.y, box.right - left, box.height)
    tap.write(seat.name, name, ground=theme.PAPER, bold=seat.won, is_name=True)


def crown(center: Point, size: float) -> None:
    """What marks who has won, in parts that are convex each."""
    for part in (
        ((-0.85, -0.75), (0.85, -0.75), (0.85, -0.35), (-0.85, -0.35)),
        ((-0.85, -0.35), (-0.1, -0.35), (-1, 0.6)),
        ((0.85, -0.35), (0.1, -0.35), (1, 0.6)),
        ((-0.5, -0.35), (0.5, -0.35), (0, 0.85)),
    ):
        polygon(around(center, size, *part), theme.WARNING)
