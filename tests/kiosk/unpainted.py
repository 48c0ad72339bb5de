"""Pages that are laid out and never painted, for those who measure them and look at no picture.

What is kept as a picture, a board or a sprite, has its place and its size then, and no colours.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any
from unittest.mock import patch

from kivy.graphics import CanvasBase
from kivy.graphics.texture import Texture

from kiosk.ui import cached_layer, framebuffer_pool, renderer, sprite_atlas
from kiosk.ui.theme import Rgb


class _NoPaper(CanvasBase):
    """Is told what to paint, like a framebuffer, and does not."""

    def __init__(self, size: tuple[int, int]) -> None:
        super().__init__()
        self.texture = Texture.create(size=size)

    def draw(self) -> None:
        """Paint nothing."""


class _Places(sprite_atlas._Atlas):
    """Gives each drawing its place on a page, and draws it not."""

    def drawn(self, size: tuple[int, int], edge: Rgb, draw: Callable[[int, int], None]) -> Texture:
        return super().drawn(size, edge, lambda _x, _y: None)


@cache
def _kept() -> tuple[_Places, dict[Any, Any]]:
    """What is kept from one time to the next: it is never painted."""
    return _Places(), {}


@contextmanager
def unpainted() -> Iterator[None]:
    """Paint nothing as long as the block lasts; pages have to be closed within."""
    places, layers = _kept()
    _close_all()
    with (
        patch.object(sprite_atlas, "_atlas", places),
        patch.object(cached_layer, "_kept", layers),
        patch.object(framebuffer_pool, "acquire", _NoPaper),
        patch.object(framebuffer_pool, "release", _NoPaper.clear),
    ):
        yield
        _close_all()


def _close_all() -> None:
    """Close what pages have left to be closed bit by bit: a framebuffer goes where it came from."""
    while renderer._left:
        renderer._close_some(0)
