"""The way into the rules: `decide`, `play`, `evolve` and `legal` in positions of each phase."""

import pytest

from companion import commands as do
from companion.events import TurnStarted
from companion.game import decide, evolve, fold, legal, play, start
from companion.pieces import FACES, MATERIALS, Bonus, Face, Give
from companion.state import Phase
from tests.companion.positions import (
    BLUE,
    COPPER,
    GREEN,
    RED,
    STONE,
    WOOD,
    WOOL,
    chips,
    position,
    ring,
    setup,
    side_for_four,
)


def test_playing_is_deciding_and_folding():
    state = position(BLUE, GREEN, RED, phase=Phase.ROLL, stacks={WOOD: (BLUE, RED, GREEN)})
    roll = do.Roll(by=BLUE, face=Face.WOOD)
    assert play(state, roll) == fold(state, decide(state, roll))


def test_evolving_leaves_the_former_state_alone():
    state = position(BLUE, GREEN, RED)
    after = evolve(state, TurnStarted(GREEN, 8))
    assert (after.active, after.turn) == (GREEN, 8)
    assert (state.active, state.turn) == (BLUE, 7)


def test_legal_while_workers_are_placed_names_the_plains_with_room():
    state = start(setup(BLUE, GREEN, RED))
    for color in (BLUE, GREEN, RED):
        state = play(state, do.PlaceWorker(by=color, plain=WOOL))
    assert list(legal(state)) == [
        do.PlaceWorker(by=BLUE, plain=plain) for plain in (WOOD, COPPER, STONE)
    ]


def test_legal_before_a_roll_names_the_six_faces():
    state = position(BLUE, GREEN, RED, phase=Phase.ROLL)
    assert list(legal(state)) == [do.Roll(by=BLUE, face=face) for face in FACES]


def test_legal_after_plus_names_nothing_and_each_material_that_is_there():
    state = position(BLUE, GREEN, RED, phase=Phase.TAKE, decider=GREEN, supply="1 wool 2 stone")
    commands = [command for command in legal(state) if not isinstance(command, do.Swap)]
    assert commands == [do.Take(by=GREEN, material=material) for material in (None, WOOL, STONE)]


def test_legal_after_minus_names_each_material_that_one_has():
    state = position(BLUE, GREEN, RED, phase=Phase.GIVE_BACK, hands={BLUE: "1 wood 1 copper"})
    assert list(legal(state)) == [
        do.GiveBack(by=BLUE, material=WOOD),
        do.GiveBack(by=BLUE, material=COPPER),
    ]


def test_legal_in_part_two_names_moves_huts_and_temples():
    state = position(
        BLUE,
        GREEN,
        RED,
        board=ring(24),
        hands={BLUE: "1 wood 1 stone"},
        huts={RED: (2,)},
        bonus={5: Bonus.HUT, 9: Bonus.DRUID},
        stacks={WOOD: (BLUE, RED), WOOL: (GREEN, BLUE), STONE: (RED, GREEN)},
    )
    pay = chips("1 wood 1 stone")
    affordable = [4, *range(6, 25)]
    commands = set(legal(state))
    moves = {
        do.MoveWorker(by=BLUE, source=source, level=level, target=target)
        for source, level in ((WOOD, 1), (WOOL, 2))
        for target in MATERIALS
        if target is not source
    }
    huts = {do.BuildHut(by=BLUE, field=field, pay=pay) for field in affordable} | {
        do.BuildHut(by=BLUE, field=5)
    }
    temples = {
        do.BuildTemple(by=BLUE, field=field, pay=pay)
        for field in (1, 3, *affordable)
        if field not in (5, 9)
    }
    assert commands == moves | huts | temples


def test_legal_names_every_payment():
    state = position(
        BLUE,
        GREEN,
        RED,
        board=ring(24),
        hands={BLUE: "4 wood 1 stone"},
        temples={BLUE: (7, 8)},
        bonus=dict.fromkeys((1, 2), Bonus.HUT),
    )
    pays = {command.pay for command in legal(state) if isinstance(command, do.BuildHut)}
    assert pays == {chips(), chips("1 wood 1 stone"), chips("4 wood")}


