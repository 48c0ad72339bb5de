"""Framebuffers on which pictures are drawn off screen, one after the other.

Kivy gives each framebuffer shaders of its own. The driver compiles them when it first draws with
them, for up to a tenth of a second without a graphics chip, and keeps a mebibyte for each. So a
framebuffer is used again: the picture is taken off it and stays, the shaders are there for the
next one.
"""

from kivy.graphics import Fbo

_FOLDED = (1, 1)
"""The size of a framebuffer that nobody uses, in pixels."""

_free: list[Fbo] = []


def acquire(size: tuple[int, int]) -> Fbo:
    """A framebuffer with a new, clear texture of that size, in pixels; it lies on no canvas.

    The texture is for laying pixel on pixel: what lies between two of its own is the nearest one.
    A canvas to which the framebuffer is added lets go of it only by `remove`.
    """
    buffer = _free.pop() if _free else Fbo(size=_FOLDED, noadd=True)
    buffer.size = size  # Kivy gives it another texture with that
    # However little it is off, the driver would mix two pixels: a colour differs by one then.
    buffer.texture.mag_filter = buffer.texture.min_filter = "nearest"
    return buffer


def release(buffer: Fbo) -> None:
    """Let the buffer be used again; whoever holds its texture keeps that as it is."""
    buffer.clear()
    buffer.size = _FOLDED
    buffer.draw()  # it holds the instructions that it has drawn until it draws others
    _free.append(buffer)
