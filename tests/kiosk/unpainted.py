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

from kiosk.ui import cached_layer, framebuffer_pool, sprite_atlas
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
def safely_released() -> Iterator[None]:
    """What was laid unpainted may be closed later on: it is no framebuffer for the next one."""
    release = framebuffer_pool.release

    def let_go(buffer: Any) -> None:
        if isinstance(buffer, _NoPaper):
            buffer.clear()
        else:
            release(buffer)

    with patch.object(framebuffer_pool, "release", let_go):
        yield


@contextmanager
def unpainted() -> Iterator[None]:
    """Paint nothing that is laid as long as the block lasts."""
    places, layers = _kept()
    with (
        patch.object(sprite_atlas, "_atlas", places),
        patch.object(cached_layer, "_kept", layers),
        patch.object(framebuffer_pool, "acquire", _NoPaper),
    ):
        yield
