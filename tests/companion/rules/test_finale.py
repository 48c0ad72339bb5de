"""How a game ends (end.*)."""

import pytest
from msgspec.structs import replace

from companion import commands as do
from companion import events as ev
from companion.game import events_of_command, legal_commands
from companion.pieces import BuildingKind, Color, Face, OfferingAnswer, Rune
from companion.rules.finale import rune_points
from companion.state import Building, FinaleStage, GameState, Phase
from tests.companion.positions import (
    BLUE,
    GREEN,
    RED,
    STONE,
    WOOD,
    build,
    chips,
    played,
    position,
    refusal,
    ring,
    scored,
    told,
)

LAST = 30
LAST_HUT = do.BuildHut(by=BLUE, field=LAST, pay=chips("1 wood 1 stone"))
MOVE = do.MoveWorker(by=BLUE, source=WOOD, level=1, target=STONE)
NOTHING = do.MakeOffering(by=BLUE, give=OfferingAnswer.NONE)
SEVEN = (2, 4, 6, 8, 10, 12, 14)
"""All of blue's huts but one."""
OF_RED = {"huts": (1, 3, 5, 7, 9, 11, 13, 15), "temples": (24, 26)}
"""Everything of red's."""


def almost_done(**laid) -> GameState:
    """Blue lacks one hut and has the turn; the druid waits at field 14."""
    usual = {
        "board": ring(32),
        "huts": {BLUE: SEVEN},
        "temples": {BLUE: (16, 18)},
        "druid": 14,
        "stacks": {WOOD: (BLUE,)},
        "hands": {BLUE: "1 wood 1 stone"},
    }
    return position(BLUE, GREEN, RED, **(usual | laid))


def in_the_last_turns(**laid) -> GameState:
    """Blue has finished; green has the first of the last turns."""
    usual = {"huts": {BLUE: (*SEVEN, LAST)}, "phase": Phase.ROLL}
    return almost_done(active=GREEN, finale=FinaleStage.LAST_TURNS, finisher=BLUE, **(usual | laid))


def one_turn(state: GameState) -> GameState:
    """The active player rolls if that is still to come, moves a worker and builds nothing."""
    if state.phase is Phase.ROLL:
        state = played(state, do.Roll(by=state.active, face=Face.WOOL))
    moves = (one for one in legal_commands(state) if isinstance(one, do.MoveWorker))
    return played(state, next(moves))


def turns_until_the_circuit(state: GameState) -> list[Color]:
    """Who still has a turn, the present one included."""
    turns = []
    while state.finale is not FinaleStage.CIRCUIT:
        turns.append(state.active)
        state = one_turn(state)
    return turns


def corrected(state: GameState, *changes: do.Change) -> GameState:
    return played(state, do.Correct(changes=changes, why="as it stands"))


def put_up(state: GameState, owner: Color = BLUE) -> GameState:
    """The table says that a player's last hut stands."""
    return corrected(state, do.SetBuilding(LAST, Building(BuildingKind.HUT, owner)))


def circuit(**laid) -> GameState:
    """A final circuit about to begin: nothing is left on the plains and red has the turn."""
    usual = {"board": ring(32), "active": RED, "phase": Phase.ROLL, "supply": ""}
    return position(BLUE, GREEN, RED, **(usual | laid))


def ended(state: GameState) -> GameState:
    """The end declared, and every offering of the circuit refused."""
    state = played(state, do.DeclareEnd())
    while state.phase is Phase.OFFERING:
        state = played(state, do.MakeOffering(by=state.decider, give=OfferingAnswer.NONE))
    return state


# The last turns


def test_end_trigger__the_last_building_begins_the_last_turns_and_everyone_else_has_one_more():
    state = played(almost_done(), LAST_HUT)
    assert state.finale is None
    events = events_of_command(state, NOTHING)
    assert events[-2:] == (ev.FinaleStarted(FinaleStage.LAST_TURNS, BLUE), ev.TurnStarted(GREEN, 8))
    assert turns_until_the_circuit(played(state, NOTHING)) == [GREEN, RED]


def test_end_trigger__a_temple_may_be_the_last_building_too():
    huts, temples = {BLUE: (*SEVEN, 20)}, {BLUE: (16,)}
    state = almost_done(huts=huts, temples=temples, druid=None, stone=2)
    temple = build(state, BuildingKind.TEMPLE, LAST, BLUE)
    assert ev.FinaleStarted(FinaleStage.LAST_TURNS, BLUE) in events_of_command(state, temple)


