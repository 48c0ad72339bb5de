"""Answers to a question that is put to several at once: in any order, and taken back one by one."""

import pytest

from companion.commands import (
    Correct,
    GiveBack,
    Offer,
    PassCircuit,
    Roll,
    SetHand,
    SetSupply,
    Swap,
    Take,
)
from companion.errors import HandViolation, RuleViolation
from companion.memory.record import recorded, write_record
from companion.memory.session import Session
from companion.moves import ChipsReturned, ChipsTaken
from companion.pieces import Chips, Color, Face, Give, Material
from companion.state import Finale, Phase
from tests.companion.playing import commands, four_players
from tests.corrections import jump_ahead
from tests.legal_commands import legal_command
from tests.luck import Luck

GREEN, BLUE, RED, PURPLE = Color.GREEN, Color.BLUE, Color.RED, Color.PURPLE
WOOD, WOOL, COPPER, STONE = Material
SWAP = Swap(by=PURPLE, pay=Chips(wood=1, wool=1, copper=1), take=STONE)


@pytest.fixture
def rolling(journal):
    """Four players at the first roll, all workers placed; each has one chip of each material."""
    session = Session.begin(journal, four_players())
    for command in commands(session.setup, 8):
        session.apply(command)
    session.settle_all()
    return session


@pytest.fixture
def minus(rolling):
    rolling.apply(Roll(by=GREEN, face=Face.MINUS))
    return rolling


def rows(session, color):
    return next(tray.rows for tray in session.trays() if tray.color == color)


def give(color, material=WOOD):
    return GiveBack(by=color, material=material)


def answered(session, *colors):
    for color in colors:
        session.apply(give(color))


def told(session):
    return [step.command for step in session.steps]


def test_answers_may_be_given_in_any_order_and_part_two_begins_after_the_last(minus):
    assert minus.state.asked == (GREEN, BLUE, RED, PURPLE)
    answered(minus, PURPLE, BLUE)
    assert (minus.state.asked, minus.answers) == ((GREEN, RED), (give(PURPLE), give(BLUE)))
    answered(minus, GREEN)
    assert (minus.state.phase, minus.state.asked) == (Phase.GIVE_BACK, (RED,))
    answered(minus, RED)
    assert (minus.state.phase, minus.state.asked, minus.answers) == (Phase.ACTION, (GREEN,), ())


def test_nobody_answers_twice(minus):
    answered(minus, PURPLE)
    with pytest.raises(RuleViolation, match="decision now"):
        minus.apply(give(PURPLE, STONE))


def test_an_answer_stands_in_the_tray_and_is_told_back_where_it_was_moved(minus):
    answered(minus, PURPLE)
    assert rows(minus, PURPLE) == (ChipsReturned((PURPLE,), Chips(wood=1)),)
    minus.settle(PURPLE)
    minus.take_back(PURPLE)
    assert rows(minus, PURPLE) == (ChipsTaken((PURPLE,), Chips(wood=1)),)
    minus.apply(give(PURPLE, STONE))
    assert rows(minus, PURPLE) == (
        ChipsReturned((PURPLE,), Chips(stone=1)),
        ChipsTaken((PURPLE,), Chips(wood=1)),
    )


def test_an_answer_is_taken_back_whoever_has_answered_since(minus):
    answered(minus, PURPLE, RED, GREEN)
    minus.take_back(RED)
    assert (minus.state.asked, minus.answers) == ((BLUE, RED), (give(PURPLE), give(GREEN)))
    minus.apply(give(RED, STONE))
    assert minus.answers == (give(PURPLE), give(GREEN), give(RED, STONE))
    minus.undo()
    minus.undo()
    assert minus.answers == (give(PURPLE), give(RED), give(GREEN))


@pytest.mark.parametrize("color", [GREEN, BLUE])
def test_only_an_answer_to_the_present_question_can_be_taken_back(minus, color):
    if color is BLUE:
        answered(minus, GREEN, PURPLE)
    else:
        answered(minus, GREEN, BLUE, RED, PURPLE)
    with pytest.raises(ValueError, match="no answer of theirs"):
        minus.take_back(color)


