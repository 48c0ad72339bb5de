"""A game of which something is damaged is gone on with as it stood before that; nothing is lost."""

from contextlib import closing

import msgspec
import pytest
from companion.memory.journal.chain import DAMAGED_END
from companion.memory.journal.rows import Kind, new_head

from companion.errors import JournalError
from companion.memory.journal import UNREADABLE_GAME, Journal
from companion.memory.session import ReadGame, Session
from companion.memory.summary import summarize
from tests.companion.memory.data_folders import changed, database, drop_triggers, hash_anew, row
from tests.companion.memory.sessions import played
from tests.companion.playing import four_players, two_players

LENGTH = 60


@pytest.fixture
def session(journal):
    """A game of `LENGTH` steps, and another one after it."""
    journal.add(new_head(four_players()), [])
    return played(Session.begin(journal, two_players()), LENGTH)


def parts(events, tag):
    """The events of that kind, of yields what each worker brought."""
    found = [event for event in events if event["event"] == tag]
    return (
        [share for event in found for share in event["shares"]] if tag == "yield_earned" else found
    )


@pytest.fixture
def misfit(session, journal, tmp_path):
    """Has an event of the newest kind hold something else, hashed as it should be."""

    def put(tag, **changes):
        journal.close()
        (number, events, part) = next(
            (row.number, events, part)
            for row in reversed(journal.rows(session.game_id))
            if row.events
            for events in [msgspec.json.decode(row.events)]
            for part in parts(events, tag)
        )
        part.update(changes)
        told = msgspec.json.encode(events).decode()
        with database(tmp_path) as file:
            drop_triggers(file)
            file.execute(
                "UPDATE steps SET events = ? WHERE game = 2 AND number = ?", (told, number)
            )
            hash_anew(file, 2)
        return number

    return put


def spoil(folder, number):
    changed(folder, f"UPDATE steps SET time = '2027' WHERE game = 2 AND number = {number}")  # noqa: S608


def test_a_damaged_game_goes_on_as_it_stood_before_the_damage(session, journal, tmp_path):
    spoil(tmp_path, 41)
    with closing(Journal.open(tmp_path)) as again:
        (game, other) = again.games()
        assert (game.id, other.id) == (2, 1)
        resumed = Session.resume(again, game.id)
        assert resumed.notice == DAMAGED_END
        assert resumed.steps == session.steps[:40]
        resumed.undo()
        assert resumed.log[-2].kind is Kind.TAKEOVER
        assert resumed.notice is None
        assert resumed.game_id == 3
        assert [one.id for one in again.games()] == [3, 1]
    with closing(Journal.open(tmp_path)) as later:
        assert Session.resume(later, 3).steps == session.steps[:39]
        with database(tmp_path) as file:
            kept = "SELECT count(*) FROM steps WHERE game = 2"
            assert file.execute(kept).fetchone() == (LENGTH,)


def test_what_was_read_of_a_damaged_game_can_be_gone_on_with(session, journal, tmp_path):
    spoil(tmp_path, 41)
    with closing(Journal.open(tmp_path)) as again:
        read = ReadGame.intact_part(again, 2)
        assert read.damage == DAMAGED_END
        assert read.timeline.steps == session.steps[:40]
        with pytest.raises(JournalError) as caught:
            ReadGame.of(again, 2)
        assert caught.value.args == (UNREADABLE_GAME,)
        assert Session.resume(again, 2, None, read).notice == DAMAGED_END


def test_where_the_last_row_is_none_what_was_read_before_can_be_gone_on_with(
    session, journal, tmp_path
):
    journal.close()
    changed(
        tmp_path,
        "PRAGMA ignore_check_constraints = ON",
        "UPDATE steps SET kind = 'dance' WHERE place = (SELECT max(place) FROM steps)",
    )
    read = ReadGame.intact_part(journal, session.game_id)
    resumed = Session.resume(journal, session.game_id, read=read)
    assert resumed.state == session.steps[-1].before
    assert resumed.notice == DAMAGED_END


def test_a_game_of_which_nothing_is_good_is_left_out_alone(session, journal, tmp_path):
    spoil(tmp_path, 1)
    with closing(Journal.open(tmp_path)) as again:
        with pytest.raises(JournalError) as caught:
            Session.resume(again, 2)
        assert caught.value.args == (UNREADABLE_GAME,)
        assert Session.resume(again, 1).steps == ()


def test_the_list_tells_how_a_damaged_game_can_be_gone_on_with(session, journal, tmp_path):
    spoil(tmp_path, 41)
    with closing(Journal.open(tmp_path)) as again:
        summary = summarize(again, again.games()[0])
        assert summary.turn == session.steps[39].after.turn


@pytest.mark.parametrize(
    "change",
    [
        ("yield_earned", {"got": 99}),
        ("built", {"field": 922}),
        ("built", {"field": 0}),
        ("built", {"color": "red"}),
        ("decision_asked", {"color": "red"}),
        ("die_rolled", {"color": "green"}),
        ("turn_started", {"color": "red"}),
        ("druid_stepped", {"stone": 9}),
        ("worker_moved", {"level": 8}),
        ("points_scored", {"total": 90}),
        ("rune_taken", {"color": "red"}),
    ],
)
def test_a_row_that_can_be_read_but_is_of_no_game_is_left_out_with_what_follows(
    misfit, session, tmp_path, change
):
    tag, changes = change
    number = misfit(tag, **changes)
    with closing(Journal.open(tmp_path)) as again:
        resumed = Session.resume(again, 2)
        assert resumed.notice == DAMAGED_END
        assert resumed.steps == session.steps[: number - 1]
        assert Session.resume(again, 1).steps == ()


def test_whatever_a_row_raises_leaves_out_what_follows(session, journal, tmp_path, monkeypatch):
    """Rows that have rotten may raise anything: nobody can know what."""

    def fails(_row):
        raise RecursionError

    with closing(Journal.open(tmp_path)) as again:
        monkeypatch.setattr("companion.memory.timeline.read_events", fails)
        with pytest.raises(JournalError) as caught:
            Session.resume(again, 2)
    assert caught.value.args == (UNREADABLE_GAME,)


def test_a_setup_that_makes_no_game_is_left_out(journal):
    setup = msgspec.structs.replace(two_players(), players=two_players().players[:1])
    game = journal.add(new_head(setup), [row(1)])
    with pytest.raises(JournalError) as caught:
        Session.resume(journal, game)
    assert caught.value.args == (UNREADABLE_GAME,)
