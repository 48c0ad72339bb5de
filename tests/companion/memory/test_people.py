"""Who has played before."""

import sqlite3
from contextlib import closing

import pytest
from msgspec.structs import replace

from companion.errors import JournalError
from companion.memory.journal import Journal
from companion.memory.journal_file import FILE_NAME
from companion.memory.people import LOOKED_THROUGH, last_names
from companion.memory.session import Session
from tests.companion.playing import two_players


def play(journal: Journal, *names: str) -> None:
    """Begin a game of two with those names."""
    setup = two_players()
    seats = zip(setup.players, names, strict=True)
    players = tuple(replace(seat, name=name) for seat, name in seats)
    Session.begin(journal, replace(setup, players=players))


def test_whoever_played_last_comes_first_and_each_name_once(tmp_path):
    journal = Journal.open(tmp_path)
    play(journal, "Ada", "Bo")
    play(journal, "Cem", "Ada")
    assert last_names(journal) == ("Cem", "Ada", "Bo")


def test_without_a_game_there_is_nobody(tmp_path):
    assert last_names(Journal.open(tmp_path)) == ()


def test_people_of_long_ago_are_not_looked_for(tmp_path):
    journal = Journal.open(tmp_path)
    play(journal, "Zoe", "Bo")
    for _game in range(LOOKED_THROUGH):
        play(journal, "Ada", "Bo")
    assert sorted(last_names(journal)) == ["Ada", "Bo"]


def test_a_game_whose_beginning_is_damaged_names_nobody(tmp_path):
    journal = Journal.open(tmp_path)
    play(journal, "Ada", "Bo")
    play(journal, "Cem", "Dora")
    journal.close()
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as file:
        for (trigger,) in file.execute(
            "SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'games'"
        ).fetchall():
            file.execute(f"DROP TRIGGER {trigger}")
        file.execute("UPDATE games SET setup = '{' WHERE id = 2")
        file.commit()
    assert sorted(last_names(Journal.open(tmp_path))) == ["Ada", "Bo"]


def test_saved_games_that_cannot_be_read_at_all_are_an_error(tmp_path, monkeypatch):
    journal = Journal.open(tmp_path)

    def refuse(**_page: object) -> None:
        raise JournalError("locked")

    monkeypatch.setattr(journal, "games", refuse)
    with pytest.raises(JournalError):
        last_names(journal)
