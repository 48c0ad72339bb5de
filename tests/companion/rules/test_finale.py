"""How a game ends (end.*)."""

import pytest
from msgspec.structs import replace

from companion import commands as do
from companion import events as ev
from companion.game import decide, legal_commands
from companion.pieces import BuildingKind, Color, Face, Give, Rune
from companion.rules.finale import rune_points
from companion.state import Finale, GameState, Phase
from tests.companion.positions import (
    BLUE,
    GREEN,
    RED,
    build,
    chips,
    played,
    position,
    refusal,
    ring,
    scored,
    told,
)

ONE_EACH = chips("1 wood 1 stone")
LAST_HUT = do.BuildHut(by=BLUE, field=30, pay=ONE_EACH)
SEVEN = (2, 4, 6, 8, 10, 12, 14)


def almost_done(**laid) -> GameState:
    """Blue lacks one hut; the druid waits at field 14."""
    return position(
        BLUE,
        GREEN,
        RED,
        **(
            {
                "board": ring(32),
                "huts": {BLUE: SEVEN},
                "temples": {BLUE: (16, 18)},
                "druid": 14,
                "hands": {BLUE: "1 wood 1 stone"},
            }
            | laid
        ),
    )


def one_turn(state: GameState) -> GameState:
    """A turn in which the active player rolls, moves a worker and builds nothing."""
    state = played(state, do.Roll(by=state.active, face=Face.WOOL))
    return played(
        state, next(move for move in legal_commands(state) if isinstance(move, do.MoveWorker))
    )


def circuit(**laid) -> GameState:
    """A final circuit about to begin: nothing is left on the plains and red has the turn."""
    return position(
        *laid.pop("colors", (BLUE, GREEN, RED)),
        **({"board": ring(32), "active": RED, "phase": Phase.ROLL, "supply": ""} | laid),
    )


def ended(state: GameState) -> GameState:
    """The end declared, and every offering of the circuit refused."""
    state = played(state, do.DeclareEnd())
    while state.phase is Phase.OFFERING:
        state = played(state, do.Offer(by=state.decider, give=Give.NONE))
    return state


def test_end_trigger__the_last_building_begins_the_last_turns():
    state = played(almost_done(), LAST_HUT)
    assert state.finale is None
    events = decide(state, do.Offer(by=BLUE, give=Give.NONE))
    assert events[-2:] == (ev.FinaleBegun(Finale.LAST_TURNS, BLUE), ev.TurnStarted(GREEN, 8))


def test_end_trigger__a_temple_may_be_the_last_building_too():
    hands = {BLUE: "9 wood 9 stone"}
    huts, temples = {BLUE: (*SEVEN, 20)}, {BLUE: (16,)}
    state = almost_done(huts=huts, temples=temples, stone=2, druid=None, hands=hands)
    events = decide(state, build(state, BuildingKind.TEMPLE, 30, BLUE))
    assert ev.FinaleBegun(Finale.LAST_TURNS, BLUE) in events


def test_end_trigger__huts_alone_are_not_everything():
    state = almost_done(temples={BLUE: (16,)}, stone=2, druid=None)
    assert played(state, LAST_HUT).finale is None


def test_end_trigger__everyone_else_has_one_more_turn_then_comes_the_circuit():
    state = played(almost_done(), LAST_HUT, do.Offer(by=BLUE, give=Give.NONE))
    turns = []
    while state.finale is Finale.LAST_TURNS:
        turns.append(state.active)
        state = one_turn(state)
    assert turns == [GREEN, RED]
    assert (state.finale, state.phase) == (Finale.CIRCUIT, Phase.OFFERING)


@pytest.mark.parametrize("phase", [Phase.ROLL, Phase.ACTION])
def test_end_exhausted__the_table_declares_the_end_before_a_roll_or_part_two(phase: Phase):
    state = circuit(phase=phase, huts={GREEN: (5,)})
    events = decide(state, do.DeclareEnd())
    assert events[:3] == (
        ev.EndDeclared(),
        ev.FinaleBegun(Finale.CIRCUIT, None),
        ev.RitualStarted((5,)),
    )
    after = played(state, do.DeclareEnd())
    assert (after.finale, after.phase, after.decider) == (Finale.CIRCUIT, Phase.OFFERING, GREEN)


@pytest.mark.parametrize("supply", ["1 wood", "2 wool 3 stone", "18 copper"])
def test_end_exhausted__all_four_supplies_are_empty(supply: str):
    state = circuit(supply=supply)
    assert refusal(state, do.DeclareEnd()) == (
        "end.exhausted: the high plains are not all empty yet; "
        "the end can be declared once they are"
    )


@pytest.mark.parametrize("phase", [Phase.TAKE, Phase.GIVE_BACK, Phase.OFFERING])
def test_end_exhausted__not_in_the_middle_of_a_yield_or_a_ritual(phase: Phase):
    state = circuit(phase=phase, huts={RED: (5,)}, visits=(5,))
    assert refusal(state, do.DeclareEnd()) == (
        "end.exhausted: the end can be declared only before a roll or before part 2 of a turn"
    )


def test_end_exhausted__in_the_last_turns_too():
    state = circuit(finale=Finale.LAST_TURNS, finisher=BLUE, huts={RED: (5,)}, active=GREEN)
    assert played(state, do.DeclareEnd()).finale is Finale.CIRCUIT


