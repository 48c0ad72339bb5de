"""Lays out pages without painting them, for tests that only measure.

Cached pictures, boards and sprites have their place and size, but no colours.
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

_MOST_KEPT = 256
"""Number of cached pictures; without paint they take no memory."""


@cache
def _blank(size: tuple[int, int]) -> Texture:
    return Texture.create(size=size)


class _NoPaper(CanvasBase):
    def __init__(self, size: tuple[int, int]) -> None:
        super().__init__()
        self.texture = _blank(size)

    def draw(self) -> None: ...


def _draw_nothing(*_arguments: object, **_named: object) -> None: ...


class _Places(sprite_atlas._Atlas):
    def drawn(self, size: tuple[int, int], edge: Rgb, draw: Callable[[int, int], None]) -> Texture:
        return super().drawn(size, edge, lambda _x, _y: None)


@cache
def _kept() -> tuple[_Places, dict[Any, Any]]:
    return _Places(), {}


@contextmanager
def safely_released() -> Iterator[None]:
    """Allow closing an unpainted layer later: it must not enter the pool of framebuffers."""
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
    places, layers = _kept()
    with (
        patch.object(sprite_atlas, "_atlas", places),
        patch.object(sprite_atlas.CachedDrawing, "__call__", _draw_nothing),
        patch.object(cached_layer, "_kept", layers),
        patch.object(cached_layer, "_MOST_KEPT", _MOST_KEPT),
        patch.object(framebuffer_pool, "acquire", _NoPaper),
    ):
        yield
