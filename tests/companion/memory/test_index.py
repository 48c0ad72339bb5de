import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

import pytest
from companion.memory.journal.rows import new_head
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.game import legal
from companion.memory.journal import Journal
from companion.memory.people import People
from companion.memory.session import Session
from companion.memory.summary import summarize, summary_of
from tests.companion.memory.data_folders import ROWS, add_row, database, row
from tests.companion.memory.spoilt_disks import full_disk, read_only
from tests.companion.playing import two_players

GAME, OTHER_APP, LOOK, MOVE, LEAVE, THROW_AWAY = range(6)
DEEDS = st.lists(st.tuples(st.integers(GAME, THROW_AWAY), st.integers(0, 5)), max_size=12)


def add_as_another_app(folder, number):
    """A game, and a row of the first game that there is."""
    with database(folder) as file:
        file.execute(
            "INSERT INTO games (key, started, setup, begun_after, format, hash) "
            "VALUES (?, '2026', '{}', (SELECT coalesce(max(place), 0) FROM steps), 1, x'00')",
            (f"{number}",),
        )
        last = "SELECT game, max(number) FROM steps GROUP BY game ORDER BY game LIMIT 1"
        for game, written in file.execute(last).fetchall():
            add_row(file, game, written + 1)


def told(folder):
    """The list without what is only worked out when somebody asks."""
    with closing(Journal.open(folder)) as journal:
        return lists(journal)


def lists(journal):
    """Both lists, and who plays in which games, without what is worked out when somebody asks."""
    ways = ({}, {"archived": True}, {"names": ("Bo",)}, {"names": ("Bo", "Pim"), "archived": True})
    return [[replace(game, summary=None) for game in journal.games(**way)] for way in ways]


def throw_away(folder):
    with database(folder) as file:
        file.execute("DROP TABLE IF EXISTS game_index")


@settings(max_examples=40, deadline=None)
@given(DEEDS)
def test_an_index_that_is_thrown_away_is_made_anew_as_it_was(deeds):
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        journal, heads = Journal.open(folder), []
        for number, (deed, more) in enumerate(deeds):
            match deed:
                case _ if deed == GAME:
                    heads.append(new_head(two_players()))
                    journal.save(heads[-1], [row(one) for one in range(1, more + 1)])
                case _ if deed == OTHER_APP:
                    add_as_another_app(folder, number)
                case _ if deed == LOOK:
                    journal.games(limit=more)
                case _ if deed == MOVE:
                    for game in journal.games(limit=1):
                        journal.archive(game.id)
                    for game in journal.games(archived=True)[more:]:
                        journal.unarchive(game.id)
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


@pytest.mark.parametrize(
    ("way", "number"),
    [
        ({}, 15),
        ({"unfinished": True}, 15),
        ({"archived": True}, 6),
        ({"names": ("Cem", "Nobody")}, 5),
        ({"names": ("Cem",), "unfinished": True}, 5),
        ({"names": ("Cem",), "archived": True}, 2),
    ],
)
def test_the_list_is_read_page_by_page(folder, opened, way, number):
    journal = opened(folder)
    add_games(journal, 21)
    for game in journal.games()[::4]:
        journal.archive(game.id)
    damaged = journal.games(names=("Cem",))[0]
    journal.add(damaged.head, ROWS, instead=True)
    whole = journal.games(**way)
    pages = [journal.games(3, **way)]
    while pages[-1]:
        pages.append(journal.games(3, pages[-1][-1], **way))
    assert len(whole) == number
    assert damaged.id not in {game.id for game in whole}
    assert all(len(page) == 3 for page in pages[:-2]), "a damaged game leaves no gap"
    assert [game for page in pages for game in page] == [*whole]


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


