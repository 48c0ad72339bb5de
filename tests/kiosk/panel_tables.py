"""Tables with a panel, for tests of its button and lamps."""

from pathlib import Path

from companion.commands import Roll
from companion.game import state_after_command
from companion.pieces import Face
from companion.rules.setup import initial_state
from companion.state import GameState, Phase
from hardware.lamps import DIE_LAMPS, Lamp
from kiosk.app_state import AppState
from kiosk.settings import Settings
from tests.companion.playing import commands
from tests.kiosk.laid_games import app_state_with_game, beginning
from tests.kiosk.touch import FRAME
from tests.kiosk.touch_with_panel import PanelTouchscreen

CALM = Settings(motion=False)
DIE = set(DIE_LAMPS)


def steps_until(phase: Phase, at_least: int = 12, *, of_another: bool = False) -> int:
    """Return after how many commands of the game for three a phase begins, maybe `of_another`."""
    setup = beginning(3)
    state = initial_state(setup)
    for number, command in enumerate(commands(setup, 2000), start=1):
        state = state_after_command(state, command)
        here = state.phase is phase and (not of_another or state.decider != state.active)
        if here and number >= at_least:
            return number
    raise AssertionError(f"this game has no {phase}")


def app_state_at(folder: Path, phase: Phase, settings: Settings = CALM) -> AppState:
    app_state = app_state_with_game(folder, beginning(3), steps_until(phase))
    app_state.settings = settings
    return app_state


def rolls(touch: PanelTouchscreen) -> list[Face]:
    return [
        step.command.face for step in touch.app_state.session.steps if type(step.command) is Roll
    ]


def turn_lamp(touch: PanelTouchscreen) -> Lamp:
    return Lamp(touch.app_state.session.state.active)


def film(touch: PanelTouchscreen, seconds: float) -> list[set[Lamp]]:
    seen = [touch.lit() & DIE]
    for _frame in range(round(seconds / FRAME)):
        touch.wait(FRAME)
        if touch.lit() & DIE != seen[-1]:
            seen.append(touch.lit() & DIE)
    return seen


def expected(state: GameState, face: Face | None) -> tuple[set[Lamp], set[Lamp]]:
    if state.winners is not None:
        return {Lamp(color) for color in state.winners}, set()
    steady = {Lamp(one) for one in (state.active, face) if one is not None}
    others = {Lamp(color) for color in state.deciders if color != state.active}
    return steady - others, others