def test_legal_names_no_building_on_a_field_that_nobody_has_read():
    state = position(
        BLUE, GREEN, RED, board=side_for_four(), hands={BLUE: "9 wood 9 wool 9 copper 9 stone"}
    )
    fields = {
        command.field
        for command in legal(state)
        if isinstance(command, do.BuildHut | do.BuildTemple)
    }
    assert fields == {1, 2, 3, 4, 5, 6, 7, 8, 40}


def asked(**laid):
    laid = {"board": ring(24), "huts": {BLUE: (2, 3)}, "visits": (2, 3)} | laid
    return position(BLUE, GREEN, RED, phase=Phase.OFFERING, **laid)


def test_legal_answers_to_the_druid_are_each_told_once():
    state = asked(hands={BLUE: "1 wood 1 stone"}, bonus={2: Bonus.DRUID})
    assert list(legal(state)) == [
        do.Offer(by=BLUE, give=Give.NONE),
        do.Offer(by=BLUE, give=Give.CHIP),
        do.Offer(by=BLUE, give=Give.ONE, pay=chips("1 stone")),
        do.Offer(by=BLUE, give=Give.ONE, pay=chips("1 wood")),
        do.Offer(by=BLUE, give=Give.BOTH, pay=chips("1 wood 1 stone")),
    ]


def test_legal_answers_at_an_unread_field_give_no_material():
    state = asked(
        board=side_for_four(), huts={BLUE: (20,)}, visits=(20,), hands={BLUE: "1 wood 1 stone"}
    )
    assert list(legal(state)) == [do.Offer(by=BLUE, give=Give.NONE)]


@pytest.mark.parametrize("phase", [Phase.ROLL, Phase.ACTION])
def test_legal_names_the_end_in_both_forms_when_nothing_is_left(phase: Phase):
    state = position(BLUE, GREEN, RED, phase=phase, supply="")
    ends = [command for command in legal(state) if isinstance(command, do.DeclareEnd)]
    assert ends == [do.DeclareEnd(), do.DeclareEnd(by=BLUE)]
    left = position(BLUE, GREEN, RED, phase=phase, supply="1 wood")
    assert not any(isinstance(command, do.DeclareEnd) for command in legal(left))


def test_legal_names_every_swap_of_everybody():
    state = position(BLUE, GREEN, RED, phase=Phase.ROLL, hands={GREEN: "3 wood", RED: "2 wool"})
    swaps = [command for command in legal(state) if isinstance(command, do.Swap)]
    assert swaps == [do.Swap(by=GREEN, pay=chips("3 wood"), take=take) for take in MATERIALS]


def test_legal_names_swaps_for_what_has_just_been_returned_but_for_nothing_that_has_run_out():
    state = position(
        BLUE, GREEN, RED, phase=Phase.ROLL, hands={GREEN: "3 wood"}, supply="3 wood 1 wool"
    )
    swaps = [command for command in legal(state) if isinstance(command, do.Swap)]
    of_green = [command.take for command in swaps if command.by == GREEN]
    assert of_green == [WOOD, WOOL]
    full = {command.take for command in swaps if command.pay == chips("3 stone")}
    assert full == {WOOD, WOOL, STONE}


def test_legal_names_no_move_onto_three():
    state = position(
        BLUE, GREEN, RED, stacks={WOOD: (BLUE, BLUE), WOOL: (GREEN, RED, GREEN), STONE: (RED,)}
    )
    moves = {command.target for command in legal(state) if isinstance(command, do.MoveWorker)}
    assert moves == {COPPER, STONE}


def test_legal_is_empty_when_the_game_is_over():
    over = play(position(BLUE, GREEN, RED, phase=Phase.ROLL, supply=""), do.DeclareEnd())
    assert list(legal(over)) == []
