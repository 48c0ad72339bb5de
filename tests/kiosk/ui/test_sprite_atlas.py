from collections.abc import Callable

import pytest
from kivy.graphics import Canvas, Fbo, Mesh, Rectangle

from companion.pieces import Material
from kiosk.pieces import drawing
from kiosk.ui import framebuffer_pool, sprite_atlas, theme
from kiosk.ui.shapes import disc
from kiosk.ui.sprite_atlas import cached_sprite, draw_sprites
from kiosk.ui.surface import Box, Surface


@pytest.fixture
def strokes() -> list[tuple[object, ...]]:
    return []


@pytest.fixture
def dot(strokes):
    @cached_sprite(theme.SAND)
    def dot(center, radius, ink=theme.SAND):
        strokes.append((radius, ink))
        disc(center, radius, ink)

    return dot


Seen = Callable[[int, int], tuple[int, ...]]


def picture(draw: Callable[[], None], ground: theme.Rgb = theme.GROUND) -> Seen:
    surface = Surface(Box(0, 0, 100, 100))
    surface.fill(ground)
    with surface.canvas:
        draw()
    pixels = surface.export_as_image().texture.pixels

    def color_at(x: int, y: int) -> tuple[int, ...]:
        first = ((99 - y) * 100 + x) * 4
        return tuple(pixels[first : first + 3])

    return color_at


def shade(color: theme.Rgb) -> tuple[int, ...]:
    return tuple(round(part * 255) for part in color)


def test_a_drawing_is_drawn_once_for_each_of_its_sizes_and_colours(dot, strokes) -> None:
    for center in ((10, 10), (20.4, 30.6), (50, 50)):
        with Canvas():
            dot(center, 8)
            dot(center, 9)
            dot(center, 9, theme.SAND)
    assert strokes == [(8, theme.SAND), (9, theme.SAND), (9, theme.SAND)]


def test_what_is_laid_is_one_quad_round_the_nearest_pixel(dot) -> None:
    canvas = Canvas()
    with canvas:
        dot((50.4, 60.6), 8)
    (quad,) = (part for part in canvas.children if isinstance(part, Rectangle))
    assert tuple(at + half / 2 for at, half in zip(quad.pos, quad.size, strict=True)) == (50, 61)


def test_a_picture_looks_as_it_would_with_all_its_strokes() -> None:
    def laid() -> None:
        drawing.chip(Material.WOOD, (50, 50), 30)

    def drawn() -> None:
        drawing.chip.strokes(Material.WOOD, (50, 50), 30)

    one, other = picture(laid), picture(drawn)
    for x in range(0, 100, 3):
        for y in range(0, 100, 3):
            pairs = zip(one(x, y), other(x, y), strict=True)
            assert all(abs(a - b) <= 40 for a, b in pairs), (x, y)


def test_a_smooth_edge_is_nowhere_darker_than_both_its_sides(dot) -> None:
    seen = picture(lambda: dot((50, 50), 30), theme.PAPER)
    for x in range(10, 90):
        assert shade(theme.SAND)[0] - 2 <= seen(x, 50)[0] <= shade(theme.PAPER)[0] + 2


def test_a_mesh_lays_many_the_last_one_uppermost(dot) -> None:
    sprite_atlas.clear_cache()  # what earlier tests drew may leave room for only one on a sheet
    sheet = Surface(Box(0, 0, 100, 100))
    under = dot.placed((50, 50), 20)
    over = dot.placed((50, 50), 10, theme.RIVER)
    with sheet.canvas:
        draw_sprites([under], [over])
    assert sum(isinstance(part, Mesh) for part in sheet.canvas.children) == 1
    seen = picture(lambda: draw_sprites([under], [over]))
    assert seen(50, 50) == shade(theme.RIVER)
    assert seen(64, 50) == shade(theme.SAND)


def test_a_drawing_in_another_is_part_of_its_picture(strokes, dot) -> None:
    @cached_sprite(theme.LINE)
    def framed(center, radius):
        disc(center, radius, theme.LINE)
        dot(center, radius / 2)

    seen = picture(lambda: framed((50, 50), 20))
    assert strokes == [(10.0, theme.SAND)]
    assert seen(50, 50) == shade(theme.SAND)
    assert seen(66, 50) == shade(theme.LINE)


def test_no_more_is_kept_than_a_few_sheets_hold(dot, strokes) -> None:
    sprite_atlas.clear_cache()
    large = [190 + number for number in range(8)]  # a sheet each
    for radius in (*large, large[0]):
        dot.placed((50, 50), radius)
    assert [radius for radius, _ink in strokes] == [*large, large[0]]
    dot.placed((50, 50), large[-1])
    assert len(strokes) == 9


def test_a_full_page_leaves_its_framebuffer_to_the_next_one_and_stays_as_it_was(
    dot, monkeypatch
) -> None:
    sprite_atlas.clear_cache()
    taken, given_back = [], []
    monkeypatch.setattr(framebuffer_pool, "_free", given_back)
    monkeypatch.setattr(
        framebuffer_pool, "Fbo", lambda **options: taken.append(Fbo(**options)) or taken[-1]
    )
    with sprite_atlas.rendering_together():
        first, second = (dot.placed((50, 50), radius).sprite for radius in (190, 191))
    assert first.texture.id != second.texture.id
    assert len(taken) == 1
    assert given_back == []
    seen = picture(lambda: dot((50, 50), 190))
    assert seen(50, 50) == shade(theme.SAND)
