"""Answers given before it is one's turn: kept, carried out in the rules' order, taken back."""

import pytest

from companion.commands import Correct, GiveBack, Offer, Roll, SetHand, SetSupply, Swap, Take
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
    assert minus.answer(give(GREEN)) == ()
    all_of_them = minus.answer(give(RED, COPPER))
    in_order = [give(GREEN), give(BLUE, STONE), give(RED, COPPER), give(PURPLE)]
    assert [step.command for step in all_of_them] == in_order
    assert told(minus) == [*before, *in_order]
    assert (minus.state.phase, minus.kept) == (Phase.ACTION, ())


def test_nothing_is_carried_out_before_all_have_answered_whose_turn_it_is_no_less(minus):
    """Else what the others are asked would lie elsewhere, or mean something else."""
    state = minus.state
    minus.answer(give(GREEN))
    assert minus.state is state
    assert (minus.asked, minus.kept) == ((BLUE, RED, PURPLE), (give(GREEN),))
    minus.take_back(GREEN)
    assert minus.asked == (GREEN, BLUE, RED, PURPLE)


def test_the_only_one_who_is_asked_answers_at_once(minus):
    for color in (GREEN, BLUE, RED):
        minus.apply(give(color))
    (step,) = minus.answer(give(PURPLE))
    assert (step.command, minus.state.phase) == (give(PURPLE), Phase.ACTION)


def test_what_was_kept_comes_to_the_disk_in_one_go(minus):
    saved = []
    save = minus._save

    def seen(head, rows, note, heard):
        saved.append((len(rows), note))
        save(head, rows, note, heard)

    minus._save = seen
    number = len(minus.log)
    for color in (GREEN, BLUE, RED, PURPLE):
        minus.answer(give(color))
    assert [rows for rows, _note in saved] == [number] * 3 + [number + 4]
    assert '"kept"' not in saved[-1][1].told


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
    assert (minus.kept, minus.asked) == ((give(GREEN),), (BLUE, RED, PURPLE))
    minus.undo()
    assert minus.asked == (GREEN, BLUE, RED, PURPLE)
    minus.undo()
    assert minus.state.phase is Phase.ROLL


def answered(session, *colors):
    for color in colors:
        session.answer(give(color))


def test_once_all_have_answered_undo_asks_the_one_again_who_answered_last(minus):
    answered(minus, PURPLE, GREEN, RED, BLUE)
    assert minus.undo() == give(BLUE)
    assert minus.state.phase is Phase.GIVE_BACK
    assert (minus.kept, minus.asked) == ((give(PURPLE), give(GREEN), give(RED)), (BLUE,))
    minus.answer(give(BLUE, STONE))
    assert told(minus)[-4:] == [give(GREEN), give(BLUE, STONE), give(RED), give(PURPLE)]
    assert [minus.undo() for _answer in range(4)] == [
        give(BLUE, STONE),
        give(RED),
        give(GREEN),
        give(PURPLE),
    ]


def test_who_answered_last_is_known_when_the_game_is_taken_over_and_without_that_is_the_last(
    minus, journal
):
    answered(minus, PURPLE, GREEN, RED, BLUE)
    later = Session.resume(journal, minus.game_id)
    assert later.undo() == give(BLUE)
    assert (later.kept, later.asked) == ((give(PURPLE), give(GREEN), give(RED)), (BLUE,))
    again = Session.resume(journal, later.game_id)
    assert (again.kept, again.state) == (later.kept, later.state)


def test_of_a_game_that_came_from_elsewhere_the_last_in_the_rules_order_is_asked_again(minus):
    for color in (GREEN, BLUE, RED, PURPLE):
        minus.apply(give(color))
    assert minus.undo() == give(PURPLE)
    assert (minus.kept, minus.asked) == ((give(GREEN), give(BLUE), give(RED)), (PURPLE,))


