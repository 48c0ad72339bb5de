"""Our own signs for one step back, and for one on again.

Both draw onto the canvas that is open (`with widget.canvas:`), around a centre and in pixels.
"""

from math import pi

from kivy.graphics import Color as Ink
from kivy.graphics import SmoothLine

from kiosk.ui.shapes import Point, arc, flat, polygon
from kiosk.ui.theme import Rgb

_BOW = 0.42
"""The radius of the bow, as a part of the sign's half width."""
_BOW_STEPS = 12


def step_back(center: Point, size: float, ink: Rgb) -> None:
    """An arrow that bends back to the left; `size` is half its width."""
    _bent(center, size, ink, -1)


def step_on(center: Point, size: float, ink: Rgb) -> None:
    """An arrow that bends on to the right; `size` is half its width."""
    _bent(center, size, ink, 1)


def _bent(center: Point, size: float, ink: Rgb, way: int) -> None:
    """A line that comes out of a bow and has its head at the top, on the side of `way`."""
    x, y = center
    bow = arc((0.3, 0), _BOW, -pi / 2, pi / 2, _BOW_STEPS)
    line = [(-0.35, -_BOW), *bow, (-0.3, _BOW)]
    Ink(*ink)
    points = [(x - way * right * size, y + up * size) for right, up in line]
    SmoothLine(points=flat(points), width=max(1.0, size * 0.09))
    head = ((-0.85, _BOW), (-0.25, _BOW + 0.4), (-0.25, _BOW - 0.4))
    polygon([(x - way * right * size, y + up * size) for right, up in head], ink)
