"""Our own drawings of the druid and of his staff.

Both draw onto the canvas that is open (`with widget.canvas:`), around a centre and in pixels.
"""

from kivy.graphics import Color as Ink
from kivy.graphics import SmoothLine

from kiosk.ui import theme
from kiosk.ui.shapes import Point, around, disc, polygon
from kiosk.ui.sprite_atlas import sprite
from kiosk.ui.theme import Rgb


@sprite(theme.LINE)
def druid(center: Point, radius: float) -> None:
    """The druid: a pale disc with a hooded figure."""
    disc(center, radius, theme.LINE)
    disc(center, radius * 0.9, theme.PAPER)
    x, y = center
    size = radius * 0.62
    polygon(around(center, size, (-0.8, -1), (0.8, -1), (0, 0.75)), theme.INK)
    disc((x, y + size * 0.35), size * 0.48, theme.INK)
    disc((x, y + size * 0.3), size * 0.27, theme.PAPER)


@sprite(lambda _center, _size, ink: ink)
def staff(center: Point, size: float, ink: Rgb) -> None:
    """The druid's staff with its curl."""
    x, y = center
    Ink(*ink)
    width = max(1.0, size * 0.16)
    SmoothLine(points=[x, y - size, x, y + size * 0.35], width=width)
    SmoothLine(
        ellipse=(x - size * 0.62, y + size * 0.05, size * 0.62, size * 0.8, -90, 180), width=width
    )
