import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.game import legal
from companion.memory.journal.index import summary_of
from companion.memory.journal.journal import Journal
from companion.memory.journal.rows import new_head
from companion.memory.journal.taken_away import bring_back, take_away
from companion.memory.people import People
from companion.memory.session import Session, summed_up
from tests.companion.memory.data_folders import ROWS, database, row
from tests.companion.memory.spoilt_disks import full_disk, read_only
from tests.companion.playing import two_players

GAME, OTHER_RELEASE, LOOK, MOVE, LEAVE, THROW_AWAY = range(6)
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
        return lists(journal)


def lists(journal):
    """Both lists, and who plays in which games, without what is worked out when somebody asks."""
    ways = ({}, {"away": True}, {"names": ("Bo",)}, {"names": ("Bo", "Pim"), "away": True})
    return [[replace(game, summary=None) for game in journal.games(**way)] for way in ways]


def throw_away(folder):
    with database(folder) as file:
        file.execute("DROP TABLE listed_games")
        file.execute("DROP TABLE seats")


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
                case _ if deed == MOVE:
                    for game in journal.games(limit=1):
                        take_away(journal, game.id)
                    for game in journal.games(away=True)[more:]:
                        bring_back(journal, game.id)
                case _:
                    journal.close()
                    if deed == THROW_AWAY:
                        throw_away(folder)
                    journal = Journal.open(folder)
        here = lists(journal)
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
    journal.keep_summary(game, summary_of(session.state, 5))
    (game,) = opened(folder).games()
    assert game.summary == summary_of(session.state, 5)
    session.undo()
    (later,) = journal.games()
    assert later.summary is None
    journal.keep_summary(
        game, summary_of(session.state, 5)
    )  # somebody who was slow: the game has gone on
    assert journal.games()[0].summary is None


def test_a_summary_that_nobody_understands_is_none(folder, saved, opened):
    journal = opened(folder)
    journal._file.execute("""UPDATE listed_games SET told = '{"players":[],"phase":"dance"}'""")
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


def test_how_a_game_stands_is_worked_out_once_and_kept(folder, opened):
    journal = opened(folder)
    session = Session.begin(journal, two_players())
    session.apply(next(legal(session.state)))
    told = summed_up(journal, journal.games()[0])
    assert told == summary_of(session.state, None)
    assert journal.games()[0].summary == told


def look(journal, deeds, **which):
    """How much SQLite does for the third page of a list, and for the games on it."""
    page = journal.games(limit=10, before=journal.games(limit=10, **which)[-1], **which)
    before = len(deeds)
    journal.games(limit=5, before=page[-1], **which)
    return len(deeds) - before


@pytest.mark.parametrize(
    "which", [{}, {"names": ("Cem",)}, {"names": ("Cem", "Bo")}, {"away": True}], ids=str
)
def test_a_page_costs_the_same_with_few_games_and_with_many(folder, opened, deeds, which):
    journal = opened(folder)
    add_games(journal, 240, away=range(1, 241, 2))
    few = look(journal, deeds, **which)
    add_games(journal, 600, away=range(241, 841, 2))
    assert look(journal, deeds, **which) <= few


def test_the_list_of_people_costs_the_same_with_few_games_and_with_many(folder, opened, deeds):
    def cost():
        People.of(journal)
        before = len(deeds)
        People.of(journal)
        return len(deeds) - before

    journal = opened(folder)
    add_games(journal, 60)
    few = cost()
    add_games(journal, 600)
    assert cost() <= few


def add_games(journal, number, away=()):
    """So many games, in every third of which Cem and Dora play; those of `away` are taken away."""
    setup = two_players()
    ours = tuple(
        replace(seat, name=name) for seat, name in zip(setup.players, ("Cem", "Dora"), strict=True)
    )
    for game in range(number):
        players = setup.players if game % 3 else ours
        journal.add(new_head(replace(setup, players=players)), ROWS)
    for game in away:
        take_away(journal, game)