def test_undo_takes_answers_back_the_newest_first(minus):
    answered(minus, GREEN, PURPLE, RED)
    undone = [minus.undo().removed[0].command for _answer in range(3)]
    assert undone == [give(RED), give(PURPLE), give(GREEN)]
    assert minus.state.asked == (GREEN, BLUE, RED, PURPLE)
    minus.undo()
    assert minus.state.phase is Phase.ROLL
    for _answer in range(4):
        minus.redo()
    assert (minus.answers, minus.can_redo) == ((give(GREEN), give(PURPLE), give(RED)), False)


def test_once_all_have_answered_undo_asks_the_one_again_who_answered_last(minus, journal):
    answered(minus, PURPLE, GREEN, RED, BLUE)
    later = Session.resume(journal, minus.game_id)
    assert [step.command for step in later.undo().removed] == [give(BLUE)]
    assert (later.answers, later.state.asked) == ((give(PURPLE), give(GREEN), give(RED)), (BLUE,))
    again = Session.resume(journal, minus.game_id)
    assert (again.answers, again.state) == (later.answers, later.state)
    again.redo()
    assert told(again) == told(minus)


def test_nothing_is_done_again_against_what_somebody_has_answered_since(minus):
    answered(minus, PURPLE, GREEN)
    minus.undo()
    answered(minus, RED)
    assert not minus.can_redo
    with pytest.raises(ValueError, match="nothing to redo"):
        minus.redo()


def test_trays_tell_back_only_what_the_one_did_who_is_asked_again(minus):
    answered(minus, PURPLE, GREEN, RED, BLUE)
    minus.settle_all()
    minus.undo()
    assert rows(minus, BLUE) == (ChipsTaken((BLUE,), Chips(wood=1)),)
    assert [rows(minus, color) for color in (PURPLE, GREEN, RED)] == [(), (), ()]


def test_who_swaps_between_answers_swaps_at_once_and_undo_takes_it_back_by_itself(minus, journal):
    answered(minus, GREEN, BLUE)
    minus.apply(SWAP)
    again = Session.resume(journal, minus.game_id)
    assert (again.answers, again.state.asked) == ((give(GREEN), give(BLUE)), (RED, PURPLE))
    assert again.undo().removed[0].command == SWAP
    assert again.undo().removed[0].command == give(BLUE)
    again.redo()
    again.redo()
    answered(again, RED)
    assert told(again)[-4:] == [give(GREEN), give(BLUE), SWAP, give(RED)]


def test_an_answer_on_which_a_later_swap_rests_is_not_taken_back(rolling):
    rolling.apply(Roll(by=GREEN, face=Face.PLUS))
    rolling.apply(Take(by=PURPLE, material=STONE))
    rolling.apply(Swap(by=PURPLE, pay=Chips(stone=2, wool=1), take=WOOD))
    steps, answers = rolling.steps, rolling.answers
    with pytest.raises(HandViolation):
        rolling.take_back(PURPLE)
    assert (rolling.steps, rolling.answers) == (steps, answers)


def test_an_answer_that_a_hand_refuses_does_not_count_and_is_noted(minus):
    minus.apply(SWAP)
    steps = minus.steps
    with pytest.raises(HandViolation):
        minus.apply(give(PURPLE))
    assert (minus.answers, minus.steps) == ((), steps)
    assert [look.command for look in minus.game.looks] == [give(PURPLE)]


def test_who_has_no_chips_left_is_asked_no_more(minus):
    few = (SetHand(PURPLE, STONE, 0), SetSupply(STONE, 15))
    minus.apply(Correct(changes=few, why="counted"))
    chips = [SetHand(PURPLE, one, 0) for one in (WOOD, WOOL, COPPER)]
    supply = [SetSupply(one, 15) for one in (WOOD, WOOL, COPPER)]
    minus.apply(Correct(changes=(*chips, *supply), why="counted"))
    assert minus.state.asked == (GREEN, BLUE, RED)
    answered(minus, GREEN, BLUE, RED)
    assert minus.state.phase is Phase.ACTION