@pytest.mark.parametrize(
    "rot",
    [
        lambda kept: b"\0",
        lambda kept: b"\xff" + kept,
        lambda kept: kept[:4] + b'["Eve"]',  # names still, but others
    ],
)
def test_names_that_have_rotted_are_made_anew_and_cost_no_other(folder, opened, rot):
    journal = opened(folder)
    add_games(journal, 4)
    before = People.of(journal), lists(journal)
    journal.close()
    with database(folder) as file:
        found = file.execute("SELECT names, game FROM game_index WHERE game < 3").fetchall()
        rotten = [(rot(kept), game) for kept, game in found]
        file.executemany("UPDATE game_index SET names = ? WHERE game = ?", rotten)
    reading = opened(folder, Journal.open_for_reading)
    assert (People.of(reading), lists(reading)) == before
    assert (People.of(opened(folder)), lists(opened(folder))) == before


def test_a_summary_that_has_rotted_is_none_and_worked_out_anew(folder, opened):
    journal = opened(folder)
    session = Session.begin(journal, two_players())
    session.apply(next(legal(session.state)))
    kept = summarize(journal, journal.games()[0])
    with database(folder) as file:
        file.execute("UPDATE game_index SET summary = CAST(substr(summary, 2) AS BLOB)")
    assert journal.games()[0].summary is None
    assert summarize(journal, journal.games()[0]) == kept
    assert journal.games()[0].summary == kept


def test_a_place_that_none_can_have_does_not_hide_what_comes_later(folder, saved, opened):
    with database(folder) as file:
        file.execute("UPDATE game_index SET place = 1 << 40")
    journal = opened(folder)
    journal.save(saved, (*ROWS, row(6)))
    assert journal.games()[0].rows == 6


def test_steps_that_another_app_added_are_told(folder, saved, opened):
    journal = opened(folder)
    add_as_another_app(folder, 2)
    assert [(game.id, game.rows) for game in journal.games()] == [(1, 6), (2, 0)]
    assert opened(folder).games() == journal.games()


@pytest.mark.parametrize("disk", ["full", "read-only"])
def test_where_nothing_can_be_written_the_list_is_up_to_date_all_the_same(
    folder, saved, opened, disk
):
    add_as_another_app(folder, 2)
    throw_away(folder)
    with full_disk() if disk == "full" else read_only(folder):
        journal = opened(folder)
        assert journal.trouble is not None
        assert [(game.id, game.rows) for game in journal.games()] == [(1, 6), (2, 0)]


def test_the_list_stays_right_on_a_disk_that_fills_up(folder, saved, opened):
    journal = opened(folder)
    add_as_another_app(folder, 2)
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
    told = summarize(journal, journal.games()[0])
    assert told == summary_of(session.state, None)
    assert journal.games()[0].summary == told


def look(journal, deeds, way):
    """How much SQLite does for the third page of a list, and for the games on it."""
    page = journal.games(10, journal.games(10, **way)[-1], **way)
    before = len(deeds)
    assert len(journal.games(5, page[-1], **way)) == 5
    return len(deeds) - before


@pytest.mark.parametrize("way", [{}, {"archived": True}, {"names": ("Cem",)}])
def test_a_page_costs_the_same_with_few_games_and_with_many(folder, opened, deeds, way):
    journal = opened(folder)
    add_games(journal, 240)
    for game in journal.games()[:30]:
        journal.archive(game.id)
    few = look(journal, deeds, way)
    add_games(journal, 600)
    assert look(journal, deeds, way) <= few


def test_that_no_game_is_archived_is_known_without_looking_at_each(folder, opened, deeds):
    def look_for_one():
        before = len(deeds)
        assert not journal.games(1, archived=True)
        return len(deeds) - before

    journal = opened(folder)
    add_games(journal, 20)
    journal.games()
    few = look_for_one()
    add_games(journal, 300)
    journal.games()
    assert look_for_one() <= few


def add_games(journal, number):
    """So many games, in every third of which Cem and Dora play."""
    setup = two_players()
    ours = tuple(
        replace(seat, name=name) for seat, name in zip(setup.players, ("Cem", "Dora"), strict=True)
    )
    for game in range(number):
        players = setup.players if game % 3 else ours
        journal.add(new_head(replace(setup, players=players)), ROWS)
