"""Basic shapes for drawings, and the type of functions that draw a button's symbol.

All functions draw onto the current canvas (`with widget.canvas:`), around a centre, with sizes in
pixels.
"""

from collections.abc import Callable, Iterable
from math import cos, sin

from kivy.graphics import Color as Ink
from kivy.graphics import Mesh, Rectangle, SmoothEllipse, SmoothLine

from kiosk.ui.label import wrapped_label
from kiosk.ui.theme import Rgb

Point = tuple[float, float]
Draw = Callable[[Point, float], None]
"""Function that draws a symbol around a centre; the second argument is half the symbol's width in
pixels."""


def points_around(center: Point, size: float, *parts: Point) -> list[Point]:
    """Convert points relative to a centre, in units of `size` pixels, to canvas coordinates."""
    x, y = center
    return [(x + right * size, y + up * size) for right, up in parts]


def point_on_circle(center: Point, radius: float, angle: float) -> Point:
    """Return a point on a circle; `angle` is in radians, anticlockwise from the right."""
    return (center[0] + radius * cos(angle), center[1] + radius * sin(angle))


def arc_points(center: Point, radius: float, start: float, end: float, steps: int) -> list[Point]:
    """Return `steps` + 1 points of an arc; angles in radians, anticlockwise from the right."""
    angles = [start + (end - start) * step / steps for step in range(steps + 1)]
    return [point_on_circle(center, radius, angle) for angle in angles]


def flat_coordinates(points: Iterable[Point]) -> list[float]:
    return [part for point in points for part in point]


def polygon(points: list[Point], fill: Rgb, edge: Rgb | None = None, width: float = 1) -> None:
    """Draw a filled convex polygon; `edge` is the colour of an outline that smooths it."""
    vertices: list[float] = []
    for x, y in points:
        vertices += [x, y, 0, 0]
    Ink(*fill)
    Mesh(vertices=vertices, indices=list(range(len(points))), mode="triangle_fan")
    Ink(*(edge or fill))
    SmoothLine(points=flat_coordinates(points), close=True, width=width)


def disc(center: Point, radius: float, fill: Rgb, alpha: float = 1.0) -> None:
    Ink(*fill, alpha)
    SmoothEllipse(pos=(center[0] - radius, center[1] - radius), size=(2 * radius, 2 * radius))


def ring(center: Point, radius: float, color: Rgb, width: float) -> None:
    Ink(*color)
    SmoothLine(circle=(center[0], center[1], radius), width=width)


def letters(text: str, center: Point, height: float, ink: Rgb) -> None:
    """Draw a few characters around a point, `height` pixels high."""
    texture = wrapped_label(text, None, int(height), bold=True).rendered_texture()
    width, high = texture.size
    Ink(*ink)
    Rectangle(
        texture=texture,
        pos=(round(center[0] - width / 2), round(center[1] - high / 2)),
        size=(width, high),
    )
