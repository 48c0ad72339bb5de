import pytest

from kiosk.ui import cached_layer, sprite_atlas
from kiosk.ui.cached_layer import draw_shared_picture
from kiosk.ui.shapes import disc
from kiosk.ui.sprite_atlas import cached_sprite
from kiosk.ui.surface import Box, Surface
from tests.benchmarks.watching import drawn_instructions

BOX = Box(0, 0, 60, 40)
RED, BLUE = (1, 0, 0), (0, 0, 1)


@pytest.fixture(autouse=True)
def nothing_is_kept() -> None:
    cached_layer.drop_shared_pictures()


class Halves:
    """A surface with two colours, and how often it was drawn."""

    def __init__(self, box: Box = BOX, name: str = "halves") -> None:
        self.surface = Surface(box)
        self.times = 0
        draw_shared_picture(self.surface, name, self.draw)

    def draw(self) -> None:
        left, right = self.surface.box.split((1, 1), 0)
        for color, half in ((RED, left), (BLUE, right)):
            self.surface.fill(color, half)
            self.surface.write("x", half)
        self.times += 1


def color(surface: Surface, x: int, y: int) -> tuple[int, ...]:
    surface.size, surface.pos = surface.box[2:], surface.box[:2]
    texture = surface.export_as_image().texture
    first = ((texture.height - 1 - y) * texture.width + x) * 4
    return tuple(texture.pixels[first : first + 3])


def test_a_kept_drawing_that_was_put_off_is_seen_in_the_picture() -> None:
    @cached_sprite(RED)
    def spot(center, radius):
        disc(center, radius, RED)

    surface = Surface(BOX)

    def draw() -> None:
        with surface.canvas:
            spot((30, 20), 10)

    sprite_atlas.clear_cache()
    with sprite_atlas.rendering_together():
        draw_shared_picture(surface, "a spot", draw)
    assert color(surface, 30, 20) == (255, 0, 0)


def test_what_looks_the_same_is_drawn_once_and_shown_as_one_rectangle() -> None:
    first, second = Halves(), Halves()
    assert (first.times, second.times) == (1, 0)
    for halves in (first, second):
        assert color(halves.surface, 5, 5) == (255, 0, 0)
        assert color(halves.surface, 55, 5) == (0, 0, 255)
        assert drawn_instructions(halves.surface.canvas) < 6
    assert second.surface.inscriptions == first.surface.inscriptions != []


def test_what_has_another_name_or_place_is_drawn_anew() -> None:
    Halves()
    assert Halves(name="others").times == 1
    assert Halves(BOX.moved(10, 0)).times == 1
