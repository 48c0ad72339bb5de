"""A damaged game is repaired from its snapshot, or goes on as it stood before the damage."""

from contextlib import closing

import msgspec
import pytest

from companion.errors import JournalError
from companion.memory.journal import UNREADABLE_GAME, GameHead, GameRows, Journal
from companion.memory.played_game import PlayedGame
from companion.memory.session import Session
from companion.memory.snapshots import GAME_CUT, GAME_REPAIRED, IntegrityCheck, Snapshots
from companion.pieces import Color
from tests.companion.memory.data_folders import (
    changed,
    go_on,
    set_aside,
    small_game,
)
from tests.companion.memory.sessions import played
from tests.companion.playing import four_players, two_players

LENGTH = 60


@pytest.fixture
def session(journal):
    """A game of `LENGTH` steps, and another one before it."""
    journal.add(small_game(3, four_players()).rows)
    return played(Session.begin(journal, two_players()), LENGTH)


def spoil(folder, number, table="steps"):
    changed(folder, f"UPDATE {table} SET crc = 7 WHERE game = 2 AND number = {number}")


def check(folder):
    checking = IntegrityCheck(folder / "games.db")
    checking.run()
    return checking.damaged


def test_a_damaged_game_goes_on_as_it_stood_before_the_damage(session, journal, tmp_path):
    spoil(tmp_path, 41)
    with closing(Journal.open(tmp_path)) as again:
        assert [game.id for game in again.games()] == [2, 1]
        resumed = Session.resume(again, 2)
        assert resumed.notice == GAME_CUT
        assert resumed.steps == session.steps[:40]
        resumed.undo()
        assert resumed.notice is None
        assert resumed.unsaved is None
        assert resumed.game_id == 2
    with closing(Journal.open(tmp_path)) as later:
        assert Session.resume(later, 2).steps == session.steps[:39]
        assert Session.resume(later, 1).notice is None
    (kept,) = set_aside(tmp_path)
    with closing(Journal.open_for_reading(tmp_path, kept)) as file:
        count = "SELECT count(*) FROM steps WHERE game = 2"
        assert file.read(lambda one: one.execute(count).fetchone()) == (LENGTH,)


@pytest.mark.parametrize(
    ("table", "number"),
    [("steps", 1), ("steps", 41), ("steps", LENGTH), ("settled", 1), ("sessions", 1)],
)
def test_a_damaged_game_that_was_checked_comes_back_whole(
    session, journal, tmp_path, table, number
):
    assert check(tmp_path) == []
    spoil(tmp_path, number, table)
    assert check(tmp_path) == [2]
    with closing(Journal.open(tmp_path)) as again:
        resumed = Session.resume(again, 2)
        assert resumed.notice == GAME_REPAIRED
        assert resumed.steps == session.steps
        assert resumed.game.trays.open_moves() == session.game.trays.open_moves()
        assert again.game(2) == session.game.rows
    assert check(tmp_path) == []
    assert set_aside(tmp_path) == []


def test_what_was_played_after_the_snapshot_is_put_behind_it(session, journal, tmp_path):
    check(tmp_path)
    session.undo()
    session.redo()
    session.settle(Color.BLUE)
    spoil(tmp_path, 41)
    with closing(Journal.open(tmp_path)) as again:
        resumed = Session.resume(again, 2)
        assert resumed.notice == GAME_REPAIRED
        assert again.game(2) == session.game.rows


def test_damage_behind_the_snapshot_costs_only_what_follows_it(session, journal, tmp_path):
    check(tmp_path)
    go_on(session.game, 10)
    session.save_pending()
    spoil(tmp_path, LENGTH + 5)
    with closing(Journal.open(tmp_path)) as again:
        resumed = Session.resume(again, 2)
        assert resumed.notice == GAME_CUT
        assert len(set_aside(tmp_path)) == 1
        steps = len(resumed.steps)
        assert LENGTH <= steps <= LENGTH + 4
        assert resumed.steps == session.steps[:steps]


def test_whatever_a_row_raises_is_an_unreadable_game(session, journal, monkeypatch):
    """Rows that have rotten may raise anything: nobody can know what."""

    def fails(_row):
        raise RecursionError

    monkeypatch.setattr("companion.memory.played_game._read_step", fails)
    with pytest.raises(JournalError) as caught:
        PlayedGame.load(journal.game(2))
    assert caught.value.args == (UNREADABLE_GAME,)


def test_a_setup_that_makes_no_game_is_left_out(journal):
    setup = msgspec.structs.replace(two_players(), players=two_players().players[:1])
    game = journal.add(GameRows(GameHead.new(setup), sessions=[(1, 0, "2026")]))
    with pytest.raises(JournalError) as caught:
        Session.resume(journal, game)
    assert caught.value.args == (UNREADABLE_GAME,)


def test_no_snapshot_of_another_game_is_taken_for_one(session, journal, tmp_path):
    check(tmp_path)
    snapshots = Snapshots(tmp_path)
    other = journal.head(1).key
    (path,) = (tmp_path / "snapshots").glob(f"{other}-*")
    path.rename(path.with_name(f"{session.game.key}-99999"))
    assert snapshots.newest(session.game.key) == session.game.rows
