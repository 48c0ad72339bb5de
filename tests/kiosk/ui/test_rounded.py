from kiosk.ui import theme
from kiosk.ui.surface import Box, Surface
from tests.kiosk.picture_of import colors_of

WHITE = 3 * 255
GROUND = round(sum(theme.GROUND) * 255)


def lights(box: Box, radius: float, *points: tuple[int, int]) -> list[int]:
    paper = Surface(Box(0, 0, 140, 100))
    paper.fill(theme.GROUND)
    paper.fill((1.0, 1.0, 1.0), box, radius)
    color_at = colors_of(paper)
    return [sum(color_at(*point)) for point in points]


def test_a_box_reaches_its_edges_and_no_further() -> None:
    inside = [(20, 50), (119, 50), (70, 20), (70, 79), (70, 50)]
    outside = [(19, 50), (120, 50), (70, 19), (70, 80)]
    assert lights(Box(20, 20, 100, 60), 10, *inside, *outside) == [WHITE] * 5 + [GROUND] * 4


def test_its_corners_are_round_and_smooth() -> None:
    corner, edge, middle = lights(Box(20, 20, 100, 60), 10, (20, 20), (22, 23), (24, 24))
    assert (corner, middle) == (GROUND, WHITE)
    assert GROUND < edge < WHITE


def test_no_corner_is_larger_than_half_the_box() -> None:
    found = lights(Box(20, 20, 21, 60), 40, (20, 20), (20, 50), (30, 50))
    assert found == [GROUND, WHITE, WHITE]


def test_an_edge_between_two_pixels_is_shared_by_them() -> None:
    (shared,) = lights(Box(20.5, 20, 100, 60), 10, (20, 50))
    assert GROUND < shared < WHITE
