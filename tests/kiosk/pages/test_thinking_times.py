from pathlib import Path

import pytest

from kiosk import routes
from kiosk.pages.thinking_times import minutes_text
from kiosk.settings import Settings
from tests.kiosk.laid_games import app_state_with_game, beginning
from tests.kiosk.touch import Touchscreen


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0, "under a minute"),
        (29, "under a minute"),
        (31, "1 minute"),
        (89, "1 minute"),
        (91, "2 minutes"),
        (150, "3 minutes"),
        (4000, "67 minutes"),
    ],
)
def test_time_is_told_in_whole_minutes(seconds: float, text: str) -> None:
    assert minutes_text(seconds) == text


def test_the_time_is_told_only_where_the_table_wants_to_know_it(tmp_path: Path) -> None:
    app_state = app_state_with_game(tmp_path, beginning(2), 30)
    with Touchscreen(tmp_path, app_state=app_state, at="die_rolls") as touch:
        assert not touch.shows("times")
        app_state.set_settings(Settings(times=True))
        touch.navigator.go(routes.Table())
        touch.navigator.go(routes.DieRolls())
        touch.tap("times")

        assert touch.name == "thinking_times"
        assert {"Pim", "Bo", "Longest wait", "under a minute"} <= set(touch.texts())
        touch.tap("back")
        assert touch.name == "die_rolls"
