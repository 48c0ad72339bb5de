"""A saved game is gone on with: where it stood, and only from rows that make a game."""

from contextlib import closing

import pytest
from msgspec.structs import replace

from companion import commands as do
from companion.errors import JournalError
from companion.game import legal_commands
from companion.history import carry_out
from companion.memory.clock import current_timestamp
from companion.memory.journal import Journal
from companion.memory.played_game import PlayedGame
from companion.memory.session import Session, read_game
from companion.memory.snapshots import GAME_CUT
from companion.pieces import Color, Material
from tests.companion.memory.data_folders import set_aside, small_game
from tests.companion.memory.sessions import played
from tests.companion.playing import four_players, two_players

ROLL_BY_RED = ('[{"do":"roll","by":"red","face":"plus"}]', '[[["chip_returned","red","wood"]]]')
"""Nobody plays red in a game for two."""


def test_looking_at_a_game_is_not_playing_it(journal, tmp_path):
    played(Session.begin(journal, two_players()), 20)
    newest = Session.begin(journal, four_players()).game_id
    before, rows = journal.games(), journal.game(1)
    looked_at = Session.resume(journal, 1)
    looked_at.save_pending()
    with pytest.raises(ValueError, match="nothing to redo"):
        looked_at.redo()
    looked_at.save_pending()
    assert (journal.games(), journal.game(1)) == (before, rows)
    looked_at.undo()
    assert [game.id for game in journal.games()] == [1, newest]


@pytest.mark.parametrize("go_on", ["apply", "undo", "redo"])
def test_each_step_that_is_played_counts_as_playing(journal, go_on):
    session = played(Session.begin(journal, two_players()), 2)
    session.undo()
    other = Session.begin(journal, four_players()).game_id
    resumed = Session.resume(journal, 1)
    if go_on == "apply":
        resumed.apply(do.PlaceWorker(by=resumed.state.decider, plain=Material.COPPER))
    else:
        getattr(resumed, go_on)()
    assert [game.id for game in journal.games()] == [1, other]
    assert Session.resume(journal, 1).log == resumed.log
    (begun, taken_up) = journal.game(1).sessions
    assert (begun[1], taken_up[1]) == (0, 2), "how many steps there were"


def test_a_game_that_was_read_already_is_not_read_again(journal, monkeypatch):
    session = played(Session.begin(journal, two_players()), 20)
    read = read_game(journal, 1)
    monkeypatch.delattr(Journal, "game")
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
    journal.add(small_game(5).rows)
    journal.add(small_game(0, four_players()).rows)
    assert len(Session.resume(journal, 1, None, read).steps) == 5
    with pytest.raises(JournalError, match="no saved game 3"):
        Session.resume(journal, 3, None, read)


def test_resuming_asks_no_rule_again(journal):
    """A game stays as it was played, even if a rule is read otherwise later."""
    game = PlayedGame.begin(two_players())
    command = do.PlaceWorker(by=Color.PURPLE, plain=Material.WOOD)
    other = carry_out(game.state, replace(command, plain=Material.STONE), current_timestamp())
    game.add(replace(other, command=command))
    resumed = Session.resume(journal, journal.add(game.rows))
    assert resumed.state.stack(Material.STONE) == (Color.PURPLE,)
    assert resumed.steps[0].command == command


def with_step(game, commands, events, *, parent=3, origin=None):
    game.rows.steps.append((4, parent, origin, commands, events, current_timestamp()))


def with_head(game, act, head, made=0):
    game.rows.heads.append((1, 3, act, head, made, current_timestamp()))


MISFITS = {
    "undo to another step": lambda game: with_head(game, "undo", 1),
    "redo of nothing": lambda game: with_head(game, "redo", 3),
    "no such act": lambda game: with_head(game, "jump", 0),
    "no command": lambda game: with_step(game, "nothing", "[[]]"),
    "no step": lambda game: with_step(game, "[]", "[]"),
    "a player of another game": lambda game: with_step(game, *ROLL_BY_RED),
    "more chips than there are": lambda game: with_step(
        game,
        '[{"do":"roll","by":"purple","face":"wood"}]',
        '[[["yield_earned","wood",false,[["purple",1,99]]]]]',
    ),
    "another parent": lambda game: with_step(game, '[{"do":"declare_end"}]', "[[]]", parent=1),
    "a branch that changes nothing": lambda game: with_head(game, "branch", 3),
    "a branch without its steps": lambda game: with_head(game, "branch", 4, made=1),
    "a tray without its move": lambda game: game.rows.settled.append(
        (len(game.rows.settled) + 1, '[[1,9,"tapped"]]')
    ),
    "a look without its step": lambda game: game.rows.looks.append(
        (1, 3, 5, '{"do":"roll","by":"purple","face":"plus"}', current_timestamp())
    ),
}


@pytest.mark.parametrize("spoil", MISFITS.values(), ids=MISFITS)
def test_a_game_goes_on_as_it_stood_before_rows_that_make_none_and_the_file_is_kept(
    journal, tmp_path, spoil
):
    game = small_game(3)
    before = game.steps
    spoil(game)
    resumed = Session.resume(journal, journal.add(game.rows))
    assert resumed.notice == GAME_CUT
    assert resumed.steps in (before, before[:2])
    assert len(set_aside(tmp_path)) == 1
    resumed.apply(next(legal_commands(resumed.state)))
    assert read_game(journal, resumed.game_id).steps == resumed.steps
