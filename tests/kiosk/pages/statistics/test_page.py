"""The page of the statistics: whose they are, its parts, and how it is laid out."""

import shutil
from contextlib import closing

import pytest
from msgspec.structs import replace

from companion.errors import JournalError
from companion.memory.journal.database import UNREADABLE
from companion.memory.journal.journal import Journal
from companion.memory.people import People
from companion.memory.session import Session
from companion.memory.statistics.store import catch_up
from kiosk.pieces.games_chart import GamesChart
from tests.companion.playing import commands
from tests.kiosk.inspection import every_size, faults
from tests.kiosk.laid_games import LONGEST_NAMES, beginning
from tests.kiosk.touch import Touchscreen

PARTS = ("points", "die", "records", "figures")


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """A data folder with two finished games of people with the longest names."""
    folder = tmp_path_factory.mktemp("played")
    with closing(Journal.open(folder)) as journal:
        for players in (2, 4):
            session = Session.begin(journal, beginning(players, longest=True))
            for command in commands(session.setup, 5000, seed=players):
                session.apply(command)
    return folder


@pytest.fixture
def data(played, tmp_path):
    return shutil.copytree(played, tmp_path / "data")


@pytest.fixture
def summed_up(data):
    """The same, once all games are added up."""
    with closing(Journal.open(data)) as journal:
        for _step in catch_up(journal):
            pass
    return data


def test_where_no_game_is_finished_that_is_told(tmp_path):
    with Touchscreen(tmp_path, at="statistics") as touch:
        assert "There is no finished game yet." in touch.texts()
        assert faults(touch) == []
        assert sorted(touch.keys()) == ["back"]


def test_games_that_are_behind_are_added_up_while_it_is_looked_at(data):
    with Touchscreen(data, at="statistics") as touch:
        assert "2 games are still being added up." in touch.texts()
        for _step in touch.page.prepare():
            pass
        assert "Everybody · 2 games" in touch.texts()
        assert not any("added up" in text for text in touch.texts())
        before = touch.texts()
        assert list(touch.page.prepare()) == []
        assert touch.texts() == before


def test_part_of_the_games_is_shown_with_what_is_missing(summed_up):
    with closing(Journal.open(summed_up)) as journal:
        session = Session.begin(journal, beginning(2))
        for command in commands(session.setup, 5000, seed=9):
            session.apply(command)
    with Touchscreen(summed_up, at="statistics") as touch:
        assert "Everybody · 2 games" in touch.texts()
        assert "1 game is still being added up." in touch.texts()
        assert faults(touch) == []


def test_somebody_is_chosen_from_the_list_and_everybody_again(summed_up):
    with Touchscreen(summed_up, at="statistics") as touch:
        touch.tap("people", "person.2")
        assert any(text.startswith(tuple(LONGEST_NAMES)) for text in touch.texts())
        assert "Wins" in touch.texts()
        touch.tap("people", "everybody")
        assert "Everybody · 2 games" in touch.texts()
        assert "Wins" not in touch.texts()


def test_it_opens_at_a_person_and_stays_theirs_in_another_size(summed_up):
    with Touchscreen(summed_up) as touch:
        person = People.of(touch.app_state.journal).person_of(LONGEST_NAMES[1])
        touch.navigator.go("statistics", at=person)
        touch.tap("part.points")
        touch.navigator.resize(1024, 600)
        assert any(text.startswith(LONGEST_NAMES[1]) for text in touch.texts())
        assert "Points by source" in touch.texts()


def test_records_are_told_as_the_houses_whoever_is_looked_at(summed_up):
    with Touchscreen(summed_up, at="statistics") as touch:
        touch.tap("people", "person.2")
        (whose,) = (text for text in touch.texts() if text.startswith(tuple(LONGEST_NAMES)))
        touch.tap("part.records")
        assert "Records of the house" in touch.texts()
        assert whose not in touch.texts()
        touch.tap("part.die")
        assert whose in touch.texts()
        assert "Records of the house" not in touch.texts()


def test_the_chart_of_all_games_shows_the_highest_of_each(summed_up):
    with Touchscreen(summed_up, at="statistics") as touch:
        touch.tap("part.points")
        charts = [widget for widget in touch.widgets() if isinstance(widget, GamesChart)]
        assert len(charts) == 1
        assert {"Highest points", "1 game before", "last game"} <= set(touch.texts())


def test_a_journal_that_cannot_be_read_is_told_with_a_way_back(summed_up, monkeypatch):
    with Touchscreen(summed_up, at="start") as touch:

        def refuse(_what):
            raise JournalError(UNREADABLE)

        with monkeypatch.context() as patch:
            patch.setattr(touch.app_state.journal, "ask", refuse)
            touch.tap("statistics")
        assert touch.keys() == ["back"]
        assert faults(touch) == []
        touch.tap("back")
        assert touch.name == "start"


def look_at_all(touch):
    found = faults(touch)
    for part in PARTS:
        touch.tap(f"part.{part}")
        found += faults(touch)
    if touch.shows("more"):
        touch.tap("more")
        found += faults(touch)
    touch.tap("people")
    return found + faults(touch)


def set_letters(touch, *, large):
    touch.app_state.set(replace(touch.app_state.settings, large_letters=large))
    touch.navigator.resize(*touch.navigator.size)


def test_where_letters_are_smaller_again_the_last_page_that_there_is_is_shown(summed_up):
    with Touchscreen(summed_up, at="statistics") as touch:
        set_letters(touch, large=True)
        touch.tap("more")
        assert "More (2 of 2)" in touch.texts()
        set_letters(touch, large=False)
        assert "Huts" in touch.texts()
        assert not touch.shows("more")


@every_size
def test_every_part_is_laid_out_well(summed_up, size):
    with Touchscreen(summed_up, size, at="statistics") as touch:
        found = look_at_all(touch)
        touch.tap("person.1")
        assert found + look_at_all(touch) == []


@every_size
def test_large_letters_have_room_too(summed_up, size):
    with Touchscreen(summed_up, size) as touch:
        touch.app_state.set(replace(touch.app_state.settings, large_letters=True))
        touch.navigator.go("statistics")
        found = look_at_all(touch)
        touch.tap("person.1")
        assert found + look_at_all(touch) == []
