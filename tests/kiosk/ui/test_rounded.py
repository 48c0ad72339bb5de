import pytest

from kiosk.navigator import Page
from kiosk.ui import theme
from kiosk.ui.surface import Box, Surface
from tests.kiosk.touch import Touchscreen

WHITE = (1.0, 1.0, 1.0)
GROUND = round(sum(theme.GROUND) * 255)


@pytest.fixture
def touch(touch: Touchscreen) -> Touchscreen:
    touch.navigator.page = Page(touch.navigator)
    touch.navigator.add_widget(touch.navigator.page)
    return touch


def lights(touch: Touchscreen, box: Box, radius: float, *points: tuple[int, int]) -> list[int]:
    surface = Surface(box)
    surface.fill(WHITE, radius=radius)
    touch.page.add_widget(surface)
    texture = touch.navigator.export_as_image().texture
    pixels = texture.pixels
    starts = [4 * ((texture.height - 1 - y) * texture.width + x) for x, y in points]
    return [sum(pixels[start : start + 3]) for start in starts]


def test_a_box_reaches_its_edges_and_no_further(touch: Touchscreen) -> None:
    box = Box(20, 20, 100, 60)
    inside = [(20, 50), (119, 50), (70, 20), (70, 79), (70, 50)]
    outside = [(19, 50), (120, 50), (70, 19), (70, 80)]
    assert lights(touch, box, 10, *inside) == [3 * 255] * 5
    assert lights(touch, box, 10, *outside) == [GROUND] * 4


def test_its_corners_are_round_and_smooth(touch: Touchscreen) -> None:
    corner, edge, middle = lights(touch, Box(20, 20, 100, 60), 10, (20, 20), (22, 23), (24, 24))
    assert corner == GROUND
    assert GROUND < edge < 3 * 255
    assert middle == 3 * 255


def test_no_corner_is_larger_than_half_the_box(touch: Touchscreen) -> None:
    corner, left, middle = lights(touch, Box(20, 20, 21, 60), 40, (20, 20), (20, 50), (30, 50))
    assert corner == GROUND
    assert left == middle == 3 * 255


def test_an_edge_between_two_pixels_is_shared_by_them(touch: Touchscreen) -> None:
    (shared,) = lights(touch, Box(20.5, 20, 100, 60), 10, (20, 50))
    assert GROUND < shared < 3 * 255
