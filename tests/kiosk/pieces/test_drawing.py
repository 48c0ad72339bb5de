"""Every piece that a choice can name has a drawing, and no two of them the same."""

from itertools import combinations

import pytest
from kivy.graphics import Rectangle, VertexInstruction

from companion.pieces import Bonus, BuildingKind, Color, Face, Material, Rune
from kiosk.pieces import drawing
from kiosk.toolkit.surface import Box, Surface
from tests.kiosk.touch import Touchscreen

KINDS = (Material, Face, Rune, Color, Bonus)
SHAPE = ("pos", "size", "points", "vertices")


@pytest.fixture(scope="module", autouse=True)
def touch(tmp_path_factory):
    with Touchscreen(tmp_path_factory.mktemp("data")) as touch:
        yield touch


def strokes(piece: object) -> list[tuple[object, ...]]:
    """What a piece's drawing consists of, without its colours; letters as their pixels."""
    surface = Surface(Box(0, 0, 100, 100))
    with surface.canvas:
        drawing.drawn(piece)((50, 50), 40)
    parts = [part for part in surface.canvas.children if isinstance(part, VertexInstruction)]
    return [
        (type(part), *(getattr(part, name, None) for name in SHAPE), ink(part)) for part in parts
    ]


def ink(part: VertexInstruction) -> bytes | None:
    return part.texture.pixels if isinstance(part, Rectangle) and part.texture else None


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_pieces_of_a_kind_differ_by_more_than_their_colour(kind) -> None:
    for one, other in combinations(kind, 2):
        assert strokes(one) != strokes(other), (one, other)


def test_nothing_else_is_drawn_for_a_choice() -> None:
    with pytest.raises(TypeError, match="nothing is drawn for"):
        strokes(BuildingKind.HUT)
