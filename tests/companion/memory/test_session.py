from contextlib import closing

import pytest
from msgspec.structs import replace

from companion import commands as do
from companion.errors import RuleViolation
from companion.memory.amending import InsertStep, ReplaceStep, prepare_amendment, step_changes
from companion.memory.boards import BoardShelf
from companion.memory.clock import current_timestamp
from companion.memory.database import DISK_FAILS, DISK_FULL, NOT_OPENED
from companion.memory.journal import Journal
from companion.memory.session import Session, read_game
from companion.pieces import Color, Face, Material, Rune
from companion.state import Board, Field
from tests.companion.memory.sessions import after_own_payment, in_play, played
from tests.companion.memory.spoilt_disks import full_disk
from tests.companion.playing import commands, told_by, two_players

READ_19 = do.EnterPrintedField(field=19, needs=(Material.WOOD, Material.STONE), rune=Rune.WAVES)


def test_a_full_disk_is_said_and_the_game_goes_on(journal, tmp_path):
    session = played(Session.begin(journal, two_players()), 5)
    with full_disk():
        for command in commands(two_players(), 12)[5:]:
            session.apply(command)
            assert session.unsaved in (DISK_FULL, DISK_FAILS)
        session.undo()
        session.redo()
        session.save_pending()
        assert session.unsaved is not None
    session.save_pending()
    assert session.unsaved is None
    with closing(Journal.open_for_reading(tmp_path)) as reading:
        assert told_by(read_game(reading, 1)) == told_by(session)
    assert len(session.steps) == 12


def test_a_game_that_begins_without_a_disk_gets_its_number_later(tmp_path):
    (tmp_path / "games.db").mkdir()
    with closing(Journal.open(tmp_path)) as journal:
        session = played(Session.begin(journal, two_players()), 6)
        assert session.unsaved == NOT_OPENED
        assert session.game_id is None
        (tmp_path / "games.db").rmdir()
        session.save_pending()
        assert (session.unsaved, session.game_id) == (None, 1)
        assert len(journal.game_rows(1).steps) == 6


def test_what_a_correction_says_is_printed_is_kept_for_later_games(journal, tmp_path):
    session = in_play(journal, BoardShelf(tmp_path))
    session.apply(READ_19)
    right = do.SetPrintedField(19, (Material.WOOL, Material.STONE), Rune.WAVES)
    session.apply(do.Correct(changes=(right,), why="misread"))
    assert session.notice is None
    assert session.state.board.field(19).needs == (Material.WOOL, Material.STONE)
    assert BoardShelf(tmp_path).default_board(4).field(19) == session.state.board.field(19)
    session.undo()
    assert BoardShelf(tmp_path).default_board(4).field(19).needs == READ_19.needs


def test_what_the_last_step_read_is_kept_even_if_the_app_ended_just_then(journal, tmp_path):
    session = in_play(journal)
    session.apply(READ_19)
    shelf = BoardShelf(tmp_path)
    Session.resume(journal, 1, shelf).undo()
    assert not shelf.default_board(4).field(19).is_known
    Session.resume(journal, 1).redo()
    Session.resume(journal, 1, shelf)
    assert shelf.default_board(4).field(19).is_known


def read_elsewhere(shelf, *numbers):
    """Fields of the side for four that are read for another game."""
    before = shelf.default_board(4)
    fields = list(before.fields)
    for number in numbers:
        fields[number - 1] = Field((Material.WOOD, Material.STONE), Rune.WAVES)
    shelf.save_changed_fields(before.name, before, Board(before.name, tuple(fields)))


def test_the_shelf_knows_it_still_where_the_game_takes_that_back(journal, tmp_path):
    shelf = BoardShelf(tmp_path)
    session = in_play(journal, shelf)
    read_elsewhere(shelf, 19)
    session.copy_fields_from_saved_board("Read in")
    session.undo()
    assert not session.state.board.field(19).is_known
    assert BoardShelf(tmp_path).default_board(4).field(19).is_known
    assert not session.copy_fields_from_saved_board("Read in"), "it could be done again"
    Session.resume(journal, session.game_id, shelf)
    assert shelf.default_board(4).field(19).is_known


def test_a_board_that_cannot_be_kept_is_a_notice_and_the_game_goes_on(journal, tmp_path):
    session = in_play(journal, BoardShelf(tmp_path))
    (tmp_path / "boards").write_text("no folder")
    session.apply(READ_19)
    assert session.state.board.field(19).is_known
    assert "the board file cannot be written (" in str(session.notice)
    assert str(tmp_path) not in str(session.notice)
    (tmp_path / "boards").unlink()
    session.undo()
    assert session.notice is None


def test_what_was_foreseen_from_another_state_is_forgotten(journal):
    session = Session.begin(journal, two_players())
    wood = do.PlaceWorker(by=Color.PURPLE, plain=Material.WOOD)
    session.preview(wood)
    session.apply(do.PlaceWorker(by=Color.PURPLE, plain=Material.WOOL))
    with pytest.raises(RuleViolation):
        session.preview(wood)
    session.undo()
    assert session.apply(wood).number == 2


def test_a_payment_of_the_table_s_own_stays_what_it_was_once_an_older_step_is_another(journal):
    session = after_own_payment(Session.begin(journal, two_players()))
    paid = (
        session.steps[-1].state_before.player(Color.PURPLE).hand
        - session.state.player(Color.PURPLE).hand
    )
    roll = next(step for step in session.steps if isinstance(step.command, do.Roll))
    place = session.steps.index(roll) + 1
    amendment = prepare_amendment(
        session.steps,
        [ReplaceStep(place, replace(roll.command, face=Face.WOOD))],
        current_timestamp(),
    )
    assert amendment.conflict is None
    session.amend(amendment)
    built = session.steps[-1]
    before, after = (
        built.state_before.player(Color.PURPLE).hand,
        built.after.player(Color.PURPLE).hand,
    )
    assert before != roll.after.player(Color.PURPLE).hand
    assert before - after == paid
    assert [
        new.command for _old, new in step_changes(amendment.old_steps, amendment.new_steps)
    ] == [replace(roll.command, face=Face.WOOD)]
    assert [entry.replaces for entry in session.log if entry.step == built] == [None]
    assert Session.resume(journal, session.game_id).state == session.state


def test_a_payment_of_the_table_s_own_that_a_hand_lacks_once_it_is_another_says_no_number(journal):
    session = after_own_payment(Session.begin(journal, two_players()))
    (place,) = (at for at, step in enumerate(session.steps, 1) if isinstance(step.command, do.Roll))
    chips = [do.SetHand(Color.PURPLE, Material.WOOD, 0), do.SetSupply(Material.WOOD, 17)]
    amendment = prepare_amendment(
        session.steps,
        [InsertStep(place + 1, do.Correct(changes=tuple(chips), why="counted"))],
        current_timestamp(),
    )
    assert amendment.conflict.position == place + 1
    assert amendment.conflict.refusal.rule == "pay.hand"
    assert "number" not in amendment.conflict.refusal.sentence.facts
