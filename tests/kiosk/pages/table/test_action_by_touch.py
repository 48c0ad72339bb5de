"""Part 2 of a turn under a finger: no tap comes too early."""

from pathlib import Path

from companion.commands import BuildTemple
from companion.pieces import Chips
from tests.kiosk.inspection import every_size
from tests.kiosk.laid_games import beginning
from tests.kiosk.pages.table.laid_tables import lay_table, state
from tests.kiosk.touch import Size, Touchscreen, says

FIELD = 10
"""Its icons are wool and stone."""
ICONS = Chips(wool=1, stone=1)


def begin(touch: Touchscreen) -> None:
    """A game of two whose workers stand; the purple player rolls."""
    lay_table(touch, beginning(2))


@every_size
def test_a_temple_is_built_by_a_second_tap_after_its_sum(tmp_path: Path, size: Size) -> None:
    with Touchscreen(tmp_path, size) as touch:
        begin(touch)
        touch.tap("face.wood")
        touch.tap("aim.temple")
        touch.tap_field(FIELD)
        there = touch.board.field_center(FIELD)
        for _tap in range(3):
            touch.slide([there])
            assert says(touch, "Temple:")
            assert state(touch).temples_left(state(touch).decider) == 2
        touch.tap("build.temple")
        built = touch.app_state.session.steps[-1].command
        assert built == BuildTemple(by=built.by, field=FIELD, pay=ICONS)
