"""Answers given before it is one's turn: kept, carried out in the rules' order, taken back."""

import pytest

from companion.commands import GiveBack, Offer, Roll, Swap, Take
from companion.errors import HandViolation, RuleViolation
from companion.memory.record import write_record
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


@pytest.fixture
def rolling(journal):
    """Four players at the first roll, all workers placed; each has one chip of each material."""
    session = Session.begin(journal, four_players())
    for command in commands(session.setup, 8):
        session.apply(command)
    for color in session.state.colors:
        session.moved(color)
    return session


@pytest.fixture
def minus(rolling):
    rolling.answer(Roll(by=GREEN, face=Face.MINUS))
    return rolling


def rows(session, color):
    return next(tray.rows for tray in session.trays() if tray.color == color)


def give(color, material=WOOD):
    return GiveBack(by=color, material=material)


def told(session):
    return [step.command for step in session.steps]


def test_answers_in_any_order_make_the_record_of_one_after_another(minus):
    before = told(minus)
    assert minus.asked == (GREEN, BLUE, RED, PURPLE)
    assert minus.answer(give(PURPLE)) == ()
    assert minus.answer(give(BLUE, STONE)) == ()
    assert (minus.asked, told(minus)) == ((GREEN, RED), before)
    first = minus.answer(give(GREEN))
    assert [step.command for step in first] == [give(GREEN), give(BLUE, STONE)]
    last = minus.answer(give(RED, COPPER))
    assert [step.command for step in last] == [give(RED, COPPER), give(PURPLE)]
    in_order = [give(GREEN), give(BLUE, STONE), give(RED, COPPER), give(PURPLE)]
    assert told(minus) == [*before, *in_order]
    assert (minus.state.phase, minus.kept) == (Phase.ACTION, ())


def test_what_was_kept_comes_to_the_disk_in_one_go_with_what_it_follows(minus):
    saved = []
    save = minus._save

    def seen(head, rows, *others):
        saved.append(len(rows))
        save(head, rows, *others)

    minus._save = seen
    number = len(minus.log)
    minus.answer(give(BLUE))
    minus.answer(give(RED))
    minus.answer(give(GREEN))
    assert saved[-1] == number + 3
    assert number + 1 not in saved
    assert number + 2 not in saved


def test_an_answer_that_is_kept_stands_in_the_tray_and_is_told_back_where_it_was_moved(minus):
    minus.answer(give(PURPLE))
    assert rows(minus, PURPLE) == (ChipsReturned((PURPLE,), Chips(wood=1)),)
    minus.take_back(PURPLE)
    assert rows(minus, PURPLE) == ()
    minus.answer(give(PURPLE, STONE))
    minus.moved(PURPLE)
    assert rows(minus, PURPLE) == ()
    minus.answer(give(PURPLE))
    assert rows(minus, PURPLE) == (
        ChipsReturned((PURPLE,), Chips(wood=1)),
        ChipsTaken((PURPLE,), Chips(stone=1)),
    )
    minus.moved(PURPLE)
    for color in (GREEN, BLUE, RED):
        minus.answer(give(color))
    assert rows(minus, PURPLE) == ()
    assert rows(minus, RED) == (ChipsReturned((RED,), Chips(wood=1)),)


def test_an_answer_takes_the_place_of_one_that_was_kept(minus):
    minus.answer(give(PURPLE))
    minus.answer(give(RED))
    minus.answer(give(PURPLE, WOOL))
    assert minus.kept == (give(RED), give(PURPLE, WOOL))


def test_undo_takes_kept_answers_back_first_the_newest_of_them_first(minus):
    minus.answer(give(GREEN))
    minus.answer(give(PURPLE))
    minus.answer(give(RED))
    assert minus.undo() == give(RED)
    assert minus.undo() == give(PURPLE)
    assert (minus.kept, minus.asked) == ((), (BLUE, RED, PURPLE))
    minus.undo()
    assert minus.asked == (GREEN, BLUE, RED, PURPLE)


def test_a_step_that_was_kept_is_taken_back_like_any_other(minus):
    minus.answer(give(BLUE))
    minus.answer(give(GREEN))
    minus.undo()
    assert (minus.asked, minus.kept) == ((BLUE, RED, PURPLE), ())
    minus.redo()
    assert minus.asked == (RED, PURPLE)


def test_a_step_done_again_lets_a_kept_answer_follow(minus):
    minus.answer(give(GREEN))
    minus.undo()
    minus.answer(give(BLUE, STONE))
    minus.redo()
    assert told(minus)[-2:] == [give(GREEN), give(BLUE, STONE)]
    assert minus.asked == (RED, PURPLE)


def test_nobody_is_asked_twice_and_nobody_out_of_turn_where_one_depends_on_another(rolling):
    with pytest.raises(RuleViolation, match="decision now"):
        rolling.answer(Roll(by=BLUE, face=Face.WOOD))
    with pytest.raises(RuleViolation, match="first comes the roll"):
        rolling.answer(give(BLUE))
    assert rolling.kept == ()


def test_an_answer_that_a_hand_refuses_is_not_kept_and_leaves_a_line_in_the_log(minus):
    minus.answer(Swap(by=PURPLE, pay=Chips(wood=1, wool=1, copper=1), take=STONE))
    lines = len(minus.log)
    with pytest.raises(HandViolation):
        minus.answer(give(PURPLE))
    assert (minus.kept, len(minus.log)) == ((), lines + 1)


