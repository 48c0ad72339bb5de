import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.game import legal
from companion.memory.journal import Journal
from companion.memory.saved_rows import new_head
from companion.memory.session import Session
from companion.memory.summaries import summary_of
from tests.companion.memory.data_folders import ROWS, database, row
from tests.companion.memory.spoilt_disks import full_disk, read_only
from tests.companion.playing import two_players

GAME, OTHER_RELEASE, LOOK, LEAVE, THROW_AWAY = range(5)
DEEDS = st.lists(st.tuples(st.integers(GAME, THROW_AWAY), st.integers(0, 5)), max_size=12)


def add_as_an_older_release(folder, number):
    """A game, and a row of the first game that there is, by the first release's statements."""
    with database(folder) as file:
        file.execute(
            "INSERT INTO games (key, started, setup, begun_after) "
            "VALUES (?, '2026', '{}', (SELECT coalesce(max(place), 0) FROM steps))",
            (f"{number}",),
        )
        file.execute(
            "INSERT INTO steps (game, number, kind, time, command, events) SELECT "
            "game, max(number) + 1, 'undo', '2026', NULL, NULL FROM steps "
            "GROUP BY game ORDER BY game LIMIT 1"
        )


def told(folder):
    """The list without what is only worked out when somebody asks."""
    with closing(Journal.open(folder)) as journal:
        return [replace(game, summary=None) for game in journal.games()]


def throw_away(folder):
    with database(folder) as file:
        file.execute("DROP TABLE summaries")


@settings(max_examples=40, deadline=None)
@given(DEEDS)
def test_summaries_that_are_thrown_away_are_made_anew_as_they_were(deeds):
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        journal, heads = Journal.open(folder), []
        for number, (deed, more) in enumerate(deeds):
            match deed:
                case _ if deed == GAME:
                    heads.append(new_head(two_players()))
                    journal.save(heads[-1], [row(one) for one in range(1, more + 1)])
                case _ if deed == OTHER_RELEASE:
                    add_as_an_older_release(folder, number)
                case _ if deed == LOOK:
                    journal.games(limit=more)
                case _:
                    journal.close()
                    if deed == THROW_AWAY:
                        throw_away(folder)
                    journal = Journal.open(folder)
        here = [replace(game, summary=None) for game in journal.games()]
        journal.close()
        assert told(folder) == here
        throw_away(folder)
        assert told(folder) == here


def test_the_list_is_read_page_by_page(folder, opened):
    journal = opened(folder)
    for number in range(7):
        journal.save(new_head(two_players()), ROWS[: number % 3])
    whole = journal.games()
    pages = [journal.games(limit=3)]
    while pages[-1]:
        pages.append(journal.games(limit=3, before=pages[-1][-1]))
    assert [len(page) for page in pages] == [3, 3, 1, 0]
    assert tuple(game for page in pages for game in page) == whole


@pytest.fixture
def deeds(monkeypatch):
    """One entry for each thing that SQLite does from now on."""
    done, connect = [], sqlite3.connect

    def counted(*values, **named):
        file = connect(*values, **named)
        file.set_progress_handler(lambda: done.append(1), 1)
        return file

    monkeypatch.setattr(sqlite3, "connect", counted)
    return done


def start(folder, deeds):
    """How much SQLite does to open the journal, to tell its first games, and to begin one."""
    before = len(deeds)
    with closing(Journal.open(folder)) as journal:
        journal.games(limit=12)
        journal.save(new_head(two_players()), ())
        journal.games(limit=12)
    return len(deeds) - before


def test_a_start_does_the_same_with_few_games_and_with_many(folder, opened, deeds):
    journal = opened(folder)
    for _ in range(20):
        journal.save(new_head(two_players()), ROWS)
    journal.close()
    first, few = start(folder, deeds), start(folder, deeds)
    assert few <= first
    journal = opened(folder)
    for _ in range(400):
        journal.add(new_head(two_players()), ROWS)
    journal.close()
    start(folder, deeds)
    assert start(folder, deeds) == few


def test_how_a_game_stands_is_kept_until_it_goes_on(folder, opened):
    journal = opened(folder)
    session = Session.begin(journal, two_players())
    session.apply(next(legal(session.state)))
    (game,) = journal.games()
    assert game.summary is None
    journal.keep_summary(game, session.state)
    (game,) = opened(folder).games()
    assert game.summary == summary_of(session.state)
    session.undo()
    (later,) = journal.games()
    assert later.summary is None
    journal.keep_summary(game, session.state)  # somebody who was slow: the game has gone on
    assert journal.games()[0].summary is None


def test_a_summary_that_nobody_understands_is_none(folder, saved, opened):
    journal = opened(folder)
    journal._file.execute("""UPDATE summaries SET told = '{"players":[],"phase":"dance"}'""")
    assert journal.games()[0].summary is None


def test_steps_that_an_older_release_added_are_told(folder, saved, opened):
    journal = opened(folder)
    add_as_an_older_release(folder, 2)
    assert [(game.id, game.rows) for game in journal.games()] == [(1, 6), (2, 0)]
    assert opened(folder).games() == journal.games()


@pytest.mark.parametrize("disk", ["full", "read-only"])
def test_where_nothing_can_be_written_the_list_is_up_to_date_all_the_same(
    folder, saved, opened, disk
):
    add_as_an_older_release(folder, 2)
    throw_away(folder)
    with full_disk() if disk == "full" else read_only(folder):
        journal = opened(folder)
        assert journal.trouble is not None
        assert [(game.id, game.rows) for game in journal.games()] == [(1, 6), (2, 0)]


def test_the_list_stays_right_on_a_disk_that_fills_up(folder, saved, opened):
    journal = opened(folder)
    add_as_an_older_release(folder, 2)
    with full_disk():
        assert [(game.id, game.rows) for game in journal.games()] == [(1, 6), (2, 0)]
    assert journal.save(saved, (*journal.rows(1), row(7))) == 1
    assert [(game.id, game.rows) for game in journal.games()] == [(1, 7), (2, 0)]


def test_who_only_reads_hears_of_steps_that_come_later(folder, saved, opened):
    writing = opened(folder)
    reading = opened(folder, Journal.open_for_reading)
    for number in (6, 7):
        writing.save(saved, [*ROWS, *(row(more) for more in range(6, number + 1))])
        assert reading.games()[0].rows == number


def test_who_only_reads_needs_no_summaries_in_the_file(folder, saved, opened):
    throw_away(folder)
    before = (folder / "games.db").read_bytes()
    assert opened(folder, Journal.open_for_reading).games()[0].rows == 5
    assert (folder / "games.db").read_bytes() == before
