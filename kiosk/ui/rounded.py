"""Boxes with rounded corners, drawn as a small stretched texture.

Kivy's own smoothed shapes need several instructions and two buffers each, and form cycles that only
the garbage collector frees.
"""

from functools import lru_cache
from math import ceil, floor, hypot

from kivy.graphics import BorderImage
from kivy.graphics.texture import Texture

_KEPT_RADII = 64
_CLEAR = 1
"""Number of empty pixels around the box, which smooth its edges if they are between two pixels."""


def rounded(x: float, y: float, width: float, height: float, radius: float) -> BorderImage:
    """Draw a rounded box in the current colour onto the current canvas; all sizes in pixels.

    The radius is limited to half the shorter side. The returned instruction can move the box.
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
    """Return the texture of a white rounded box, to be stretched; `radius` is in pixels."""
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
