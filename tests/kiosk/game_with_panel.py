"""A whole game through the screen and the drawn panel: all ten lamps are right at every step."""

from pathlib import Path
from typing import NamedTuple

from companion.commands import Command, Roll
from companion.memory.record import write_record
from companion.pieces import Color, Face
from companion.rules.setup import initial_state
from companion.state import GameState, Phase
from hardware.lamps import DIE_LAMPS
from kiosk import routes
from kiosk.app_state import AppState
from tests.kiosk.panel_tables import expected
from tests.kiosk.records import as_tapped, difference, errand, exported, lay_board
from tests.kiosk.robot import Robot, RobotError
from tests.kiosk.robot_setup import begin
from tests.kiosk.touch import Size
from tests.kiosk.touch_with_panel import PanelTouchscreen


class Played(NamedTuple):
    """What came of a game: the record that the app exports, and what was done and seen."""

    record: bytes
    commands: int
    presses: int
    sights: frozenset[str]
    winners: tuple[Color, ...]


class AppStateWithKnownDie(AppState):
    """An app state on which the app's die falls as the record tells."""

    face: Face

    def roll(self) -> Face:
        return self.face


class PanelRobot(Robot):
    """Rolls with the panel's button, the screen's button and the wooden die in turns."""

    def __init__(self, touch: PanelTouchscreen, state: GameState) -> None:
        super().__init__(touch, state)
        self.panel_touch = touch
        self.face: Face | None = None
        self.rolls = 0
        self.presses = 0
        self.sights: set[str] = set()

    def play(self, command: Command) -> None:
        """Carry out one command, then look at the lamps. Raises RobotError where one is wrong."""
        turn = self.state.turn
        super().play(command)
        if self.state.phase in (Phase.PLACING, Phase.ROLL) or self.state.turn != turn:
            self.face = None
        if isinstance(command, Roll):
            self.face = command.face
        self.compare_lamps(f"after {command}")

    def compare_lamps(self, when: str) -> None:
        """Look at the lamps for a whole blink."""
        seen = self.panel_touch.looks()
        wanted = expected(self.state, self.face)
        if seen != wanted:
            raise RobotError(f"{when} the lamps should be {wanted} and are {seen}")
        steady, blinking = seen
        dice = len(steady & set(DIE_LAMPS))
        self.sights.add(f"{dice} die, {len(steady) - dice} steady, {len(blinking)} blinking")

    def _carry_out(self, command: Command) -> None:
        if not isinstance(command, Roll):
            super()._carry_out(command)
            return
        self.rolls += 1
        self._set_die(command.face)
        if self.rolls % 3 == 0:
            super()._carry_out(command)
        elif self.rolls % 3 == 1:
            self.presses += 1
            self.panel_touch.press()
        else:
            self.tap("roll")

    def _set_die(self, face: Face) -> None:
        app_state = self.touch.app_state
        if not isinstance(app_state, AppStateWithKnownDie):
            raise TypeError("a recorded game needs a die that falls as recorded")
        app_state.face = face


def play_with_panel(record: bytes, folder: Path, size: Size) -> Played:
    """Play a record in a data folder and look at the lamps after each command.

    Raises RobotError where the screen or a lamp does otherwise, and where the exported game is
    another than the one given.
    """
    setup, given = errand(record, folder)
    commands = as_tapped(setup, given)
    lay_board(setup, folder)
    app_state = AppStateWithKnownDie(folder)
    with PanelTouchscreen(folder, size, app_state=app_state) as touch:
        touch.navigator.go(routes.Start())
        for key in ("settings", "setting.motion.off", "back"):
            touch.tap(key)
        begin(touch, setup)
        robot = PanelRobot(touch, initial_state(setup))
        robot.compare_lamps("at the beginning")
        for command in commands:
            robot.play(command)
    played = exported(folder)
    other = difference(write_record(setup, commands), setup, played)
    if other is not None:
        raise RobotError(f"the exported game is another: {other}")
    return Played(
        played, len(commands), robot.presses, frozenset(robot.sights), robot.state.winners or ()
    )
