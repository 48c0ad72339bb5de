from contextlib import closing

import pytest
from companion.memory.exchange.quarantine import Quarantined, recover, recoverable
from companion.memory.journal.database import quarantine
from companion.memory.journal.rows import new_head

from companion.errors import JournalError
from companion.memory.database import FILE_NAME
from companion.memory.journal import Journal
from companion.memory.people import People, rename
from tests.companion.memory.data_folders import ROWS, database
from tests.companion.playing import four_players, two_players

_TRIGGERS = "SELECT name FROM sqlite_master WHERE type = 'trigger'"
FIRST, SECOND = new_head(four_players()), new_head(two_players())


def saved(folder, *heads):
    with closing(Journal.open(folder)) as journal:
        for head in heads:
            journal.add(head, ROWS)


def put_aside(folder):
    return quarantine(folder / FILE_NAME).facts["name"]


def test_where_nothing_was_set_aside_nothing_is_found(tmp_path):
    assert recoverable(tmp_path) == ()
    saved(tmp_path, FIRST)
    assert recoverable(tmp_path) == ()


def test_games_of_a_file_that_was_set_aside_come_back_once(tmp_path):
    saved(tmp_path, FIRST, SECOND)
    name = put_aside(tmp_path)
    saved(tmp_path, SECOND)
    assert recoverable(tmp_path) == (Quarantined(name, 1),)
    with closing(Journal.open(tmp_path)) as journal:
        assert recover(journal, tmp_path, name) == 1
        assert [journal.head(game.id) for game in journal.games()] == [FIRST, SECOND]
        assert journal.rows(2) == ROWS
    assert recoverable(tmp_path) == ()
    assert (tmp_path / name).exists()


def test_with_the_games_comes_who_plays_under_which_names(tmp_path):
    saved(tmp_path, FIRST)
    with closing(Journal.open(tmp_path)) as journal:
        found = People.of(journal)
        one, two, *_others = found.everybody
        rename(journal, one, "Gustav")
        rename(journal, two, "Penelope")
    name = put_aside(tmp_path)
    saved(tmp_path, SECOND)
    with closing(Journal.open(tmp_path)) as journal:
        rename(journal, People.of(journal).person_of(two.name), "Pen")
        recover(journal, tmp_path, name)
        assert People.of(journal).person_of(one.name).name == "Gustav"
        assert People.of(journal).person_of(two.name).name == "Pen"  # what was said last


def test_where_the_present_file_is_gone_all_games_come_back(tmp_path):
    saved(tmp_path, FIRST)
    name = put_aside(tmp_path)
    assert recoverable(tmp_path) == (Quarantined(name, 1),)


def test_of_a_game_with_a_rotten_row_only_the_good_part_comes_back(tmp_path):
    saved(tmp_path, FIRST)
    with database(tmp_path) as file:
        for (name,) in file.execute(_TRIGGERS).fetchall():
            file.execute(f"DROP TRIGGER {name}")
        file.execute("UPDATE steps SET time = 'later' WHERE number >= 3")
    name = put_aside(tmp_path)
    with closing(Journal.open(tmp_path)) as journal:
        recover(journal, tmp_path, name)
        assert journal.rows(1) == ROWS[:2]


def test_a_file_that_still_cannot_be_read_is_left_alone(tmp_path):
    (tmp_path / "games.unreadable-20260101T120000Z.db").write_bytes(b"rotten" * 500)
    assert recoverable(tmp_path) == ()


def test_a_present_file_that_cannot_be_read_says_so(tmp_path):
    saved(tmp_path, FIRST)
    put_aside(tmp_path)
    (tmp_path / FILE_NAME).write_bytes(b"rotten" * 500)
    with pytest.raises(JournalError):
        recoverable(tmp_path)


def test_games_of_a_file_with_a_program_in_it_come_back_without_it(tmp_path):
    saved(tmp_path, FIRST)
    with database(tmp_path) as file:
        file.execute("CREATE TRIGGER loud AFTER INSERT ON steps BEGIN SELECT RAISE(ABORT, ''); END")
        with closing(Journal.open(tmp_path)) as journal:
            name = journal.notice.facts["name"]
            assert journal.games() == ()
    before = (tmp_path / name).read_bytes()
    assert recoverable(tmp_path) == (Quarantined(name, 1),)
    with closing(Journal.open(tmp_path)) as journal:
        assert recover(journal, tmp_path, name) == 1
        assert journal.rows(1) == ROWS
    assert (tmp_path / name).read_bytes() == before