def test_what_all_have_answered_is_done_again_as_a_whole(minus):
    answered(minus, PURPLE, GREEN, RED, BLUE)
    done = told(minus)
    steps = minus.steps
    minus.undo()
    minus.undo()
    assert minus.redo() == give(RED)
    assert (minus.kept, minus.asked) == ((give(PURPLE), give(GREEN), give(RED)), (BLUE,))
    assert minus.redo().command == give(PURPLE)
    assert (told(minus), minus.steps, minus.kept, minus.can_redo) == (done, steps, (), False)
    assert minus.undo() == give(BLUE)


def test_answers_that_were_taken_back_are_given_again_though_none_was_carried_out(minus, journal):
    answered(minus, PURPLE, GREEN)
    minus.undo()
    minus.undo()
    again = Session.resume(journal, minus.game_id)
    assert (again.redo(), again.redo()) == (give(PURPLE), give(GREEN))
    assert (again.kept, again.can_redo) == ((give(PURPLE), give(GREEN)), False)


def test_an_answer_is_not_given_again_once_anybody_has_decided_anything_else(minus):
    answered(minus, PURPLE, GREEN)
    minus.undo()
    answered(minus, RED)
    assert not minus.can_redo
    minus.undo()
    minus.take_back(PURPLE)
    assert not minus.can_redo


def test_all_have_answered_where_the_last_answer_is_given_again(minus):
    answered(minus, PURPLE, GREEN, RED)
    minus.undo()
    minus.undo()
    answered(minus, BLUE, RED)
    minus.undo()
    minus.answer(give(GREEN, STONE))
    assert not minus.can_redo
    minus.undo()
    minus.redo()
    assert minus.kept == (give(PURPLE), give(BLUE), give(GREEN, STONE))
    answered(minus, RED)
    assert minus.undo() == give(RED)
    assert minus.redo().command == give(PURPLE)


def test_as_often_as_something_was_taken_back_it_is_done_again(minus):
    answered(minus, PURPLE, GREEN, RED, BLUE)
    done = told(minus)
    for _answer in range(5):
        minus.undo()
    assert minus.state.phase is Phase.ROLL
    for _answer in range(5):
        minus.redo()
    assert (told(minus), minus.can_redo) == (done, False)


def test_nothing_is_done_again_against_what_somebody_has_answered_since(minus):
    answered(minus, PURPLE, GREEN, RED, BLUE)
    minus.undo()
    minus.answer(give(GREEN, STONE))
    assert not minus.can_redo
    with pytest.raises(ValueError, match="nothing to do again"):
        minus.redo()
    minus.answer(give(GREEN))
    minus.redo()
    assert minus.state.phase is Phase.ACTION


def test_trays_tell_back_only_what_the_one_did_who_is_asked_again(minus):
    answered(minus, PURPLE, GREEN, RED, BLUE)
    for color in minus.state.colors:
        minus.moved(color)
    minus.undo()
    assert rows(minus, BLUE) == (ChipsTaken((BLUE,), Chips(wood=1)),)
    assert [rows(minus, color) for color in (PURPLE, GREEN, RED)] == [(), (), ()]


def test_what_was_swapped_after_an_answer_is_taken_back_before_it(minus, journal):
    answered(minus, GREEN, BLUE)
    swap = Swap(by=PURPLE, pay=Chips(wood=1, wool=1, copper=1), take=STONE)
    minus.answer(swap)
    again = Session.resume(journal, minus.game_id)
    assert again.undo().command == swap
    assert again.kept == (give(GREEN), give(BLUE))
    assert again.undo() == give(BLUE)
    assert again.redo() == give(BLUE)
    assert again.redo().command == swap
    answered(again, RED)
    assert again.undo() == give(RED)
    assert again.undo().command == swap


def test_what_was_swapped_between_answers_is_taken_back_by_itself(minus):
    answered(minus, GREEN, BLUE)
    minus.answer(Swap(by=PURPLE, pay=Chips(wood=1, wool=1, copper=1), take=STONE))
    assert minus.kept == (give(GREEN), give(BLUE))
    minus.answer(give(RED))
    minus.answer(give(PURPLE, STONE))
    undone = [minus.undo() for _answer in range(4)]
    assert undone == [give(PURPLE, STONE), give(RED), give(BLUE), give(GREEN)]
    assert isinstance(minus.undo().command, Swap)


