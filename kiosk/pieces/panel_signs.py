"""Our own signs for a panel of buttons and lamps.

Both draw onto the canvas that is open (`with widget.canvas:`), around a centre and in pixels.
"""

from math import pi

from kivy.graphics import Color as Ink
from kivy.graphics import SmoothLine, SmoothRoundedRectangle

from kiosk.ui import theme
from kiosk.ui.shapes import Point, disc, flat, letters, on_circle
from kiosk.ui.stamps import stamped
from kiosk.ui.theme import Rgb


@stamped(theme.BONUS_RED)
def troubled_panel(center: Point, size: float) -> None:
    """A panel with its button and lamps, crossed by an exclamation mark; `size` is half."""
    x, y = center
    Ink(*theme.BONUS_RED)
    SmoothRoundedRectangle(
        pos=(x - size, y - size * 0.75), size=(2 * size, 1.5 * size), radius=[size * 0.3]
    )
    disc((x - size * 0.5, y), size * 0.26, theme.PAPER)
    letters("!", (x + size * 0.35, y), size * 1.2, theme.PAPER)


@stamped(lambda _center, _radius, color: color)
def light(center: Point, radius: float, color: Rgb) -> None:
    """A lamp that is lit: a disc with eight rays; `radius` reaches to the rays' ends."""
    disc(center, radius * 0.5, color)
    for number in range(8):
        ray = [on_circle(center, part * radius, number * pi / 4) for part in (0.68, 1)]
        SmoothLine(points=flat(ray), width=max(1.0, radius * 0.1))
