"""Whose decision it is (turn.decider)."""

import pytest
from msgspec.structs import replace

from companion import commands as do
from companion.game import events_of_command, legal_commands
from companion.pieces import BuildingKind, Face, OfferingAnswer, Rune
from companion.rules.setup import initial_state
from companion.state import Field, Phase
from tests.companion.positions import (
    BLUE,
    COPPER,
    GREEN,
    PURPLE,
    RED,
    STONE,
    WOOD,
    WOOL,
    build,
    chips,
    played,
    position,
    refusal,
    setup,
    side_for_four,
)

HANDS = {BLUE: "3 wood 3 wool 3 copper 3 stone", GREEN: "3 wood", RED: "3 wood"}

STATES = {
    Phase.PLACING: initial_state(setup(BLUE, GREEN, RED)),
    Phase.ROLL: position(BLUE, GREEN, RED, phase=Phase.ROLL, hands=HANDS),
    Phase.TAKE: position(BLUE, GREEN, RED, phase=Phase.TAKE, hands=HANDS),
    Phase.GIVE_BACK: position(BLUE, GREEN, RED, phase=Phase.GIVE_BACK, hands=HANDS),
    Phase.ACTION: position(
        BLUE, GREEN, RED, phase=Phase.ACTION, hands=HANDS, stacks={WOOD: (BLUE,)}
    ),
    Phase.OFFERING: position(
        BLUE, GREEN, RED, phase=Phase.OFFERING, hands=HANDS, huts={BLUE: (3,)}, druid=3, visits=(3,)
    ),
}

OF_BLUE = [
    (Phase.PLACING, do.PlaceWorker(by=BLUE, plain=WOOD)),
    (Phase.ROLL, do.Roll(by=BLUE, face=Face.WOOD)),
    (Phase.TAKE, do.TakeChip(by=BLUE, material=None)),
    (Phase.GIVE_BACK, do.GiveBackChip(by=BLUE, material=WOOD)),
    (Phase.ACTION, do.MoveWorker(by=BLUE, source=WOOD, level=1, target=STONE)),
    (Phase.ACTION, do.BuildHut(by=BLUE, field=7, pay=chips("1 copper 1 wool"))),
    (Phase.ACTION, build(STATES[Phase.ACTION], BuildingKind.TEMPLE, 7, BLUE)),
    (Phase.OFFERING, do.MakeOffering(by=BLUE, give=OfferingAnswer.NONE)),
]


FIRST = {
    Phase.PLACING: "place all workers first",
    Phase.ROLL: "roll the die first",
    Phase.TAKE: "first everybody takes a chip, or none",
    Phase.GIVE_BACK: "first everybody returns a chip",
    Phase.ACTION: "move a worker or build first: that is part 2 of the turn",
    Phase.OFFERING: "decide about the offering first",
}


@pytest.mark.parametrize("phase", STATES)
def test_turn_decider__no_other_kind_of_decision_is_taken(phase: Phase):
    for right, command in OF_BLUE:
        if right is not phase:
            assert refusal(STATES[phase], command) == f"turn.decider: {FIRST[phase]}"


@pytest.mark.parametrize(("phase", "command"), OF_BLUE, ids=lambda item: str(item)[:20])
def test_turn_decider__nobody_decides_for_another(phase: Phase, command: do.Decision):
    state = STATES[phase]
    others = {GREEN, RED, PURPLE}.difference(state.deciders)
    for color in others:
        assert refusal(state, replace(command, by=color)) == (
            "turn.decider: it is blue's decision now"
        )


@pytest.mark.parametrize("command", [command for _, command in OF_BLUE])
def test_turn_decider__nothing_is_decided_when_the_game_is_over(command: do.Decision):
    over = played(position(BLUE, GREEN, RED, phase=Phase.ROLL, supply=""), do.DeclareEnd())
    assert over.phase is Phase.FINISHED
    assert refusal(over, command) == "turn.decider: the game is over"


@pytest.mark.parametrize(
    "answer", [do.TakeChip(by=RED, material=None), do.GiveBackChip(by=RED, material=WOOD)]
)
def test_turn_decider__each_who_is_asked_for_a_chip_may_answer_first_and_does_so_once(answer):
    state = STATES[Phase.TAKE if isinstance(answer, do.TakeChip) else Phase.GIVE_BACK]
    after = played(state, answer)
    assert (state.deciders, after.deciders) == ((BLUE, GREEN, RED), (BLUE, GREEN))
    assert refusal(after, answer) == "turn.decider: it is blue's decision now"


def test_turn_decider__the_end_is_declared_by_the_decider_if_by_anyone():
    state = position(BLUE, GREEN, RED, phase=Phase.ROLL, supply="")
    assert refusal(state, do.DeclareEnd(by=GREEN)) == "turn.decider: it is blue's decision now"
    assert events_of_command(state, do.DeclareEnd(by=BLUE)) == events_of_command(
        state, do.DeclareEnd()
    )
    assert {do.DeclareEnd(), do.DeclareEnd(by=BLUE)} <= set(legal_commands(state))


IN_PLAY = [Phase.ROLL, Phase.TAKE, Phase.GIVE_BACK, Phase.ACTION, Phase.OFFERING]


@pytest.mark.parametrize("phase", IN_PLAY)
def test_turn_decider__swaps_and_surveys_are_open_to_everyone_in_play(phase: Phase):
    state = position(
        *(BLUE, GREEN, RED),
        board=side_for_four(),
        phase=phase,
        huts={BLUE: (3,)},
        visits=(3,) if phase is Phase.OFFERING else (),
        hands=HANDS,
    )
    after = played(
        state,
        do.SwapChips(by=RED, pay=chips("3 wood"), take=COPPER),
        do.EnterPrintedField(field=9, needs=(WOOD, WOOL), rune=Rune.SHIELD),
    )
    assert after.player(RED).hand == chips("1 copper")
    assert after.board.field(9) == Field((WOOD, WOOL), Rune.SHIELD)
    assert (after.phase, after.decider, after.visits) == (phase, BLUE, state.visits)