def test_an_answer_whose_chip_is_swapped_away_is_asked_for_once_more(minus):
    minus.answer(give(PURPLE))
    minus.answer(give(RED, STONE))
    minus.answer(Swap(by=PURPLE, pay=Chips(wood=1, wool=1, copper=1), take=STONE))
    assert (minus.kept, minus.asked) == ((give(RED, STONE),), (GREEN, BLUE, PURPLE))


def test_after_plus_all_answer_at_once_too(rolling):
    rolling.answer(Roll(by=GREEN, face=Face.PLUS))
    rolling.answer(Take(by=BLUE, material=None))
    rolling.answer(Take(by=RED, material=WOOD))
    rolling.answer(Take(by=GREEN, material=STONE))
    assert rolling.asked == (PURPLE,)


# The final circuit


def in_circuit(session, luck):
    """Play until the final circuit asks at ten huts or more."""
    while len(session.state.visits) < 10 or session.state.finale is not Finale.CIRCUIT:
        state = session.state
        if state.phase is Phase.ROLL and state.turn > 4 and state.finale is None:
            session.apply(jump_ahead(state, luck))
        assert state.phase is not Phase.FINISHED
        session.apply(legal_command(session.state, luck))


@pytest.fixture
def circuit(journal):
    session = Session.begin(journal, four_players(), save=lambda _head, _rows, _open, told: told(1))
    in_circuit(session, Luck(5))
    return session


def huts_to_come(session):
    return [session.state.hut_owner(field) for field in session.state.visits]


def none(color):
    return Offer(by=color, give=Give.NONE)


def test_who_gives_nothing_for_the_rest_is_asked_once(circuit):
    before, owners = told(circuit), huts_to_come(circuit)
    asked = 0
    resting = set()
    while circuit.state.phase is Phase.OFFERING:
        owner = circuit.state.decider
        assert owner not in resting
        resting.add(owner)
        circuit.nothing_for_the_rest()
        asked += 1
    assert asked == len(set(owners))
    assert told(circuit) == [*before, *map(none, owners)]
    assert circuit.state.phase is Phase.FINISHED


def test_undo_takes_a_run_back_with_the_answer_that_it_followed_and_asks_again(circuit):
    """The first owner gives nothing for the rest; another one is asked at each hut of theirs."""
    states = []
    owner = circuit.state.decider
    while circuit.state.phase is Phase.OFFERING:
        states.append(circuit.state)
        if len(states) == 1:
            circuit.nothing_for_the_rest()
        else:
            assert circuit.state.decider != owner
            circuit.answer(none(circuit.state.decider))
    end = circuit.state
    for state in reversed(states):
        circuit.undo()
        assert circuit.state == state
    assert circuit.asked == (owner,)
    steps = circuit.nothing_for_the_rest()
    assert circuit.state == states[1]
    assert {step.command for step in steps} == {none(owner)}
    circuit.undo()
    circuit.answer(none(owner))
    while circuit.state.phase is Phase.OFFERING:
        circuit.answer(none(circuit.state.decider))
    assert circuit.state == end


def test_a_run_is_done_again_with_the_answer_that_it_follows(circuit):
    states = [circuit.state]
    circuit.nothing_for_the_rest()
    while circuit.state.phase is Phase.OFFERING:
        states.append(circuit.state)
        circuit.answer(none(circuit.state.decider))
    while circuit.state != states[0]:
        circuit.undo()
    for state in states[1:]:
        circuit.redo()
        assert circuit.state == state


def test_nobody_gives_nothing_for_the_rest_before_the_circuit(rolling):
    with pytest.raises(ValueError, match="only in the final circuit"):
        rolling.nothing_for_the_rest()


def test_a_restart_changes_nothing_of_what_was_answered_before_it_is_asked(journal, minus):
    minus.answer(give(PURPLE))
    minus.answer(give(RED))
    again = Session.resume(journal, minus.game_id)
    assert (again.kept, again.asked) == (minus.kept, (GREEN, BLUE))
    again.answer(give(GREEN))
    again = Session.resume(journal, minus.game_id)
    again.undo()
    assert again.kept == (give(PURPLE),)
    again.answer(give(BLUE))
    again.answer(give(RED))
    assert Session.resume(journal, minus.game_id).state.phase is Phase.ACTION


def test_a_restart_changes_nothing_of_a_run(journal):
    session = Session.begin(journal, four_players())
    in_circuit(session, Luck(5))
    before, owner = session.state, session.state.decider
    session.nothing_for_the_rest()
    again = Session.resume(journal, session.game_id)
    while again.state.phase is Phase.OFFERING and again.state.decider != owner:
        again.answer(none(again.state.decider))
    assert again.state.phase is Phase.FINISHED
    again = Session.resume(journal, session.game_id)
    while again.state != before:
        again.undo()
        assert again.state == before or again.state.decider != owner
    assert again.asked == (owner,)


def test_the_record_is_that_of_one_after_another(circuit, journal):
    circuit.nothing_for_the_rest()
    exported = write_record(circuit.setup, told(circuit))
    again = Session.begin(journal, circuit.setup)
    for command in told(circuit):
        again.apply(command)
    assert write_record(again.setup, told(again)) == exported
    assert again.state == circuit.state
