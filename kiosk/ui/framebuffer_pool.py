"""Reuses framebuffers for off-screen pictures.

Kivy gives each framebuffer its own shaders and a mebibyte of memory. Without a graphics chip, the
driver takes up to a tenth of a second to compile the shaders at the first use. Therefore a picture
keeps only its texture, and its framebuffer returns to the pool.
"""

from kivy.graphics import Fbo

_FOLDED = (1, 1)
"""Size in pixels of an idle framebuffer."""

_free: list[Fbo] = []


def acquire(size: tuple[int, int]) -> Fbo:
    """Return a framebuffer of `size` pixels with a new, empty texture.

    The texture uses nearest filtering, so draw it without scaling. If you add the framebuffer to a
    canvas, remove it from the canvas before releasing it.
    """
    buffer = _free.pop() if _free else Fbo(size=_FOLDED, noadd=True)
    buffer.size = size  # Kivy then creates a new texture
    # With linear filtering, rounding would mix two pixels and change a colour by one.
    buffer.texture.mag_filter = buffer.texture.min_filter = "nearest"
    return buffer


def release(buffer: Fbo) -> None:
    """Return a framebuffer to the pool.

    The framebuffer's texture stays valid while anything refers to the texture.
    """
    buffer.clear()
    buffer.size = _FOLDED
    buffer.draw()  # Kivy keeps a framebuffer's last instructions until it draws others
    _free.append(buffer)
