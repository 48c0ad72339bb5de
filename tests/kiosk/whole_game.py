"""A whole game through the screen: from the start page to the exported record, by touches."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from msgspec.structs import replace

from companion.commands import Command
from companion.memory.record import encode_record
from companion.rules.setup import Setup, initial_state
from kiosk import routes
from kiosk.rotation import Rotation
from tests.kiosk.records import as_tapped, difference, errand, exported, lay_board
from tests.kiosk.robot import Robot, RobotError, asked_at, card_side
from tests.kiosk.robot_setup import begin, play_calmly
from tests.kiosk.touch import Size, Touchscreen


def play_whole_game(
    record: bytes,
    folder: Path,
    size: Size,
    rotation: Rotation = Rotation.NONE,
    *,
    seated: bool = False,
    large_letters: bool = False,
    look: Callable[[Touchscreen], object] = lambda _touch: None,
) -> bytes:
    """Play a record in a data folder; return the record that the app exports.

    If `seated`, each player sits at another side. `look` is called after each command. Raises
    RobotError if the screen or the exported game differs.
    """
    setup, given = errand(record, folder)
    commands = as_tapped(setup, given)
    lay_board(setup, folder)
    with Touchscreen(folder, size, rotation=rotation) as touch:
        for _command in play_on(touch, setup, commands, large_letters=large_letters):
            if seated:
                _turn_to_the_decider(touch)
            look(touch)
    played = exported(folder)
    other = difference(encode_record(setup, commands), setup, played)
    if other is not None:
        raise RobotError(f"the exported game is another: {other}")
    return played


def _turn_to_the_decider(touch: Touchscreen) -> None:
    session = touch.app_state.session
    if session is None or session.state.decider is None:
        return
    if not touch.app_state.settings.sides:
        sides = tuple(zip(session.state.colors, Rotation, strict=False))
        touch.app_state.set_settings(replace(touch.app_state.settings, sides=sides))
        touch.navigator.go(routes.Table())
    asked = asked_at(touch)
    if asked is None or asked.color is None:
        return
    side = touch.app_state.settings.rotation_towards(asked.color)
    if card_side(touch) is not side:
        raise RobotError(f"the card does not face {asked.color}")


def play_on(
    touch: Touchscreen, setup: Setup, commands: Sequence[Command], *, large_letters: bool = False
) -> Iterator[Command]:
    """Play a game from the start page; yield after each command. Raises RobotError."""
    touch.navigator.go(routes.Start())
    play_calmly(touch, large_letters=large_letters)
    begin(touch, setup)
    robot = Robot(touch, initial_state(setup))
    robot.compare()
    for command in commands:
        robot.play(command)
        yield command
