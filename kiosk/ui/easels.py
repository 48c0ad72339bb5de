"""Easels: what pictures are drawn on off screen, one after the other.

Kivy gives each frame buffer shaders of its own. The driver compiles them when it first draws with
them, for up to a tenth of a second without a graphics chip, and keeps a mebibyte for each. So an
easel is used again: the picture is taken off it and stays, the shaders are there for the next.
"""

from kivy.graphics import Fbo

_FOLDED = (1, 1)
"""The size of an easel that nobody uses, in pixels."""

_free: list[Fbo] = []


def take(size: tuple[int, int]) -> Fbo:
    """An easel with a new, clear texture of that size, in pixels; it lies on no canvas.

    A canvas to which it is added lets go of it only by `remove`.
    """
    if not _free:
        return Fbo(size=size, noadd=True)
    easel = _free.pop()
    easel.size = size  # Kivy gives it another texture with that
    return easel


def give_back(easel: Fbo) -> None:
    """Let the easel be used again; whoever holds its texture keeps that as it is."""
    easel.clear()
    easel.size = _FOLDED
    easel.draw()  # it holds the instructions that it has drawn until it draws others
    _free.append(easel)
