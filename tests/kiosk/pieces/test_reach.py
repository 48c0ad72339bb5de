"""Every drawing fits into its kept picture, whatever its size: nothing of it is cut off."""

from collections.abc import Iterator, Sequence
from enum import EnumType
from importlib import import_module
from inspect import signature
from itertools import product
from pathlib import Path
from types import NoneType
from typing import get_args, get_type_hints
from unittest.mock import patch

import pytest
from kivy.graphics import ClearBuffers, ClearColor, Fbo
from kivy.metrics import dp

import kiosk.pieces
from kiosk.ui import sprite_atlas, theme
from kiosk.ui.sprite_atlas import CachedDrawing, PlacedSprite
from tests.kiosk.touch import SIZES, the_window

SIDE = 150
MIDDLE = SIDE // 2
SMALL, *_, LARGE = SIZES
HALVES = (7, 22.3, 30.6)
"""Half the widths of drawings, from the smallest to the largest, in dp."""


def sprites() -> Iterator[tuple[str, CachedDrawing[...]]]:
    for path in sorted(Path(kiosk.pieces.__path__[0]).glob("*.py")):
        module = import_module(f"kiosk.pieces.{path.stem}")
        for name, value in vars(module).items():
            if (
                isinstance(value, CachedDrawing)
                and value.draw_uncached.__module__ == module.__name__
            ):
                yield name, value


DRAWINGS = dict(sprites())


def words(drawing: CachedDrawing[...]) -> Iterator[dict[str, object]]:
    """What it can be drawn with: all kinds of it, and all sizes."""
    hints = get_type_hints(drawing.draw_uncached)
    families = {name: family(hints[name]) for name in signature(drawing.draw_uncached).parameters}
    sizes = [name for name, members in families.items() if members is HALVES]
    kinds = {name: members for name, members in families.items() if name not in sizes and members}
    for place, kind in enumerate(product(*kinds.values())):
        # The first kind in every size, the others in turns.
        for half in map(dp, HALVES if place == 0 else (HALVES[place % len(HALVES)],)):
            # What lies has a width, too, which comes first.
            measures = (half,) if len(sizes) == 1 else (3 * half, half)
            yield {**dict(zip(kinds, kind, strict=True)), **dict(zip(sizes, measures, strict=True))}


def family(hint: object) -> Sequence[object]:
    if hint is float:
        return HALVES
    if hint == theme.Rgb:
        return (theme.SAND,)
    kinds = get_args(hint) or (hint,)
    members = [member for kind in kinds if isinstance(kind, EnumType) for member in kind]
    return [*members, None] if NoneType in kinds else members


@pytest.fixture(scope="module", params=[SMALL, LARGE], ids=["small", "large"])
def paper(request: pytest.FixtureRequest) -> Fbo:
    """Something to draw on, where a dp has as many pixels as on such a screen."""
    the_window().resize(request.param, 0)
    return Fbo(size=(SIDE, SIDE))


def drawn(paper: Fbo, drawing: CachedDrawing[...], told: dict[str, object]) -> bytes:
    """How opaque each pixel of a drawing by its strokes is, in the middle of an empty paper."""
    paper.clear()
    with paper:
        ClearColor(0, 0, 0, 0)
        ClearBuffers()
        drawing(center=(MIDDLE, MIDDLE), **told)
    paper.draw()
    return paper.pixels[3::4]


def outside(pixels: bytes, picture: PlacedSprite) -> bytes:
    width, height = picture.sprite.texture.size
    rows = [pixels[first : first + SIDE] for first in range(0, len(pixels), SIDE)]
    beside = (row[: picture.x] + row[picture.x + width :] for row in rows)
    return b"".join([*rows[: picture.y], *rows[picture.y + height :], *beside])


@pytest.mark.parametrize("name", DRAWINGS)
def test_no_part_of_a_drawing_lies_beyond_its_kept_picture(name: str, paper: Fbo) -> None:
    drawing = DRAWINGS[name]
    kinds = list(words(drawing))
    with patch.object(sprite_atlas._atlas, "are_drawn", new=True):  # no sprites within sprites
        pictures = [drawn(paper, drawing, told) for told in kinds]
    for told, pixels in zip(kinds, pictures, strict=True):
        beyond = outside(pixels, drawing.placed_sprite(center=(MIDDLE, MIDDLE), **told))
        assert (told, max(pixels) > 0, max(beyond)) == (told, True, 0)