def test_nobody_is_asked_twice_and_nobody_out_of_turn_where_one_depends_on_another(rolling):
    with pytest.raises(RuleViolation, match="decision now"):
        rolling.answer(Roll(by=BLUE, face=Face.WOOD))
    with pytest.raises(RuleViolation, match="roll the die first"):
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


def test_undoing_a_swap_brings_back_the_answer_that_it_dropped(minus, journal):
    answered(minus, GREEN, PURPLE)
    minus.answer(give(RED, STONE))
    waited = minus.kept
    minus.moved(PURPLE)
    minus.answer(Swap(by=PURPLE, pay=Chips(wood=1, wool=1, copper=1), take=STONE))
    assert minus.kept == (give(GREEN), give(RED, STONE))
    again = Session.resume(journal, minus.game_id)
    again.undo()
    assert (again.kept, again.asked) == (waited, (BLUE,))
    assert rows(again, PURPLE) == (), "what they had returned lies where it belongs"
    again.redo()
    assert again.kept == (give(GREEN), give(RED, STONE))
    again.undo()
    assert [again.undo() for _answer in range(3)] == list(reversed(waited))


def test_undoing_a_swap_brings_back_no_answer_that_was_taken_back_since(minus):
    answered(minus, GREEN, PURPLE)
    minus.answer(Swap(by=PURPLE, pay=Chips(wood=1, wool=1, copper=1), take=STONE))
    minus.take_back(GREEN)
    minus.undo()
    assert minus.kept == (give(PURPLE),)


def test_after_plus_all_answer_at_once_too(rolling):
    rolling.answer(Roll(by=GREEN, face=Face.PLUS))
    rolling.answer(Take(by=BLUE, material=None))
    rolling.answer(Take(by=RED, material=WOOD))
    rolling.answer(Take(by=GREEN, material=STONE))
    assert rolling.asked == (PURPLE,)
    rolling.answer(Take(by=PURPLE, material=None))
    assert [command.by for command in told(rolling)[-4:]] == [GREEN, BLUE, RED, PURPLE]


def test_a_swap_that_leaves_too_few_chips_lets_the_rest_answer_in_the_rules_order(rolling):
    few = (SetSupply(WOOD, 4), SetHand(GREEN, WOOD, 11))
    rolling.apply(Correct(changes=few, why="counted"))
    rolling.answer(Roll(by=GREEN, face=Face.PLUS))
    rolling.answer(Take(by=GREEN, material=STONE))
    assert rolling.asked == (BLUE, RED, PURPLE)
    rolling.answer(Swap(by=RED, pay=Chips(wool=1, copper=1, stone=1), take=WOOD))
    rolling.answer(Swap(by=PURPLE, pay=Chips(wool=1, copper=1, stone=1), take=WOOD))
    assert told(rolling)[-1] == Take(by=GREEN, material=STONE)
    assert (rolling.asked, rolling.kept) == ((BLUE,), ())
    assert rolling.undo().command == Take(by=GREEN, material=STONE)


def test_who_is_asked_again_where_chips_have_become_too_few_leaves_somebody_to_be_asked(rolling):
    few = (SetSupply(WOOD, 4), SetHand(GREEN, WOOD, 11))
    rolling.apply(Correct(changes=few, why="counted"))
    rolling.answer(Roll(by=GREEN, face=Face.PLUS))
    for color in (GREEN, RED, BLUE):
        rolling.answer(Take(by=color, material=None))
    for color in (GREEN, RED, PURPLE):
        rolling.answer(Swap(by=color, pay=Chips(wool=1, copper=1, stone=1), take=WOOD))
    assert rolling.asked == (PURPLE,)
    rolling.take_back(BLUE)
    assert told(rolling)[-1] == Take(by=GREEN, material=None)
    assert (rolling.asked, rolling.kept) == ((BLUE,), (Take(by=RED, material=None),))


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
    assert again.kept == (give(PURPLE), give(RED))
    again.answer(give(BLUE))
    again.answer(give(GREEN))
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
