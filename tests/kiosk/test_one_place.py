"""A finger that taps one place again and again; `one_place` does it at many more moments."""

from pathlib import Path

import pytest

from kiosk.rotation import Rotation
from kiosk.settings import Settings
from tests.kiosk.laid_games import beginning
from tests.kiosk.pages.table.laid_tables import WORKERS, lay_table, state
from tests.kiosk.touch import SIZES, UPRIGHT, Layout, Point, Touchscreen, says
from tests.tools.one_place import Moment, faults_of

CALM = Settings(motion=False)
MOMENTS = {
    "placing": Moment(3, 1, 78, Layout(UPRIGHT[0], Rotation.NONE, large=True), Settings()),
    "rolling": Moment(3, 59, 650, Layout(SIZES[1], Rotation.HALF, large=True), CALM),
    "acting": Moment(4, 7, 876, Layout(SIZES[0], Rotation.NONE, large=False), CALM),
}
PACE = 0.7


@pytest.mark.parametrize("moment", MOMENTS.values(), ids=MOMENTS)
def test_it_decides_once_and_what_it_came_for(moment: Moment, tmp_path: Path) -> None:
    tapped, faults = faults_of(moment, tmp_path, only=13)
    assert tapped
    assert faults == []


@pytest.fixture
def touch(touch: Touchscreen):
    lay_table(touch, beginning(2), WORKERS)
    touch.tap("face.wool")
    return touch


def tap_on(touch: Touchscreen, place: Point, times: int) -> None:
    for _tap in range(times):
        touch.wait(PACE)
        touch.tap_at(place)


def test_to_build_and_the_next_roll_are_not_two_taps_in_one_place_unless_somebody_was_away(touch):
    touch.tap_field(10)
    steps = len(touch.app_state.required_session.steps)
    tap_on(touch, touch.place("build.hut").center, 8)
    assert len(touch.app_state.required_session.steps) == steps + 1
    assert says(touch, "One tap too many.")
    touch.wait(1.2)
    touch.tap_at_once("roll")
    assert len(touch.app_state.required_session.steps) == steps + 2


def test_four_taps_at_three_for_one_take_nothing(touch):
    before = state(touch)
    touch.tap("menu", "menu.hands", f"swap.{before.decider}")
    for key in [tap.key for tap in touch.taps() if tap.key.startswith("give.")]:
        tap_on(touch, touch.place(key).center, 8)
        assert state(touch) == before
