"""Boxes with rounded corners: one small picture, whose corners stay and whose middle is stretched.

Kivy's own smoothed shapes are several instructions and two buffers each, and hold themselves, so
that only the garbage collector could free them.
"""

from functools import lru_cache
from math import ceil, floor, hypot

from kivy.graphics import BorderImage
from kivy.graphics.texture import Texture

_KEPT_RADII = 64
_CLEAR = 1
"""Pixels around the box in which nothing is drawn, so that edges between pixels are smooth."""


def rounded(x: float, y: float, width: float, height: float, radius: float) -> BorderImage:
    """Lay a box in the colour that is set onto the canvas that is open; all in pixels.

    The radius is half the shorter side at most. Returns what was laid, to move it.
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
    """A white box, two pixels wider than its corners; each as opaque as it is covered."""
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
