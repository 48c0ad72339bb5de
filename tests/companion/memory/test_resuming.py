"""A saved game is gone on with: where it stood, and only from rows that make a game."""

from contextlib import closing

import pytest
from msgspec.structs import replace

from companion import commands as do
from companion.errors import JournalError
from companion.history import make_step
from companion.memory.clock import current_timestamp
from companion.memory.journal import Journal
from companion.memory.played_game import PlayedGame
from companion.memory.session import Session, read_game
from companion.pieces import Color, Material
from tests.companion.memory.data_folders import small_game
from tests.companion.memory.sessions import played
from tests.companion.playing import four_players, two_players


def test_looking_at_a_game_is_not_playing_it(journal, tmp_path):
    played(Session.begin(journal, two_players()), 20)
    newest = Session.begin(journal, four_players()).game_id
    before, rows = journal.games(), journal.game_rows(1)
    looked_at = Session.resume(journal, 1)
    looked_at.save_pending()
    with pytest.raises(ValueError, match="nothing to redo"):
        looked_at.redo()
    looked_at.save_pending()
    assert (journal.games(), journal.game_rows(1)) == (before, rows)
    looked_at.undo()
    assert [game.id for game in journal.games()] == [1, newest]


def test_a_game_that_was_read_already_is_not_read_again(journal, monkeypatch):
    session = played(Session.begin(journal, two_players()), 20)
    read = read_game(journal, 1)
    monkeypatch.delattr(Journal, "game_rows")
    resumed = Session.resume(journal, 1, None, read)
    assert resumed.steps == session.steps
    assert resumed.undo().removed == session.steps[-1:]
    assert resumed.unsaved is None


def test_what_others_did_in_a_game_since_it_was_read_counts(journal, tmp_path):
    played(Session.begin(journal, two_players()), 20)
    read = read_game(journal, 1)
    with closing(Journal.open(tmp_path)) as elsewhere:
        other = Session.resume(elsewhere, 1)
        other.undo()
    resumed = Session.resume(journal, 1, None, read)
    assert resumed.steps == other.steps
    assert resumed.log == other.log
    resumed.undo()
    assert resumed.unsaved is None


def test_another_game_of_the_same_number_is_not_taken_for_the_one_that_was_read(journal, tmp_path):
    played(Session.begin(journal, two_players()), 20)
    read = read_game(journal, 1)
    journal.close()
    for file in tmp_path.iterdir():
        file.unlink()
    journal.add_game(small_game(5).rows)
    journal.add_game(small_game(0, four_players()).rows)
    assert len(Session.resume(journal, 1, None, read).steps) == 5
    with pytest.raises(JournalError, match="no saved game 3"):
        Session.resume(journal, 3, None, read)


def test_resuming_asks_no_rule_again(journal):
    """A game stays as it was played, even if a rule is read otherwise later."""
    game = PlayedGame.begin(two_players())
    command = do.PlaceWorker(by=Color.PURPLE, plain=Material.WOOD)
    other = make_step(game.state, replace(command, plain=Material.STONE), current_timestamp())
    game.add_step(replace(other, command=command))
    resumed = Session.resume(journal, journal.add_game(game.rows))
    assert resumed.state.stack(Material.STONE) == (Color.PURPLE,)
    assert resumed.steps[0].command == command
