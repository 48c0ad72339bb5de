"""Recorded games of two, three and four through the screen: the lamps are right at every step."""

import pytest

from companion.memory.record import write_record
from hardware.lamps import DIE_LAMPS, Lamp
from tests.companion.playthrough import FOLDER, extract, steps
from tests.kiosk.game_with_panel import PanelRobot, play_with_panel
from tests.kiosk.laid_games import beginning, desk_with_game
from tests.kiosk.robot import RobotError
from tests.kiosk.touch import SIZES
from tests.kiosk.touch_with_panel import PanelTouchscreen


def recorded(name: str) -> bytes:
    """The decisions of a playthrough that were carried out, as a game record."""
    script = extract((FOLDER / f"{name}.txt").read_text(encoding="utf-8"))
    commands = [step.command for step in steps(script) if step.command is not None]
    return write_record(script.setup, commands)


@pytest.mark.parametrize(
    ("name", "size"),
    [
        ("two-players-build-everything", SIZES[0]),
        ("hoarders-won-by-chips", SIZES[1]),
        ("four-players-share-the-victory", SIZES[2]),
    ],
)
def test_at_every_step_of_a_recorded_game_the_lamps_are_right(tmp_path, name, size):
    played = play_with_panel(recorded(name), tmp_path, size)
    assert played.presses > 5
    assert "1 die, 1 steady, 1 blinking" in played.sights, "somebody was asked beside the player"
    assert played.winners


def test_a_lamp_that_is_wrong_is_found(tmp_path):
    desk = desk_with_game(tmp_path, beginning(2), 20)
    with PanelTouchscreen(tmp_path, desk=desk) as touch:
        touch.stage.go("table")
        robot = PanelRobot(touch, desk.session.state)
        steady, _blinking = touch.looks()
        robot.face = next((lamp for lamp in DIE_LAMPS if lamp in steady), None)
        touch.link.switch(frozenset(steady | {Lamp.PURPLE, Lamp.BLUE}))
        with pytest.raises(RobotError, match="now the lamps should be"):
            robot.compare_lamps("now")