def test_end_trigger__a_correction_that_puts_up_the_last_building_waits_for_the_end_of_the_turn():
    state = put_up(almost_done())
    assert (state.finale, state.finisher, state.active) == (None, None, BLUE)
    events = events_of_command(state, MOVE)
    assert events[-2:] == (ev.FinaleStarted(FinaleStage.LAST_TURNS, BLUE), ev.TurnStarted(GREEN, 8))


@pytest.mark.parametrize(
    ("active", "turns"), [(GREEN, [GREEN, RED]), (RED, [RED]), (BLUE, [BLUE, GREEN, RED])]
)
def test_end_trigger__the_circuit_begins_when_the_turn_would_pass_to_whom_it_finished(
    active: Color, turns: list[Color]
):
    state = put_up(almost_done(active=active, phase=Phase.ROLL))
    assert turns_until_the_circuit(state) == turns


@pytest.mark.parametrize(
    ("active", "owner", "finisher"),
    [(BLUE, BLUE, BLUE), (BLUE, GREEN, GREEN), (GREEN, GREEN, GREEN), (RED, GREEN, RED)],
)
def test_end_trigger__of_several_the_active_player_comes_first_then_the_next_clockwise(
    active: Color, owner: Color, finisher: Color
):
    state = almost_done(
        active=active,
        phase=Phase.ROLL,
        huts={owner: SEVEN, RED: OF_RED["huts"]},
        temples={owner: (16, 18), RED: OF_RED["temples"]},
    )
    assert one_turn(put_up(state, owner)).finisher == finisher


@pytest.mark.parametrize("phase", [Phase.ROLL, Phase.ACTION])
def test_end_trigger__a_correction_that_leaves_the_finisher_a_hut_takes_them_back_at_once(
    phase: Phase,
):
    state = in_the_last_turns(phase=phase)
    fallen = do.Correct(changes=(do.SetBuilding(LAST, None),), why="it fell over")
    assert events_of_command(state, fallen)[1:] == (ev.LastTurnsCancelled(BLUE),)
    after = played(state, fallen)
    assert (after.finale, after.finisher) == (None, None)
    assert (after.phase, after.active, after.decider) == (phase, GREEN, GREEN)


def test_end_trigger__a_hut_that_only_moves_takes_nothing_back():
    moved = (do.SetBuilding(LAST, None), do.SetBuilding(28, Building(BuildingKind.HUT, BLUE)))
    state = corrected(in_the_last_turns(), *moved)
    assert (state.finale, state.finisher) == (FinaleStage.LAST_TURNS, BLUE)


def test_end_trigger__a_second_finisher_takes_over_at_the_end_of_the_turn():
    state = in_the_last_turns(
        huts={BLUE: (*SEVEN, LAST), RED: OF_RED["huts"]},
        temples={BLUE: (16, 18), RED: OF_RED["temples"]},
    )
    after = one_turn(corrected(state, do.SetBuilding(LAST, None)))
    assert (after.finale, after.finisher) == (FinaleStage.CIRCUIT, RED), (
        "the turn would pass to red"
    )


@pytest.mark.parametrize(
    ("skipped_to", "turns"), [(RED, [RED]), (BLUE, [BLUE, GREEN, RED])], ids=str
)
def test_end_trigger__the_table_may_set_whose_turn_it_is_the_finisher_s_too(
    skipped_to: Color, turns: list[Color]
):
    """The circuit begins when it would pass to the finisher: here the table says it is theirs."""
    state = corrected(in_the_last_turns(), do.SetActive(skipped_to))
    assert (state.decider, state.finale, state.finisher) == (
        skipped_to,
        FinaleStage.LAST_TURNS,
        BLUE,
    )
    assert turns_until_the_circuit(state) == turns


# Empty plains


@pytest.mark.parametrize("phase", [Phase.ROLL, Phase.ACTION])
def test_end_exhausted__the_table_declares_the_end_before_a_roll_or_part_two(phase: Phase):
    state = circuit(phase=phase, huts={GREEN: (5,)})
    assert events_of_command(state, do.DeclareEnd())[:3] == (
        ev.EndDeclared(),
        ev.FinaleStarted(FinaleStage.CIRCUIT, None),
        ev.RitualStarted((5,)),
    )
    assert played(state, do.DeclareEnd()).decider == GREEN


