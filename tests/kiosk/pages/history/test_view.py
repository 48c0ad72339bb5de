"""What the list of games says of each."""

import time
from contextlib import closing

import pytest
from msgspec.structs import replace

from companion.errors import JournalError
from companion.memory import session as session_module
from companion.memory.journal.journal import Journal
from companion.memory.journal.rows import UNREADABLE_GAME, new_head
from companion.memory.people import People, join, rename
from companion.memory.session import Session
from kiosk.pages.history.view import Seat, Shown, history_page, newest_place, nothing, title
from kiosk.words.moments import length_text
from tests.companion.playing import commands, two_players
from tests.kiosk.pages.history.games import named

EVERYBODY = Shown()


@pytest.fixture
def journal(tmp_path):
    with closing(Journal.open(tmp_path)) as opened:
        yield opened


@pytest.fixture(autouse=True)
def greenwich(monkeypatch):
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


def save(journal, steps, *, minutes=1, names=("Pim", "Bo")):
    """A game of which every step took so many minutes; returns its final state."""
    setup = named(two_players(), *names)
    session = Session.begin(journal, setup)
    for command in commands(setup, steps, 2):
        session.apply(command)
    rows = journal.rows(session.game_id)
    timed = [replace(row, time=moment(row.number * minutes)) for row in rows]
    journal.add(replace(new_head(setup), started=moment(0)), timed)
    return session.state


def moment(minutes):
    return f"2026-03-01T{18 + minutes // 60:02}:{minutes % 60:02}:00.000+00:00"


def rows(journal, shown=EVERYBODY):
    return history_page(journal, People.of(journal), shown, 10).rows


def test_a_game_tells_its_day_when_it_ended_how_long_it_took_and_who_won(journal):
    state = save(journal, 5000)
    row = rows(journal)[0]
    number = len(journal.rows(2))
    assert row.day == "1 Mar 2026"
    assert row.length == f"{moment(number)[11:16]} · {length_text(number)}"
    assert not row.open
    assert row.seats == tuple(
        Seat(player.color, player.name, player.points, player.color in state.winners)
        for player in state.players
    )


def test_a_game_that_has_not_ended_says_how_far_it_is(journal):
    state = save(journal, 40)
    assert rows(journal)[0].open
    assert rows(journal)[0].length == f"Unfinished, turn {state.turn}"
    save(journal, 1)
    assert rows(journal)[0].length == "Unfinished"


def test_a_game_of_which_nobody_knows_how_long_it_took_tells_when_it_was(journal):
    save(journal, 5000, minutes=0)
    assert rows(journal)[0].length == "18:00"


def test_players_are_called_as_the_table_calls_them_now(journal):
    save(journal, 3)
    rename(journal, People.of(journal).person_of("Bo"), "Bodo")
    assert [seat.name for seat in rows(journal)[0].seats] == ["Pim", "Bodo"]


def test_the_games_of_a_person_are_those_under_all_their_names(journal):
    save(journal, 3)
    save(journal, 3, names=("Ada", "Bodo"))
    bo = People.of(journal).person_of("Bo")
    join(journal, People.of(journal).person_of("Bodo"), bo)
    assert [row.game.id for row in rows(journal, Shown(bo.id))] == [4, 3, 2, 1]
    assert title(People.of(journal), Shown(bo.id)) == "Bo"
    assert rows(journal, Shown("nobody")) == ()


def test_pages_follow_each_other_without_a_gap(journal):
    for _game in range(3):
        save(journal, 2)
    people = People.of(journal)
    first = history_page(journal, people, Shown(), 4)
    second = history_page(journal, people, Shown(pages=(first.rows[-1].game,)), 4)
    assert [row.game.id for row in (*first.rows, *second.rows)] == [6, 5, 4, 3, 2, 1]
    assert (first.more, second.more) == (True, False)


def test_a_game_that_cannot_be_read_stands_in_the_list_and_says_so(journal, monkeypatch):
    save(journal, 3)

    def refuse(*_rows):
        raise JournalError(UNREADABLE_GAME)

    monkeypatch.setattr(session_module, "last_state", refuse)
    row = rows(journal)[0]
    assert (row.length, row.seats) == ("cannot be read", ())
    assert row.trouble.startswith("This saved game cannot be read")


def test_the_newest_place_tells_whether_somebody_has_played_since(journal):
    assert newest_place(journal) == 0
    save(journal, 2)
    before = newest_place(journal)
    save(journal, 2)
    assert newest_place(journal) > before > 0


@pytest.mark.parametrize(
    ("shown", "heading", "empty"),
    [
        (Shown(), "Games played", "No game has been played yet."),
        (Shown(away=True), "Archived", "No game is archived."),
        (Shown("nobody"), "Games played", "No game of this person"),
    ],
)
def test_what_stands_above_the_list_and_where_there_is_none(journal, shown, heading, empty):
    assert title(People.of(journal), shown) == heading
    assert nothing(shown, some_away=False).startswith(empty)


@pytest.mark.parametrize(
    ("minutes", "text"), [(1, "1 minute"), (59, "59 minutes"), (60, "1 h"), (85, "1 h 25 min")]
)
def test_how_long_a_game_took(minutes, text):
    assert length_text(minutes) == text