def test_after_plus_all_answer_at_once_too(rolling):
    rolling.apply(Roll(by=GREEN, face=Face.PLUS))
    rolling.apply(Take(by=BLUE, material=None))
    rolling.apply(Take(by=RED, material=WOOD))
    rolling.apply(Take(by=GREEN, material=STONE))
    assert rolling.state.asked == (PURPLE,)
    rolling.apply(Take(by=PURPLE, material=None))
    assert rolling.state.phase is Phase.ACTION


def test_a_swap_that_leaves_too_few_chips_lets_the_rest_answer_in_the_rules_order(rolling):
    few = (SetSupply(WOOD, 4), SetHand(GREEN, WOOD, 11))
    rolling.apply(Correct(changes=few, why="counted"))
    rolling.apply(Roll(by=GREEN, face=Face.PLUS))
    rolling.apply(Take(by=GREEN, material=STONE))
    assert rolling.state.asked == (BLUE, RED, PURPLE)
    rolling.apply(Swap(by=RED, pay=Chips(wool=1, copper=1, stone=1), take=WOOD))
    rolling.apply(Swap(by=PURPLE, pay=Chips(wool=1, copper=1, stone=1), take=WOOD))
    assert rolling.state.asked == (BLUE,)
    with pytest.raises(RuleViolation, match="blue's decision now"):
        rolling.apply(Take(by=RED, material=None))


# The final circuit


@pytest.fixture
def circuit(journal):
    """The final circuit, which asks at ten huts or more."""
    session, luck = Session.begin(journal, four_players()), Luck(5)
    while len(session.state.visits) < 10 or session.state.finale is not Finale.CIRCUIT:
        state = session.state
        if state.phase is Phase.ROLL and state.turn > 4 and state.finale is None:
            session.apply(jump_ahead(state, luck))
        assert state.phase is not Phase.FINISHED
        session.apply(legal_command(session.state, luck))
    return session


def none(color):
    return Offer(by=color, give=Give.NONE)


def test_who_gives_nothing_for_the_rest_is_asked_once(circuit):
    before = len(circuit.steps)
    owners = [circuit.state.hut_owner(field) for field in circuit.state.visits]
    asked = []
    while circuit.state.phase is Phase.OFFERING:
        asked.append(circuit.state.decider)
        circuit.apply(PassCircuit(by=asked[-1]))
    assert sorted(asked) == sorted(set(owners))
    assert circuit.state.phase is Phase.FINISHED
    assert [*recorded(circuit.steps[before:])] == [none(owner) for owner in owners]


def test_undo_asks_the_one_again_who_answered_last_and_never_who_has_passed(circuit, journal):
    states = []
    owner = circuit.state.decider
    while circuit.state.phase is Phase.OFFERING:
        states.append(circuit.state)
        decider = circuit.state.decider
        circuit.apply(PassCircuit(by=owner) if len(states) == 1 else none(decider))
        assert len(states) == 1 or decider != owner
    again = Session.resume(journal, circuit.game_id)
    for state in reversed(states):
        again.undo()
        assert again.state == state
    for state in states[1:]:
        again.redo()
        assert again.state == state


def test_the_record_of_who_passes_is_that_of_one_offer_after_another(circuit, journal):
    while circuit.state.phase is Phase.OFFERING:
        circuit.apply(PassCircuit(by=circuit.state.decider))
    exported = write_record(circuit.setup, recorded(circuit.steps))
    again = Session.begin(journal, circuit.setup)
    for command in recorded(circuit.steps):
        again.apply(command)
    assert write_record(again.setup, recorded(again.steps)) == exported
    assert again.state.winners == circuit.state.winners
    assert again.state.players == circuit.state.players
