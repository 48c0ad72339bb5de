"""A recorded game through the screen: the lamps are right at every step."""

import pytest

from hardware.lamps import DIE_LAMPS, Lamp
from kiosk import routes
from tests.kiosk.game_with_panel import PanelRobot, play_with_panel
from tests.kiosk.laid_games import app_state_with_game, beginning
from tests.kiosk.recorded_games import record_of
from tests.kiosk.robot import RobotError
from tests.kiosk.touch import SIZES
from tests.kiosk.touch_with_panel import PanelTouchscreen


def test_a_whole_game_comes_out_the_same_and_at_every_step_the_lamps_are_right(tmp_path):
    played = play_with_panel(record_of(3), tmp_path, SIZES[1])
    assert played.commands > 100
    assert played.presses > 5
    assert "1 die, 1 steady, 1 blinking" in played.sights, "somebody was asked beside the player"
    assert played.winners


def test_a_lamp_that_is_wrong_is_found(tmp_path):
    app_state = app_state_with_game(tmp_path, beginning(2), 20)
    with PanelTouchscreen(tmp_path, app_state=app_state) as touch:
        touch.navigator.go(routes.Table())
        robot = PanelRobot(touch, app_state.session.state)
        steady, _blinking = touch.looks()
        robot.face = next((lamp for lamp in DIE_LAMPS if lamp in steady), None)
        touch.link.switch(frozenset(steady | {Lamp.PURPLE, Lamp.BLUE}))
        with pytest.raises(RobotError, match="now the lamps should be"):
            robot.compare_lamps("now")
