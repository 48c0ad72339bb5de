"""A walk over every screen in every size: no text is cut, no target too small, all of it readable.

What a screen can show beyond this walk is looked at in the tests of that screen.
"""

from pathlib import Path

import pytest

from kiosk.settings import Settings
from tests.kiosk.all_pages import all_pages
from tests.kiosk.inspection import ground_faults
from tests.kiosk.touch import SIZES, SQUARER, UPRIGHT, Size, Touchscreen
from tests.kiosk.walk import Walk, lay_learnt_boards, walk_over_all

TABLES = {
    "two": (2, False, Settings(motion=False)),
    "three": (3, True, Settings(motion=False, app_die=False)),
    "large": (4, True, Settings(motion=False, open_chips=True, large_letters=True)),
    "four": (4, True, Settings(motion=False, open_chips=True)),
}
"""How many play, whether their names have 40 characters, and what the table has set.

Four fill a screen most and are shown in every size; the smallest ones have the least room, with
large letters less than all others.
"""


class ReadingWalk(Walk):
    """Looks at the picture itself: whether every text stands on the colour that it counts on."""

    def _faults(self) -> list[str]:
        return ground_faults(self.touch)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A data folder with learnt boards."""
    lay_learnt_boards(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("table", "size"),
    [
        ("two", SIZES[0]),
        ("three", SIZES[0]),
        *(("four", size) for size in (*SIZES, *UPRIGHT)),
        *(("large", size) for size in (SIZES[0], UPRIGHT[0], SQUARER[1])),
        *(("four", size) for size in SQUARER if size in ((800, 600), (600, 800))),
    ],
    ids=lambda value: value if isinstance(value, str) else "x".join(map(str, value)),
)
def test_every_screen_fits_and_can_be_read_and_tapped(table: str, size: Size, folder: Path) -> None:
    players, longest, settings = TABLES[table]
    with Touchscreen(folder, size) as touch:
        touch.app_state.set(settings)
        walk = Walk(touch)
        walk_over_all(walk, players, longest=longest)

        assert walk.found == []
        assert walk.seen == all_pages()
        assert walk.looks > 100


def test_every_text_stands_on_the_colour_that_its_contrast_is_measured_on(folder: Path) -> None:
    with Touchscreen(folder, SIZES[0]) as touch:
        touch.app_state.set(Settings(motion=False, open_chips=True))
        walk = ReadingWalk(touch)
        walk_over_all(walk, 4, longest=False)

        assert walk.found == []
