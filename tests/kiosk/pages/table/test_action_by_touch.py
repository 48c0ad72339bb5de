"""Part 2 of a turn under a finger: how many taps it takes, and that none comes too early."""

from pathlib import Path

from companion.commands import BuildHut, BuildTemple
from companion.pieces import STACK_LIMIT, Chips, Material
from tests.kiosk.inspection import every_size
from tests.kiosk.laid_games import beginning
from tests.kiosk.pages.table.laid_tables import lay_table, state
from tests.kiosk.touch import Size, Touchscreen, says

FIELD = 10
"""Its icons are wool and stone."""
ICONS = Chips(wool=1, stone=1)
BUILD_A_HUT = 3
"""So many taps a turn takes that builds: the die, the field, the hut."""
MOVE_A_WORKER = 3
"""So many a turn that moves a worker of whom only one can be meant: the die, from, to."""


def begin(touch: Touchscreen) -> None:
    """A game of two whose workers stand; the purple player rolls."""
    lay_table(touch, beginning(2))


def test_a_hut_is_built_with_three_taps_a_turn(tmp_path: Path) -> None:
    with Touchscreen(tmp_path) as touch:
        begin(touch)
        taps = (
            lambda: touch.tap("face.wood"),
            lambda: touch.tap_field(FIELD),
            lambda: touch.tap("build.hut"),
        )
        assert len(taps) == BUILD_A_HUT
        for tap in taps:
            tap()
        built = touch.app_state.session.steps[-1].command
        assert built == BuildHut(by=built.by, field=FIELD, pay=ICONS)


def test_a_worker_moves_with_three_taps_a_turn(tmp_path: Path) -> None:
    with Touchscreen(tmp_path) as touch:
        begin(touch)
        mine = state(touch).decider
        source = next(one for one in Material if state(touch).stack(one).count(mine) == 1)
        target = next(one for one in Material if len(state(touch).stack(one)) < STACK_LIMIT)
        taps = (
            lambda: touch.tap("face.wool"),
            lambda: touch.tap_plain(source),
            lambda: touch.tap(f"to.{target}"),
        )
        assert len(taps) == MOVE_A_WORKER
        for tap in taps:
            tap()
        moved = touch.app_state.session.steps[-1].command
        assert (moved.by, moved.source, moved.target) == (mine, source, target)


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