@pytest.mark.parametrize("state", [in_the_last_turns(supply=""), put_up(almost_done(supply=""))])
def test_end_exhausted__in_the_last_turns_and_for_a_finisher_by_correction_too(state: GameState):
    assert played(state, do.DeclareEnd()).finale is FinaleStage.CIRCUIT


@pytest.mark.parametrize("phase", [Phase.TAKE, Phase.GIVE_BACK, Phase.OFFERING])
def test_end_exhausted__not_in_the_middle_of_a_yield_or_a_ritual(phase: Phase):
    state = circuit(phase=phase, huts={RED: (5,)}, visits=(5,))
    assert refusal(state, do.DeclareEnd()) == (
        "end.exhausted: the end can be declared only before a roll or before part 2 of a turn"
    )


# The final circuit and the scoring


@pytest.mark.parametrize("stone", [0, 3])
def test_end_circuit__from_the_stones_or_the_temple_it_begins_at_field_one(stone: int):
    state = circuit(huts={RED: (1, 20), GREEN: (32,)}, stone=stone)
    assert played(state, do.DeclareEnd()).visits == (1, 20, 32)


def test_end_circuit__who_gives_nothing_for_the_rest_is_asked_no_more():
    state = played(circuit(huts={RED: (3, 20, 25), GREEN: (10, 11)}, druid=25), do.DeclareEnd())
    passes, nothing = (
        do.DeclineFinalOfferings(by=RED),
        do.MakeOffering(by=GREEN, give=OfferingAnswer.NONE),
    )
    assert len(told(state, passes, ev.DruidWalked)) == 1
    after = played(state, passes, nothing)
    assert (after.passed, after.visits, after.decider) == ((RED,), (11, 20, 25), GREEN)
    assert told(after, nothing, ev.OfferingMade) == (
        ev.OfferingMade(GREEN, 11, OfferingAnswer.NONE, 2),
        ev.OfferingMade(RED, 20, OfferingAnswer.NONE, 1),
        ev.OfferingMade(RED, 25, OfferingAnswer.NONE, 1),
    )
    owners = (RED, GREEN, GREEN, RED, RED)
    one_by_one = played(state, *(do.MakeOffering(by=by, give=OfferingAnswer.NONE) for by in owners))
    assert replace(played(after, nothing), passed=()) == one_by_one


def test_end_circuit__where_all_give_nothing_for_the_rest_the_game_ends():
    state = played(circuit(huts={RED: (3, 20), GREEN: (10, 11)}, druid=20), do.DeclareEnd())
    after = played(state, do.DeclineFinalOfferings(by=RED), do.DeclineFinalOfferings(by=GREEN))
    assert after.phase is Phase.FINISHED
    assert [after.player(color).breakdown.final_offerings for color in (RED, GREEN)] == [-2, -2]


def test_end_circuit__nobody_gives_nothing_for_the_rest_before_it():
    assert refusal(played(almost_done(), LAST_HUT), do.DeclineFinalOfferings(by=BLUE)) == (
        "offer.none: only in the final circuit can you refuse at all your remaining huts at once"
    )


def test_end_circuit__without_any_hut_the_scoring_follows_at_once():
    events = events_of_command(circuit(temples={RED: (3,)}), do.DeclareEnd())
    kinds = [ev.EndDeclared, ev.FinaleStarted, ev.TempleScored, ev.GameEnded]
    assert [type(event) for event in events] == kinds


def test_end_temples__a_point_a_hut_of_the_settlements_on_both_sides():
    state = circuit(huts={RED: (3, 4, 8), GREEN: (2, 6)}, temples={BLUE: (5,)}, druid=8)
    assert ended(state).player(BLUE).breakdown.temples == 4


def test_end_runes__each_further_stone_scores_one_more():
    points = [0, 1, 3, 6, 10, 15, 21, 28, 36, 45]
    assert [rune_points(stones) for stones in range(10)] == points
    state = circuit(runes=dict.fromkeys(tuple(Rune)[:4], GREEN))
    assert scored(state, ended(state)) == {GREEN: 10}


@pytest.mark.parametrize(("points", "winner"), [(20, GREEN), (21, GREEN), (22, BLUE)])
def test_end_winner__on_a_tie_most_huts_and_temples_win(points: int, winner: Color):
    laid = {"huts": {BLUE: (3,)}, "temples": {GREEN: (10, 20)}, "druid": 3}
    after = ended(circuit(points={BLUE: points, GREEN: 20}, **laid))
    assert (after.player(BLUE).points, after.winners) == (points - 1, (winner,))
