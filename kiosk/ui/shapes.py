"""Basic shapes for drawings.

All functions draw onto the current canvas (`with widget.canvas:`), around a centre, with sizes in
pixels.
"""

from collections.abc import Iterable
from functools import lru_cache
from math import ceil, cos, floor, hypot, sin

from kivy.graphics import BorderImage, Mesh, Rectangle, SmoothEllipse, SmoothLine
from kivy.graphics import Color as Ink
from kivy.graphics.texture import Texture

from kiosk.ui.label import wrapped_label
from kiosk.ui.theme import Rgb

_KEPT_RADII = 64
_CLEAR = 1
"""Number of empty pixels around the box, which smooth its edges if they are between two pixels."""


def draw_rounded_box(x: float, y: float, width: float, height: float, radius: float) -> BorderImage:
    """Draw a box with rounded corners in the current colour; all arguments are in pixels.

    Return the drawing instruction, with which the caller can move the box later.
    """
    fitting = min(radius, floor(min(width, height) / 2))
    corner = ceil(fitting) + _CLEAR
    return BorderImage(
        pos=(x - _CLEAR, y - _CLEAR),
        size=(width + 2 * _CLEAR, height + 2 * _CLEAR),
        texture=_corners(fitting),
        border=(corner, corner, corner, corner),
    )


@lru_cache(maxsize=_KEPT_RADII)
def _corners(radius: float) -> Texture:
    corner = [max(0.0, _CLEAR + radius - (pixel + 0.5)) for pixel in range(ceil(radius) + _CLEAR)]
    ways = [*corner, 0.0, 0.0, *reversed(corner)]
    shares = [
        min(max(radius + 0.5 - hypot(across, up), 0.0), 1.0) for up in ways for across in ways
    ]
    pixels = b"".join(b"\xff\xff\xff" + bytes([round(255 * share)]) for share in shares)
    texture = Texture.create(size=(len(ways), len(ways)))

    def blit(target: Texture) -> None:
        target.blit_buffer(pixels, colorfmt="rgba")

    blit(texture)
    texture.add_reload_observer(blit)
    return texture


Point = tuple[float, float]


def canvas_points(center: Point, size: float, *parts: Point) -> list[Point]:
    """Convert the points `parts` to canvas coordinates.

    The coordinates of `parts` are relative to `center`, in units of `size` pixels.
    """
    x, y = center
    return [(x + right * size, y + up * size) for right, up in parts]


def point_on_circle(center: Point, radius: float, angle: float) -> Point:
    """Return a point on a circle; `angle` is in radians, anticlockwise from the right."""
    return (center[0] + radius * cos(angle), center[1] + radius * sin(angle))


def arc_points(center: Point, radius: float, start: float, end: float, steps: int) -> list[Point]:
    """Return `steps` + 1 points of an arc, at equal distances from `start` to `end`.

    `start` and `end` are angles in radians, anticlockwise from the right.
    """
    angles = [start + (end - start) * step / steps for step in range(steps + 1)]
    return [point_on_circle(center, radius, angle) for angle in angles]


def flat_coordinates(points: Iterable[Point]) -> list[float]:
    return [part for point in points for part in point]


def draw_polygon(points: list[Point], fill: Rgb, edge: Rgb | None = None, width: float = 1) -> None:
    """Draw a convex polygon filled with the colour `fill`, and a smooth outline around it.

    `edge` is the colour of the outline (default: `fill`), and `width` is its width in pixels.
    """
    vertices: list[float] = []
    for x, y in points:
        vertices += [x, y, 0, 0]
    Ink(*fill)
    Mesh(vertices=vertices, indices=list(range(len(points))), mode="triangle_fan")
    Ink(*(edge or fill))
    SmoothLine(points=flat_coordinates(points), close=True, width=width)


def draw_disc(center: Point, radius: float, fill: Rgb, alpha: float = 1.0) -> None:
    Ink(*fill, alpha)
    SmoothEllipse(pos=(center[0] - radius, center[1] - radius), size=(2 * radius, 2 * radius))


def draw_ring(center: Point, radius: float, color: Rgb, width: float) -> None:
    Ink(*color)
    SmoothLine(circle=(center[0], center[1], radius), width=width)


def draw_letters(text: str, center: Point, height: float, ink: Rgb) -> None:
    """Draw a short text around a point, in the colour `ink`, with letters `height` pixels high."""
    texture = wrapped_label(text, None, int(height), bold=True).rendered_texture()
    width, high = texture.size
    Ink(*ink)
    Rectangle(
        texture=texture,
        pos=(round(center[0] - width / 2), round(center[1] - high / 2)),
        size=(width, high),
    )
