"""A whole game through the screen: from the start screen to the exported record, by touches."""

from pathlib import Path

from companion.game import start
from tests.kiosk.records import difference, errand, exported, lay_board
from tests.kiosk.robot import Robot, RobotError
from tests.kiosk.robot_setup import begin, play_calmly
from tests.kiosk.touch import Size, Touchscreen


def play_whole_game(record: bytes, folder: Path, size: Size, shots: Path | None = None) -> bytes:
    """Play a record in a data folder; returns the record that the app exports.

    With `shots` a picture is kept there after each command. Raises RobotError where the screen
    does otherwise, and where the exported game is another than the one given.
    """
    setup, commands = errand(record, folder)
    lay_board(setup, folder)
    with Touchscreen(folder, size) as touch:
        touch.stage.go("start")
        play_calmly(touch)
        begin(touch, setup)
        robot = Robot(touch, start(setup))
        robot.compare()
        for number, command in enumerate(commands, start=1):
            robot.play(command)
            if shots is not None:
                touch.shot(shots / f"{number:05}-{touch.name}.png")
    played = exported(folder)
    other = difference(record, setup, played)
    if other is not None:
        raise RobotError(f"the exported game is another: {other}")
    return played