@pytest.mark.parametrize("stone", [0, 1, 2, 3])
def test_end_circuit__from_the_stones_or_the_temple_it_begins_at_field_one(stone: int):
    state = circuit(huts={RED: (1, 20), GREEN: (32,)}, stone=stone)
    assert told(state, do.DeclareEnd(), ev.RitualStarted) == (ev.RitualStarted((1, 20, 32)),)


def test_end_circuit__who_gives_nothing_for_the_rest_is_asked_no_more():
    state = played(circuit(huts={RED: (3, 20, 25), GREEN: (10, 11)}, druid=25), do.DeclareEnd())
    after = played(state, do.PassCircuit(by=RED))
    assert (after.passed, after.visits, after.decider) == ((RED,), (10, 11, 20, 25), GREEN)
    after = played(after, do.Offer(by=GREEN, give=Give.NONE))
    assert (after.visits, after.decider) == ((11, 20, 25), GREEN)
    offer = do.Offer(by=GREEN, give=Give.NONE)
    assert told(after, offer, ev.OfferingMade) == (
        ev.OfferingMade(GREEN, 11, Give.NONE, 2),
        ev.OfferingMade(RED, 20, Give.NONE, 1),
        ev.OfferingMade(RED, 25, Give.NONE, 1),
    )
    one_by_one = state
    while one_by_one.phase is Phase.OFFERING:
        none = do.Offer(by=one_by_one.decider, give=Give.NONE)
        one_by_one = played(one_by_one, none)
    assert replace(played(after, offer), passed=()) == one_by_one


def test_end_circuit__where_all_give_nothing_for_the_rest_the_game_ends():
    state = played(circuit(huts={RED: (3, 20), GREEN: (10, 11)}, druid=20), do.DeclareEnd())
    after = played(state, do.PassCircuit(by=RED), do.PassCircuit(by=GREEN))
    assert after.phase is Phase.FINISHED
    assert [after.player(color).breakdown.final_offerings for color in (RED, GREEN)] == [-2, -2]


def test_end_circuit__nobody_gives_nothing_for_the_rest_before_it():
    state = played(almost_done(), LAST_HUT)
    assert refusal(state, do.PassCircuit(by=BLUE)) == (
        "offer.none: only in the final circuit can somebody give nothing for the rest"
    )


def test_end_circuit__without_any_hut_the_scoring_follows_at_once():
    state = circuit(temples={RED: (3,)})
    events = decide(state, do.DeclareEnd())
    assert [type(event) for event in events] == [
        ev.EndDeclared,
        ev.FinaleBegun,
        ev.TempleScored,
        ev.GameEnded,
    ]
    assert played(state, do.DeclareEnd()).phase is Phase.FINISHED


def test_end_temples__a_point_a_hut_of_the_settlements_on_both_sides():
    state = circuit(huts={RED: (3, 4, 8), GREEN: (2, 6)}, temples={BLUE: (5,)}, druid=8)
    assert ended(state).player(BLUE).breakdown.temples == 4


@pytest.mark.parametrize(
    ("stones", "points"),
    [(0, 0), (1, 1), (2, 3), (3, 6), (4, 10), (5, 15), (6, 21), (7, 28), (8, 36), (9, 45)],
)
def test_end_runes__each_further_stone_scores_one_more(stones: int, points: int):
    assert rune_points(stones) == points
    state = circuit(runes=dict.fromkeys(tuple(Rune)[:stones], GREEN))
    after = ended(state)
    assert after.player(GREEN).breakdown.runes == points
    assert scored(state, after) == ({GREEN: points} if points else {})


def test_end_winner__on_a_tie_most_huts_and_temples_win():
    state = circuit(
        points={BLUE: 20, GREEN: 20},
        huts={BLUE: (3,)},
        temples={GREEN: (10, 20)},
        druid=3,
    )
    after = played(state, do.DeclareEnd(), do.Offer(by=BLUE, give=Give.NONE))
    assert (after.player(BLUE).points, after.player(GREEN).points) == (19, 20)
    assert after.winners == (GREEN,)
    level = circuit(
        points={BLUE: 21, GREEN: 20}, huts={BLUE: (3,)}, temples={GREEN: (10, 20)}, druid=3
    )
    assert ended(level).player(BLUE).points == 20
    assert ended(level).winners == (GREEN,)


# Whoever has left is skipped: the table sets the turn (correct.table, end.trigger)


def skipped_to(state: GameState, color: Color) -> GameState:
    return played(state, do.Correct(changes=(do.SetActive(color),), why="has gone home"))


def test_end_trigger__who_is_skipped_in_the_last_turns_has_none_and_then_comes_the_circuit():
    state = played(almost_done(), LAST_HUT, do.Offer(by=BLUE, give=Give.NONE))
    state = skipped_to(state, RED)
    assert (state.active, state.finale, state.finisher) == (RED, Finale.LAST_TURNS, BLUE)
    assert one_turn(state).finale is Finale.CIRCUIT


def test_end_trigger__a_turn_that_the_table_gives_to_the_finisher_is_theirs():
    """The circuit begins when it would pass to them: here the table says that it is theirs."""
    state = played(almost_done(), LAST_HUT, do.Offer(by=BLUE, give=Give.NONE))
    state = skipped_to(one_turn(state), BLUE)
    assert (state.active, state.decider, state.finale) == (BLUE, BLUE, Finale.LAST_TURNS)
    turns = []
    while state.finale is Finale.LAST_TURNS:
        turns.append(state.active)
        state = one_turn(state)
    assert turns == [BLUE, GREEN, RED]
