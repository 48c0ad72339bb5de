"""One picture in the place of a drawing, kept for whoever shows the same again."""

from collections.abc import Iterator

import pytest

from kiosk.ui import cached_layer, sprite_atlas
from kiosk.ui.cached_layer import draw_cached
from kiosk.ui.shapes import disc
from kiosk.ui.sprite_atlas import sprite
from kiosk.ui.surface import Box, Surface
from tests.benchmarks.watching import drawn_instructions
from tests.kiosk.touch import the_window

BOX = Box(0, 0, 60, 40)
RED, BLUE = (1, 0, 0), (0, 0, 1)


@pytest.fixture(scope="module", autouse=True)
def window() -> None:
    the_window()


@pytest.fixture(autouse=True)
def nothing_is_kept() -> None:
    cached_layer.forget_cached()


class Halves:
    """A surface that is drawn in two parts, and how often each was drawn."""

    def __init__(self, box: Box = BOX) -> None:
        self.surface = Surface(box)
        self.parts = 0

    def draw(self) -> Iterator[None]:
        left, right = self.surface.box.split((1, 1), 0)
        for color, half in ((RED, left), (BLUE, right)):
            self.surface.fill(color, half)
            self.surface.write("x", half)
            self.parts += 1
            yield

    def steps(self, name: str = "halves") -> Iterator[None]:
        return draw_cached(self.surface, name, self.draw)

    def shown(self, name: str = "halves") -> "Halves":
        for _step in self.steps(name):
            pass
        return self

    def color(self, x: int, y: int) -> tuple[int, ...]:
        self.surface.size = self.surface.box[2:]
        self.surface.pos = self.surface.box[:2]
        texture = self.surface.export_as_image().texture
        first = ((texture.height - 1 - y) * texture.width + x) * 4
        return tuple(texture.pixels[first : first + 3])


def test_a_kept_drawing_that_was_put_off_is_seen_in_the_picture() -> None:
    @sprite(RED)
    def spot(center, radius):
        disc(center, radius, RED)

    halves = Halves()

    def draw() -> Iterator[None]:
        with halves.surface.canvas:
            spot((30, 20), 10)
        yield

    sprite_atlas.forget()
    with sprite_atlas.drawing_together():
        assert list(draw_cached(halves.surface, "a spot", draw)) == [None]
    assert halves.color(30, 20) == (255, 0, 0)


def test_all_parts_are_seen_as_one_rectangle() -> None:
    halves = Halves().shown()
    assert (halves.color(5, 5), halves.color(55, 5)) == ((255, 0, 0), (0, 0, 255))
    assert drawn_instructions(halves.surface.canvas) < 6


def test_nothing_is_shown_before_the_last_step() -> None:
    halves = Halves()
    steps = halves.steps()
    next(steps)
    assert drawn_instructions(halves.surface.canvas) == 1


def test_what_looks_the_same_is_drawn_once() -> None:
    first, second = Halves().shown(), Halves().shown()
    assert (first.parts, second.parts) == (2, 0)
    assert second.color(55, 5) == (0, 0, 255)
    assert second.surface.inscriptions == first.surface.inscriptions != []


def test_what_has_another_name_or_place_is_drawn_anew() -> None:
    Halves().shown()
    assert Halves().shown("others").parts == 2
    assert Halves(BOX.moved(10, 0)).shown().parts == 2
