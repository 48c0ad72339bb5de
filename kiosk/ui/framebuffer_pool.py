"""Reuses framebuffers for off-screen pictures.

Kivy gives each framebuffer its own shaders, which the driver compiles at the first use, for up to a
tenth of a second without a graphics chip, and a mebibyte of memory. So only the texture is taken
off a framebuffer, which is then used again.
"""

from kivy.graphics import Fbo

_FOLDED = (1, 1)
"""Size in pixels of an idle framebuffer."""

_free: list[Fbo] = []


def acquire(size: tuple[int, int]) -> Fbo:
    """Return a framebuffer with a new, empty texture; `size` in pixels.

    The texture is for drawing pixel on pixel, with nearest filtering. A canvas that holds the
    framebuffer releases it only by `remove`.
    """
    buffer = _free.pop() if _free else Fbo(size=_FOLDED, noadd=True)
    buffer.size = size  # Kivy then gives it another texture
    # With linear filtering, rounding would mix two pixels and change a colour by one.
    buffer.texture.mag_filter = buffer.texture.min_filter = "nearest"
    return buffer


def release(buffer: Fbo) -> None:
    """Return a framebuffer to the pool; its texture stays valid as long as it is referenced."""
    buffer.clear()
    buffer.size = _FOLDED
    buffer.draw()  # Kivy keeps a framebuffer's last instructions until it draws others
    _free.append(buffer)
