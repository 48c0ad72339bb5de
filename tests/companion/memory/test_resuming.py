"""A saved game is gone on with: where it stood, and only from rows that make a game."""

from contextlib import closing

import pytest
from companion.memory.journal.rows import JournalRow, Kind, command_row, new_head
from companion.memory.timeline import Timeline, last_state

from companion import commands as do
from companion.errors import JournalError
from companion.game import decide
from companion.memory.journal import UNREADABLE_GAME, Journal
from companion.memory.session import ReadGame, Session
from companion.pieces import Color, Material, Rune
from tests.companion.memory.sessions import played
from tests.companion.playing import four_players, luck, one_more, two_players

READ_19 = do.Survey(field=19, needs=(Material.WOOD, Material.STONE), rune=Rune.WAVES)

MISFIT = JournalRow(
    1,
    Kind.COMMAND,
    "2026",
    '{"do":"roll","by":"red","face":"plus"}',
    '[{"event":"chip_returned","color":"red","material":"wood"}]',
)
"""Nobody plays red in a game for two."""

PLACED = JournalRow(
    1,
    Kind.COMMAND,
    "2026",
    '{"do":"place_worker","by":"purple","plain":"wood"}',
    '[{"event":"worker_placed","color":"purple","plain":"wood"}]',
)


def amends(first, *rows):
    """The second row of a game, which puts what these rows do in the place of the first one."""
    command = f'{{"first":{first},"commands":[{",".join(row.command for row in rows)}]}}'
    events = f"[{','.join(row.events for row in rows)}]"
    return JournalRow(2, Kind.AMEND, "2026", command, events)


@pytest.mark.parametrize("seed", range(2))
def test_a_game_is_resumed_exactly_where_it_stood(journal, tmp_path, seed):
    session = Session.begin(journal, four_players())
    chance = luck(seed)
    for _ in range(120):
        one_more(session, chance)
    steps, log, state = session.steps, session.log, session.state
    journal.close()
    with closing(Journal.open(tmp_path)) as again:
        resumed = Session.resume(again, 1)
        assert resumed.setup == session.setup
        assert resumed.state == state
        assert resumed.steps == steps
        assert resumed.can_redo == session.can_redo
        assert resumed.log == log
        resumed.undo()
        assert resumed.log[-2].kind is Kind.TAKEOVER
        assert again.rows(1)[-2].kind is Kind.TAKEOVER
        while resumed.can_undo:
            resumed.undo()
        assert resumed.state == steps[0].before


def test_looking_at_a_game_is_not_playing_it(journal, tmp_path):
    played(Session.begin(journal, two_players()), 20)
    newest = Session.begin(journal, four_players()).game_id
    before, rows = journal.games(), journal.rows(1)
    looked_at = Session.resume(journal, 1)
    looked_at.save_pending()
    with pytest.raises(ValueError, match="do again"):
        looked_at.redo()
    looked_at.save_pending()
    assert (journal.games(), journal.rows(1)) == (before, rows)
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
    assert resumed.log[-2].kind is Kind.TAKEOVER


def test_what_was_taken_back_before_the_restart_can_be_done_again_after_it(journal, tmp_path):
    session = played(Session.begin(journal, two_players()), 20)
    end = session.state
    for _ in range(5):
        session.undo()
    resumed = Session.resume(journal, 1)
    for _ in range(5):
        resumed.redo()
    assert resumed.state == end


def test_a_game_that_was_read_already_is_not_read_again(journal, monkeypatch):
    session = played(Session.begin(journal, two_players()), 20)
    read = ReadGame.of(journal, 1)
    monkeypatch.delattr(Journal, "rows")
    resumed = Session.resume(journal, 1, None, read)
    assert resumed.steps == session.steps
    assert resumed.undo() == session.steps[-1]
    assert resumed.log[-2].kind is Kind.TAKEOVER
    assert resumed.unsaved is None


def test_what_others_did_in_a_game_since_it_was_read_counts(journal, tmp_path):
    played(Session.begin(journal, two_players()), 20)
    read = ReadGame.of(journal, 1)
    with closing(Journal.open(tmp_path)) as elsewhere:
        other = Session.resume(elsewhere, 1)
        other.undo()
    resumed = Session.resume(journal, 1, None, read)
    assert resumed.steps == other.steps
    assert resumed.log == other.log
    assert resumed.unsaved is None


def test_another_game_of_the_same_number_is_not_taken_for_the_one_that_was_read(journal, tmp_path):
    played(Session.begin(journal, two_players()), 20)
    read = ReadGame.of(journal, 1)
    journal.close()
    for file in tmp_path.iterdir():
        file.unlink()
    journal.add(new_head(two_players()), read.rows[:5])
    journal.add(new_head(four_players()), [])
    assert len(Session.resume(journal, 1, None, read).steps) == 5
    with pytest.raises(JournalError, match="no saved game 3"):
        Session.resume(journal, 3, None, read)


def test_resuming_asks_no_rule_again(journal):
    """A game stays as it was played, even if a rule is read otherwise later."""
    setup = two_players()
    state = Timeline(setup).state
    command = do.PlaceWorker(by=Color.PURPLE, plain=Material.WOOD)
    events = decide(state, do.PlaceWorker(by=Color.PURPLE, plain=Material.STONE))
    game = journal.add(new_head(setup), [command_row(1, command, events)])
    resumed = Session.resume(journal, game)
    assert resumed.state.stack(Material.STONE) == (Color.PURPLE,)
    assert resumed.steps[0].command == command


@pytest.mark.parametrize(
    "rows",
    [
        [JournalRow(1, Kind.UNDO, "2026")],
        [JournalRow(1, Kind.REDO, "2026")],
        [JournalRow(1, Kind.COMMAND, "2026", "nothing", "[]")],
        [MISFIT],
        [JournalRow(1, Kind.AMEND, "2026", '{"first":1,"commands":[]}', "[]")],
    ],
)
def test_rows_that_make_no_game_are_unreadable_and_stay(journal, rows):
    game = journal.add(new_head(two_players()), rows)
    with pytest.raises(JournalError) as caught:
        Session.resume(journal, game)
    assert caught.value.args == (UNREADABLE_GAME,)
    assert list(journal.rows(game)) == rows


@pytest.mark.parametrize(
    "amendment",
    [amends(2, PLACED), amends(0, PLACED), amends(1, PLACED, PLACED), amends(1, MISFIT)],
)
def test_an_amendment_that_makes_no_game_is_left_out(journal, amendment):
    game = journal.add(new_head(two_players()), [PLACED, amendment])
    resumed = Session.resume(journal, game)
    assert [entry.number for entry in resumed.log] == [1]
    resumed.undo()
    assert [entry.kind for entry in resumed.log[1:]] == [Kind.TAKEOVER, Kind.UNDO]
    assert journal.rows(game) == (PLACED, amendment)


def test_rows_that_make_no_game_have_no_last_state():
    with pytest.raises(JournalError) as caught:
        last_state(two_players(), [MISFIT])
    assert caught.value.args == (UNREADABLE_GAME,)
