"""The parts of a tray have places of their own in every layout."""

from collections.abc import Iterator
from itertools import combinations

import pytest
from kivy.metrics import Metrics, dp

from kiosk.pages.table.layout import table_layout
from kiosk.pieces.tray import tray_layout
from kiosk.ui import theme
from kiosk.ui.surface import Box
from tests.kiosk.touch import SIZES, UPRIGHT, Size


@pytest.fixture(params=[*SIZES, *UPRIGHT], ids=str)
def size(request: pytest.FixtureRequest) -> Iterator[Size]:
    before = Metrics.density
    Metrics.density = theme.pixels_per_dp(*request.param)
    yield request.param
    Metrics.density = before


@pytest.fixture(params=[1.0, theme.LARGE_LETTERS], ids=["usual", "large"])
def _letters(request: pytest.FixtureRequest) -> Iterator[None]:
    before = Metrics.fontscale
    Metrics.fontscale = request.param
    yield
    Metrics.fontscale = before


@pytest.mark.usefixtures("_letters")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_no_part_of_a_tray_covers_another_or_leaves_the_tray(size: Size, players: int) -> None:
    for tray in table_layout(Box(0, 0, *size), players).trays:
        for box in (tray, tray._replace(width=tray.height, height=tray.width)):
            layout = tray_layout(box, 188)
            # Letters may reach two pixels beyond their box.
            assert not covered(layout.name.inset(-2.5, 0), layout.eye)
            head, *parts, body = layout
            for one, other in combinations((*parts, body), 2):
                assert covered(one, other) < 1, (one, other)
            assert layout.eye.width > dp(9), "it can be seen"
            for part in parts:
                assert covered(part, head) == pytest.approx(part.width * part.height, abs=1)
            assert covered(head, box) == pytest.approx(head.width * head.height, abs=1)


def covered(one: Box, other: Box) -> float:
    """Return the area in pixels that two boxes share."""
    width = min(one.right, other.right) - max(one.x, other.x)
    height = min(one.top, other.top) - max(one.y, other.y)
    return max(0.0, width) * max(0.0, height)
