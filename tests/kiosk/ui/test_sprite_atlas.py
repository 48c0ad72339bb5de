from collections.abc import Callable
from itertools import product

import pytest
from kivy.graphics import Canvas, Fbo, Mesh, Rectangle

from companion.pieces import Material
from kiosk.pieces import drawing
from kiosk.ui import framebuffer_pool, sprite_atlas, theme
from kiosk.ui.shapes import draw_disc
from kiosk.ui.sprite_atlas import cached_as_sprite, draw_sprites
from kiosk.ui.surface import Box, Surface
from tests.kiosk.picture_of import Colors, colors_of

CENTER = (50, 50)
ONE_A_PAGE = [190 + number for number in range(8)]
"""Radii of drawings of which only one fits on a page of the atlas."""


@pytest.fixture
def strokes() -> list[tuple[object, ...]]:
    return []


@pytest.fixture
def dot(strokes):
    @cached_as_sprite(theme.SAND)
    def dot(center, radius, ink=theme.SAND):
        strokes.append((radius, ink))
        draw_disc(center, radius, ink)

    return dot


def seen(draw: Callable[[], None], ground: theme.Rgb = theme.GROUND) -> Colors:
    surface = Surface(Box(0, 0, 100, 100))
    surface.fill(ground)
    with surface.canvas:
        draw()
    return colors_of(surface)


def shade(color: theme.Rgb) -> tuple[int, ...]:
    return tuple(round(part * 255) for part in color)


def test_a_drawing_is_drawn_once_for_each_of_its_sizes_and_colours(dot, strokes) -> None:
    for center in ((10, 10), (20.4, 30.6), CENTER):
        with Canvas():
            dot(center, 8)
            dot(center, 9)
            dot(center, 9, theme.SAND)
    assert strokes == [(8, theme.SAND), (9, theme.SAND), (9, theme.SAND)]


def test_a_sprite_is_one_quad_around_the_nearest_pixel(dot) -> None:
    canvas = Canvas()
    with canvas:
        dot((50.4, 60.6), 8)
    (quad,) = (part for part in canvas.children if isinstance(part, Rectangle))
    assert tuple(at + half / 2 for at, half in zip(quad.pos, quad.size, strict=True)) == (50, 61)


def test_a_sprite_looks_like_its_drawing_and_its_edge_is_nowhere_darker(dot) -> None:
    one = seen(lambda: drawing.draw_chip(Material.WOOD, CENTER, 30))
    other = seen(lambda: drawing.draw_chip.draw_uncached(Material.WOOD, CENTER, 30))
    for x, y in product(range(0, 100, 3), repeat=2):
        pairs = zip(one(x, y), other(x, y), strict=True)
        assert all(abs(a - b) <= 40 for a, b in pairs), (x, y)
    on_paper = seen(lambda: dot(CENTER, 30), theme.PAPER)
    for x in range(10, 90):
        red = on_paper(x, 50)[0]
        assert shade(theme.SAND)[0] - 2 <= red <= shade(theme.PAPER)[0] + 2


def test_layers_of_sprites_are_one_mesh_with_the_last_layer_on_top(dot) -> None:
    sprite_atlas.clear_cache()  # earlier tests may have left room for only one on the page
    layers = [dot.placed_sprite(CENTER, 20)], [dot.placed_sprite(CENTER, 10, theme.RIVER)]
    canvas = Canvas()
    with canvas:
        draw_sprites(*layers)
    assert sum(isinstance(part, Mesh) for part in canvas.children) == 1
    color_at = seen(lambda: draw_sprites(*layers))
    assert color_at(50, 50) == shade(theme.RIVER)
    assert color_at(64, 50) == shade(theme.SAND)


def test_a_drawing_within_a_drawing_is_part_of_its_sprite(strokes, dot) -> None:
    @cached_as_sprite(theme.LINE)
    def framed(center, radius):
        draw_disc(center, radius, theme.LINE)
        dot(center, radius / 2)

    color_at = seen(lambda: framed(CENTER, 20))
    assert strokes == [(10.0, theme.SAND)]
    assert color_at(50, 50) == shade(theme.SAND)
    assert color_at(66, 50) == shade(theme.LINE)


def test_only_a_few_pages_of_sprites_are_kept(dot, strokes) -> None:
    sprite_atlas.clear_cache()
    for radius in (*ONE_A_PAGE, ONE_A_PAGE[0], ONE_A_PAGE[0]):
        dot.placed_sprite(CENTER, radius)
    assert [radius for radius, _ink in strokes] == [*ONE_A_PAGE, ONE_A_PAGE[0]]


def test_a_full_page_leaves_its_framebuffer_to_the_next_one_and_stays_as_it_was(
    dot, monkeypatch
) -> None:
    sprite_atlas.clear_cache()
    made, free = [], []
    monkeypatch.setattr(framebuffer_pool, "_free", free)
    monkeypatch.setattr(
        framebuffer_pool, "Fbo", lambda **options: made.append(Fbo(**options)) or made[-1]
    )
    with sprite_atlas.rendering_together():
        first, second = (dot.placed_sprite(CENTER, radius).sprite for radius in ONE_A_PAGE[:2])
    assert first.texture.id != second.texture.id
    assert (len(made), free) == (1, [])
    assert seen(lambda: dot(CENTER, ONE_A_PAGE[0]))(50, 50) == shade(theme.SAND)
