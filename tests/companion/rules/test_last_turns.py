"""When the last turns begin, and when a correction begins them or takes them back (end.trigger)."""

import pytest

from companion import commands as do
from companion.events import Corrected, FinaleBegun, LastTurnsTakenBack, TurnStarted
from companion.game import decide, legal_commands
from companion.pieces import BuildingKind, Color, Face
from companion.state import Building, Finale, GameState, Phase
from tests.companion.positions import BLUE, GREEN, RED, STONE, WOOD, played, position, ring

SEVEN = (1, 3, 5, 7, 9, 11, 13)
"""All of blue's huts but one."""
LAST = 15
MOVE = do.MoveWorker(by=BLUE, source=WOOD, level=1, target=STONE)


def almost_done(**laid) -> GameState:
    """Blue lacks one hut and has the turn."""
    usual = {
        "board": ring(32),
        "huts": {BLUE: SEVEN},
        "temples": {BLUE: (20, 22)},
        "stacks": {WOOD: (BLUE,)},
        "druid": 1,
    }
    return position(BLUE, GREEN, RED, **(usual | laid))


def put_up(state: GameState, *fields: int, owner: Color = BLUE) -> GameState:
    """The table says that huts of a player stand there."""
    return set_right(
        state, *(do.SetField(field, Building(BuildingKind.HUT, owner)) for field in fields)
    )


def taken_down(state: GameState, *fields: int) -> GameState:
    """The table says that nothing stands there."""
    return set_right(state, *(do.SetField(field, None) for field in fields))


def set_right(state: GameState, *changes: do.Change) -> GameState:
    return played(state, do.Correct(changes=changes, why="as it stands"))


def one_turn(state: GameState) -> GameState:
    """The active player rolls if that is still to come, moves a worker and builds nothing."""
    if state.phase is Phase.ROLL:
        state = played(state, do.Roll(by=state.active, face=Face.WOOL))
    return played(
        state, next(move for move in legal_commands(state) if isinstance(move, do.MoveWorker))
    )


def turns_until_the_circuit(state: GameState) -> list[Color]:
    """Who still has a turn, the present one included."""
    turns = []
    while state.finale is not Finale.CIRCUIT:
        turns.append(state.active)
        state = one_turn(state)
    return turns


def test_end_trigger__a_correction_that_puts_up_the_last_building_begins_nothing_at_once():
    state = put_up(almost_done(), LAST)
    assert state.huts_left(BLUE) == state.temples_left(BLUE) == 0
    assert (state.finale, state.finisher, state.active) == (None, None, BLUE)


def test_end_trigger__the_turn_then_ends_with_the_last_turns_whatever_was_done_in_it():
    events = decide(put_up(almost_done(), LAST), MOVE)
    assert events[-2:] == (FinaleBegun(Finale.LAST_TURNS, BLUE), TurnStarted(GREEN, 8))


@pytest.mark.parametrize(
    ("active", "turns"), [(GREEN, [GREEN, RED]), (RED, [RED]), (BLUE, [BLUE, GREEN, RED])]
)
def test_end_trigger__the_circuit_begins_when_the_turn_would_pass_to_whom_it_finished(
    active: Color, turns: list[Color]
):
    state = put_up(almost_done(active=active, phase=Phase.ROLL), LAST)
    assert turns_until_the_circuit(state) == turns


def test_end_trigger__the_active_player_comes_first_where_several_have_finished():
    state = almost_done(
        huts={BLUE: SEVEN, RED: (2, 4, 6, 8, 10, 12, 14, 16)},
        temples={BLUE: (20, 22), RED: (24, 26)},
    )
    after = played(put_up(state, LAST), MOVE)
    assert (after.finale, after.finisher) == (Finale.LAST_TURNS, BLUE)


@pytest.mark.parametrize(("active", "finisher"), [(BLUE, GREEN), (GREEN, GREEN), (RED, RED)])
def test_end_trigger__then_the_next_one_clockwise(active: Color, finisher: Color):
    state = position(
        BLUE,
        GREEN,
        RED,
        board=ring(32),
        active=active,
        phase=Phase.ROLL,
        huts={GREEN: SEVEN, RED: (2, 4, 6, 8, 10, 12, 14, 16)},
        temples={GREEN: (20, 22), RED: (24, 26)},
        druid=1,
    )
    after = one_turn(put_up(state, LAST, owner=GREEN))
    assert after.finisher == finisher


def in_the_last_turns(**laid) -> GameState:
    """Blue has finished; green has the first of the last turns."""
    usual = {
        "active": GREEN,
        "phase": Phase.ROLL,
        "huts": {BLUE: (*SEVEN, LAST)},
        "finale": Finale.LAST_TURNS,
        "finisher": BLUE,
    }
    return almost_done(**(usual | laid))


@pytest.mark.parametrize("phase", [Phase.ROLL, Phase.ACTION])
def test_end_trigger__a_correction_that_leaves_the_finisher_a_hut_takes_them_back_at_once(
    phase: Phase,
):
    state = in_the_last_turns(phase=phase)
    correction = do.Correct(changes=(do.SetField(LAST, None),), why="it fell over")
    assert decide(state, correction) == (
        Corrected(correction.changes, "it fell over"),
        LastTurnsTakenBack(BLUE),
    )
    after = played(state, correction)
    assert (after.finale, after.finisher) == (None, None)
    assert (after.phase, after.active, after.decider) == (phase, GREEN, GREEN)


def test_end_trigger__a_hut_that_only_moves_takes_nothing_back():
    state = set_right(
        in_the_last_turns(),
        do.SetField(LAST, None),
        do.SetField(17, Building(BuildingKind.HUT, BLUE)),
    )
    assert (state.finale, state.finisher) == (Finale.LAST_TURNS, BLUE)


def test_end_trigger__a_second_finisher_takes_over_at_the_end_of_the_turn():
    state = in_the_last_turns(
        huts={BLUE: (*SEVEN, LAST), RED: (2, 4, 6, 8, 10, 12, 14, 16)},
        temples={BLUE: (20, 22), RED: (24, 26)},
    )
    state = taken_down(state, LAST)
    assert (state.finale, state.finisher) == (None, None)
    after = one_turn(state)
    assert (after.finale, after.finisher) == (Finale.CIRCUIT, RED), "the turn would pass to red"


def test_end_trigger__a_second_one_put_up_by_a_correction_changes_nothing():
    seven = (2, 4, 6, 8, 10, 12, 14)
    state = in_the_last_turns(
        huts={BLUE: (*SEVEN, LAST), GREEN: seven}, temples={BLUE: (20, 22), GREEN: (24, 26)}
    )
    state = put_up(state, 30, owner=GREEN)
    assert state.finisher == BLUE
    assert turns_until_the_circuit(state) == [GREEN, RED]


def test_end_trigger__whose_turn_it_is_may_be_set_in_the_last_turns():
    state = set_right(in_the_last_turns(), do.SetActive(RED))
    assert state.finale is Finale.LAST_TURNS
    assert turns_until_the_circuit(state) == [RED]


def test_end_exhausted__a_finisher_by_correction_leaves_the_end_to_the_table():
    state = put_up(almost_done(active=RED, phase=Phase.ROLL, supply=""), LAST)
    assert played(state, do.DeclareEnd()).finale is Finale.CIRCUIT
