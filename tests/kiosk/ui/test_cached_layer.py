"""A cached layer is one texture, drawn again only after changes; boards share such textures."""

import pytest
from kivy.graphics import Callback  # type: ignore[attr-defined]  # the stubs lack it

from kiosk.navigator import Page
from kiosk.rotation import Rotation
from kiosk.ui import cached_layer, framebuffer_pool, sprite_atlas, theme
from kiosk.ui.button import button_widget
from kiosk.ui.cached_layer import CachedLayer, canvas_and_box_above_layer, draw_shared_picture
from kiosk.ui.form import Button
from kiosk.ui.rotated_view import RotatedView
from kiosk.ui.shapes import draw_disc
from kiosk.ui.sprite_atlas import cached_as_sprite
from kiosk.ui.surface import Box, Surface
from kiosk.ui.tap import TapButton
from tests.benchmarks.watching import drawn_instructions
from tests.kiosk.picture_of import colors_of
from tests.kiosk.touch import Touchscreen

AREA = Box(20, 20, 300, 200)
PLACE = Box(40, 40, 200, 60)
RED, BLUE = (1.0, 0.0, 0.0), (0.0, 0.0, 1.0)
GROUND = tuple(round(part * 255) for part in theme.GROUND)


class Watched:
    """A layer with a red surface and a button; counts how often it is drawn."""

    def __init__(self, touch: Touchscreen) -> None:
        self.touch = touch
        self.drawn = 0
        self.beside = Surface(Box(400, 20, 100, 100))
        self.layer, self.paper = CachedLayer(AREA), Surface(AREA)
        self.paper.fill(RED)
        with self.paper.canvas:
            self._counts = Callback(self._count)  # Kivy holds callbacks weakly
        button = Button("one", None, "One")
        self.button = button_widget(button, PLACE, theme.GROUND, lambda _action: None)
        self.layer.add_widget(self.paper)
        self.layer.add_widget(self.button)
        touch.navigator.page = Page(touch.navigator)
        touch.navigator.add_widget(touch.page)
        touch.page.add_widget(self.layer)
        touch.page.add_widget(self.beside)
        touch.draw()

    def _count(self, _instruction: object) -> None:
        self.drawn += 1

    def times(self) -> int:
        before = self.drawn
        self.touch.draw()
        return self.drawn - before

    def color(self, x: int, y: int) -> tuple[int, ...]:
        return colors_of(self.touch.navigator)(x, y)


@pytest.fixture
def watched(touch: Touchscreen) -> Watched:
    return Watched(touch)


def test_a_hidden_layer_takes_no_framebuffer_and_is_drawn_again_with_its_changes(
    watched: Watched,
) -> None:
    assert watched.color(30, 150) == (255, 0, 0)
    free = len(framebuffer_pool._free)
    watched.layer.set_hidden(hidden=True)
    assert len(framebuffer_pool._free) == free + 1
    watched.paper.fill(BLUE)
    watched.layer.set_hidden(hidden=False)
    assert len(framebuffer_pool._free) == free
    assert watched.color(30, 150) == (0, 0, 255)
    watched.paper.destroy()
    assert watched.color(30, 150) == GROUND


def test_a_layer_is_drawn_again_only_when_something_on_it_changes(watched: Watched) -> None:
    assert watched.drawn == 1
    watched.beside.fill(BLUE)
    assert watched.times() == 0
    watched.paper.fill(BLUE, Box(30, 150, 10, 10))
    assert watched.times() == 1
    assert watched.color(35, 155) == (0, 0, 255)
    assert watched.times() == 0


def test_a_pressed_button_is_shaded_above_its_layer(watched: Watched) -> None:
    assert canvas_and_box_above_layer(watched.button) == (watched.layer.canvas_above, PLACE)
    assert canvas_and_box_above_layer(watched.beside) == (watched.beside.canvas, watched.beside.box)
    before = watched.color(45, 70)
    with watched.touch.held("one"):
        assert watched.times() == 0
        assert watched.color(45, 70) < before
    assert watched.times() == 0
    assert watched.color(45, 70) == before
    with watched.touch.held("one"):
        watched.layer.remove_widget(watched.button)
        assert watched.color(45, 70) == (255, 0, 0)


def test_the_shade_of_a_rotated_button_is_where_the_button_is_drawn(watched: Watched) -> None:
    turned = RotatedView(AREA, Rotation.HALF)
    button = TapButton(Box(0, 0, 100, 50), "turned", lambda: None)
    button.fill(BLUE)
    button.shade_when_pressed()
    turned.add_widget(button)
    watched.layer.add_widget(turned)
    there, beside = watched.color(300, 210), watched.color(30, 30)
    assert there == (0, 0, 255)
    with watched.touch.held("turned"):
        assert watched.color(300, 210) < there
        assert watched.color(30, 30) == beside


def test_a_part_of_a_layer_is_shown_elsewhere_and_nothing_else(watched: Watched) -> None:
    button, paper = watched.color(45, 70), watched.color(30, 150)
    watched.layer.show_part(PLACE, 100, 50)
    assert watched.times() == 0
    assert watched.color(145, 120) == button
    assert watched.color(30, 150) == watched.color(45, 70) == GROUND
    watched.layer.set_hidden(hidden=True)
    watched.layer.set_hidden(hidden=False)
    assert watched.color(145, 120) == button
    watched.layer.show_part(AREA)
    assert (watched.color(45, 70), watched.color(30, 150)) == (button, paper)


def test_a_closed_layer_holds_nothing(watched: Watched) -> None:
    watched.layer.destroy()
    assert watched.layer.children == []
    assert watched.layer.canvas.length() == watched.layer.child_canvas.length() == 0


class Shared:
    """A surface with a shared picture, and how often the picture was drawn."""

    def __init__(self, box: Box = PLACE, name: str = "halves") -> None:
        self.surface = Surface(box)
        self.times = 0
        draw_shared_picture(self.surface, name, self.draw)

    def draw(self) -> None:
        left, right = self.surface.box.split_columns((1, 1), 0)
        for color, half in ((RED, left), (BLUE, right)):
            self.surface.fill(color, half)
            self.surface.write("x", half)
        self.times += 1


def test_surfaces_with_the_same_picture_share_a_texture() -> None:
    cached_layer.drop_shared_pictures()
    first, second = Shared(), Shared()
    assert (first.times, second.times) == (1, 0)
    for surface in (first.surface, second.surface):
        seen = colors_of(surface)
        assert (seen(5, 5), seen(195, 5)) == ((255, 0, 0), (0, 0, 255))
        assert drawn_instructions(surface.canvas) < 6
    assert second.surface.written_texts == first.surface.written_texts != []
    assert Shared(name="others").times == 1
    assert Shared(PLACE.moved(10, 0)).times == 1


def test_a_sprite_that_is_still_to_be_rendered_is_part_of_a_shared_picture() -> None:
    @cached_as_sprite(RED)
    def spot(center, radius):
        draw_disc(center, radius, RED)

    surface = Surface(PLACE)

    def draw() -> None:
        with surface.canvas:
            spot((60, 60), 10)

    sprite_atlas.clear_cache()
    with sprite_atlas.rendering_together():
        draw_shared_picture(surface, "a spot", draw)
    assert colors_of(surface)(20, 20) == (255, 0, 0)
