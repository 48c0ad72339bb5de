from pathlib import Path

import pytest

from kiosk.settings import Settings
from tests.kiosk.inspection import faults, ground_faults
from tests.kiosk.laid_games import app_state_with_game, beginning
from tests.kiosk.touch import SIZES, UPRIGHT, Touchscreen


def test_the_time_is_told_only_where_the_table_wants_to_know_it(tmp_path: Path) -> None:
    app_state = app_state_with_game(tmp_path, beginning(2), 30)
    with Touchscreen(tmp_path, app_state=app_state, at="rolls") as touch:
        assert not touch.shows("times")
        app_state.set(Settings(times=True))
        touch.navigator.go("table")
        touch.navigator.go("rolls")
        touch.tap("times")

        assert touch.name == "times"
        assert {"Pim", "Bo", "Longest wait", "under a minute"} <= set(touch.texts())
        touch.tap("back")
        assert touch.name == "rolls"


@pytest.mark.parametrize("size", [*SIZES, *UPRIGHT], ids=str)
@pytest.mark.parametrize("players", [2, 4])
def test_the_time_is_laid_out_well(tmp_path: Path, size, players: int) -> None:
    app_state = app_state_with_game(tmp_path, beginning(players, longest=True), 60)
    with Touchscreen(tmp_path, size, app_state=app_state, at="times") as touch:
        assert faults(touch) == []
        assert ground_faults(touch) == []
