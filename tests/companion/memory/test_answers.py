"""Answers to a question that is put to several at once: in any order, and taken back one by one."""

import pytest

from companion.commands import (
    Correct,
    DeclineFinalOfferings,
    GiveBackChip,
    MakeOffering,
    Roll,
    SetHand,
    SetSupply,
    SwapChips,
    TakeChip,
)
from companion.errors import HiddenHandViolation
from companion.memory.record import commands_for_record
from companion.memory.session import Session
from companion.pieces import Chips, Color, Face, Material, OfferingAnswer
from companion.state import FinaleStage, Phase
from tests.companion.memory.sessions import in_play
from tests.companion.playing import four_players
from tests.corrections import jump_ahead
from tests.legal_commands import legal_command
from tests.luck import Luck

GREEN, BLUE, RED, PURPLE = Color.GREEN, Color.BLUE, Color.RED, Color.PURPLE
WOOD, WOOL, COPPER, STONE = Material


@pytest.fixture
def rolling(journal):
    """Four players at the first roll, all workers placed; each has one chip of each material."""
    session = in_play(journal)
    session.mark_all_done()
    return session


@pytest.fixture
def minus(rolling):
    rolling.apply(Roll(by=GREEN, face=Face.MINUS))
    return rolling


def give(color, material=WOOD):
    return GiveBackChip(by=color, material=material)


def answered(session, *colors):
    for color in colors:
        session.apply(give(color))


@pytest.mark.parametrize("color", [GREEN, BLUE])
def test_only_an_answer_to_the_present_question_can_be_taken_back(minus, color):
    if color is BLUE:
        answered(minus, GREEN, PURPLE)
    else:
        answered(minus, GREEN, BLUE, RED, PURPLE)
    with pytest.raises(ValueError, match="has not answered"):
        minus.withdraw_answer(color)


def test_an_answer_on_which_a_later_swap_rests_is_not_taken_back(rolling):
    rolling.apply(Roll(by=GREEN, face=Face.PLUS))
    rolling.apply(TakeChip(by=PURPLE, material=STONE))
    rolling.apply(SwapChips(by=PURPLE, pay=Chips(stone=2, wool=1), take=WOOD))
    steps, answers = rolling.steps, rolling.answers_so_far
    with pytest.raises(HiddenHandViolation):
        rolling.withdraw_answer(PURPLE)
    assert (rolling.steps, rolling.answers_so_far) == (steps, answers)


def test_a_withdrawn_answer_is_given_again_in_turn_once_a_plain_has_become_scarce(rolling):
    """Four chips of wood for four open answers; purple's swap leaves three."""
    why = "four chips are left on the wood plain"
    rolling.apply(Correct(changes=(SetHand(PURPLE, WOOD, 11), SetSupply(WOOD, 4)), why=why))
    rolling.apply(Roll(by=GREEN, face=Face.PLUS))
    rolling.apply(TakeChip(by=RED, material=STONE))
    rolling.apply(SwapChips(by=PURPLE, pay=Chips(wool=1, copper=1, stone=1), take=WOOD))
    assert rolling.state.deciders == (GREEN, BLUE, PURPLE)
    rolling.withdraw_answer(RED)
    assert rolling.state.deciders == (GREEN,)
    rolling.apply(TakeChip(by=GREEN, material=None))
    assert rolling.state.deciders == (BLUE, RED, PURPLE)


# The final circuit


@pytest.fixture
def circuit(journal):
    """The final circuit, which asks at ten huts or more."""
    session, luck = Session.begin(journal, four_players()), Luck(5)
    while len(session.state.visits) < 10 or session.state.finale is not FinaleStage.CIRCUIT:
        state = session.state
        if state.phase is Phase.ROLL and state.turn > 4 and state.finale is None:
            session.apply(jump_ahead(state, luck))
        assert state.phase is not Phase.FINISHED
        session.apply(legal_command(session.state, luck))
    return session


def none(color):
    return MakeOffering(by=color, give=OfferingAnswer.NONE)


def test_who_gives_nothing_for_the_rest_is_asked_once(circuit):
    before = len(circuit.steps)
    owners = [circuit.state.hut_owner(field) for field in circuit.state.visits]
    asked = []
    while circuit.state.phase is Phase.OFFERING:
        asked.append(circuit.state.decider)
        circuit.apply(DeclineFinalOfferings(by=asked[-1]))
    assert sorted(asked) == sorted(set(owners))
    assert circuit.state.phase is Phase.FINISHED
    assert [*commands_for_record(circuit.steps[before:])] == [none(owner) for owner in owners]
