"""Every piece that a choice can name has a drawing, and no two of them the same."""

from collections.abc import Callable
from functools import partial
from itertools import combinations, groupby

import pytest

from companion.pieces import Bonus, BuildingKind, Color, Face, Material, Rune
from companion.teaching.illustration import Illustration, Piece, PieceGroup
from kiosk.pieces import blocks as _blocks  # noqa: F401 - registers the pieces
from kiosk.pieces import drawing
from kiosk.pieces.form import GivenChip
from kiosk.pieces.lesson import illustration_fits
from kiosk.ui.renderer import draw_symbol
from kiosk.ui.shapes import Point, draw_disc
from kiosk.ui.surface import Box, Surface
from tests.kiosk.touch import Touchscreen

KINDS = (Material, Face, Rune, Color, Bonus)
SIDE = 100
LEAST = 50
"""So many of 10,000 pixels are seen to belong elsewhere."""


@pytest.fixture(scope="module", autouse=True)
def touch(tmp_path_factory):
    with Touchscreen(tmp_path_factory.mktemp("data")) as touch:
        yield touch


def differing(one: list[int], other: list[int]) -> int:
    return sum(a != b for a, b in zip(one, other, strict=True))


def pixels_of(draw: Callable[[Point, float], None], size: float = 40) -> list[int]:
    """Return the pixels of a drawing in the middle of a square, row by row."""
    surface = Surface(Box(0, 0, SIDE, SIDE))
    with surface.canvas:
        draw((SIDE / 2, SIDE / 2), size)
    return [*memoryview(surface.export_as_image().texture.pixels).cast("I")]


def shape_of(draw: Callable[[Point, float], None]) -> list[int]:
    """Return a drawing without its colours: each pixel is the number of its first pixel."""
    first: dict[int, int] = {}
    return [first.setdefault(pixel, place) for place, pixel in enumerate(pixels_of(draw))]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_pieces_of_a_kind_differ_by_more_than_their_colour(kind) -> None:
    shapes = {piece: shape_of(partial(draw_symbol, piece)) for piece in kind}
    for one, other in combinations(kind, 2):
        assert differing(shapes[one], shapes[other]) > LEAST, (one, other)


def test_a_rune_stone_tells_its_holder_by_more_than_a_colour() -> None:
    shapes = {
        holder: shape_of(
            lambda at, size, by=holder: drawing.draw_rune_stone(Rune.EYE, at, size, by)
        )
        for holder in (None, *Color)
    }
    for one, other in combinations(shapes, 2):
        assert differing(shapes[one], shapes[other]) > LEAST, (one, other)


def test_nothing_else_is_drawn_for_a_choice() -> None:
    with pytest.raises(TypeError, match="no drawing is registered"):
        draw_symbol(BuildingKind.HUT, (50, 50), 40)


@pytest.mark.parametrize("size", [3, 3.7, 4.3, 5.5, 8.1])
def test_the_edges_of_a_square_are_sharp(size: float) -> None:
    def draw(center: Point, size: float) -> None:
        draw_disc(center, 2 * SIDE, (0, 0, 0))
        drawing.draw_player_symbol.draw_uncached(Color.RED, (20, 20.4), size, (1, 1, 1))

    black_and_white = 2
    assert len(set(pixels_of(draw, size))) == black_and_white


@pytest.mark.parametrize("color", Color)
@pytest.mark.parametrize(("width", "height"), [(18, 9), (22, 10), (40, 20), (34, 9), (60, 14)])
def test_the_three_signs_on_a_worker_never_run_together(
    color: Color, width: int, height: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = []
    monkeypatch.setattr(
        drawing,
        "draw_player_symbol",
        lambda _color, center, size, _ink: drawn.append((center[0], size)),
    )
    drawing.draw_worker.draw_uncached(color, (50.0, 20.0), width, height)
    (left, size), (middle, _size), (right, _last) = drawn
    assert middle - left == pytest.approx(right - middle)
    square = 2 * round(size * 0.85 + 0.5)  # its edges lie on whole pixels
    assert middle - left - square > 0.8


def test_pieces_of_a_lesson_have_room_only_where_they_can_be_made_out() -> None:
    pieces = Illustration(piece_groups=tuple(PieceGroup(Piece.HUT, 8, color) for color in Color))
    assert illustration_fits(pieces, 200, 56)
    assert not illustration_fits(pieces, 60, 20)
    assert illustration_fits(Illustration(), 1, 1), "nothing needs none"


@pytest.mark.parametrize("size", [9, 12, 16, 24])
def test_the_minus_before_a_chip_does_not_touch_it(size: int) -> None:
    pixels = pixels_of(partial(draw_symbol, GivenChip(Material.WOOD)), size)
    middle = pixels[SIDE * (SIDE // 2) : SIDE * (SIDE // 2 + 1)]
    runs = [seen for seen, _run in groupby(pixel >> 24 > LEAST for pixel in middle)]
    assert runs == [False, True, False, True, False]
