"""The parts of a tray have places of their own in every layout."""

from itertools import combinations

import pytest

from kiosk.pages.table.places import places
from kiosk.pieces.tray import tray_layout
from kiosk.ui.surface import Box
from tests.kiosk.touch import SIZES, UPRIGHT, Size


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("size", [*SIZES, *UPRIGHT], ids=str)
def test_no_part_of_a_tray_covers_another_or_leaves_the_tray(size: Size, players: int) -> None:
    for tray in places(Box(0, 0, *size), players).trays:
        for box in (tray, tray._replace(width=tray.height, height=tray.width)):
            layout = tray_layout(box, 188)
            # Letters may reach two pixels beyond their box.
            assert not covered(layout.name.inset(-2.5, 0), layout.eye)
            head, *parts, body = layout
            for one, other in combinations((*parts, body), 2):
                assert covered(one, other) < 1, (one, other)
            for part in parts:
                assert covered(part, head) == pytest.approx(part.width * part.height, abs=1)
            assert covered(head, box) == pytest.approx(head.width * head.height, abs=1)


def covered(one: Box, other: Box) -> float:
    """Return the area in pixels that two boxes share."""
    width = min(one.right, other.right) - max(one.x, other.x)
    height = min(one.top, other.top) - max(one.y, other.y)
    return max(0.0, width) * max(0.0, height)
