import pytest

from companion.game import play, start
from companion.pieces import Color, Face
from companion.state import GameState, Phase
from hardware.button import PressKind
from hardware.lamps import DIE_LAMPS, TURN_LAMPS, Lamp, Look
from kiosk.panel_bridge import DARK, lamps_for, means_roll
from tests.companion.playing import commands, four_players, two_players
from tests.companion.positions import BLUE, GREEN, RED, position


def looks(state: GameState, face: Face | None = None) -> dict[Lamp, Look]:
    shown = lamps_for(state, face)
    return {lamp: shown.look(lamp) for lamp in Lamp if shown.look(lamp) is not Look.DARK}


def test_the_active_player_is_steady_and_the_face_stays_lit() -> None:
    state = position(BLUE, GREEN, RED, phase=Phase.ACTION)

    assert looks(state, Face.PLUS) == {Lamp.BLUE: Look.STEADY, Lamp.PLUS: Look.STEADY}


def test_another_player_who_must_decide_blinks_slowly_beside_the_active_one() -> None:
    state = position(
        BLUE,
        GREEN,
        RED,
        phase=Phase.OFFERING,
        decider=RED,
        huts={RED: (20,)},
        druid=20,
        visits=(20,),
    )

    assert looks(state, Face.WOOD) == {
        Lamp.BLUE: Look.STEADY,
        Lamp.WOOD: Look.STEADY,
        Lamp.RED: Look.SLOW_BLINK,
    }


@pytest.mark.parametrize("beginning", [two_players(), four_players()])
def test_at_every_state_of_a_game_the_lamps_tell_who_is_active_and_who_decides(beginning) -> None:
    state = start(beginning)
    for command in commands(beginning, 400, seed=5):
        state = play(state, command)
        shown = lamps_for(state, None)
        lit = {lamp: shown.look(lamp) for lamp in TURN_LAMPS}
        assert lit == {Lamp(color): _expected(state, color) for color in Color}
        assert all(shown.look(lamp) is Look.DARK for lamp in DIE_LAMPS)


def _expected(state: GameState, color: Color) -> Look:
    if state.winners is not None:
        return Look.STEADY if color in state.winners else Look.DARK
    if color == state.active:
        return Look.STEADY
    return Look.SLOW_BLINK if color == state.decider else Look.DARK


def test_a_press_rolls_only_when_the_roll_is_asked() -> None:
    assert means_roll(PressKind.PRESSED, roll_is_asked=True)
    assert not means_roll(PressKind.PRESSED, roll_is_asked=False)


def test_a_hold_is_the_panels_own_and_rolls_nothing() -> None:
    assert not means_roll(PressKind.HELD, roll_is_asked=True)


def test_without_a_game_all_lamps_are_dark() -> None:
    assert {DARK.look(lamp) for lamp in Lamp} == {Look.DARK}
