import shutil
from contextlib import closing

import pytest
from companion.memory.journal.rows import new_head
from companion.memory.journal.verify import ThoroughCheck, verify_games
from msgspec.structs import replace

from companion.memory.database import connect_read_only
from companion.memory.journal import Journal
from tests.companion.memory.data_folders import ROWS, changed, row
from tests.companion.memory.spoilt_disks import read_only
from tests.companion.playing import two_players
from tests.saved_games.test_saved_games import SETS

PAGE = 1024


@pytest.fixture
def full(folder):
    """A data folder with many steps and a long one."""
    with closing(Journal.open(folder)) as journal:
        for _ in range(4):
            rows = [row(number) for number in range(1, 60)]
            long = replace(row(60), command="x" * 5 * PAGE)
            journal.add(new_head(two_players()), [*rows, long])
    return folder


def damaged_in(journal):
    check = ThoroughCheck(journal.path)
    check.run()
    return check.damaged


def spoil(folder, page):
    with (folder / "games.db").open("r+b") as file:
        file.seek((page - 1) * PAGE)
        file.write(b"\xa5" * PAGE)


def test_whatever_page_is_damaged_the_file_is_set_aside(full, tmp_path):
    pages = (full / "games.db").stat().st_size // PAGE
    assert pages > 40
    for page in range(1, pages + 1):
        spoilt = shutil.copytree(full, tmp_path / f"{page}")
        spoil(spoilt, page)
        with closing(Journal.open(spoilt)) as journal:
            journal.check_file()
            assert journal.notice is not None, page
            assert journal.games() == ()
            assert journal.save(new_head(two_players()), ROWS) == 1
        assert len(list(spoilt.glob("games.unreadable-*.db"))) == 1


def test_a_sound_file_is_left_alone(full, opened):
    journal = opened(full)
    journal.check_file()
    assert journal.notice is None
    assert len(journal.games()) == 4


@pytest.mark.parametrize("data", SETS)
def test_files_of_every_format_are_sound(data, tmp_path, opened):
    journal = opened(shutil.copytree(data, tmp_path / "data"))
    journal.check_file()
    assert (journal.notice, journal.trouble) == (None, None)
    assert len(journal.games()) >= 5


def test_a_file_that_has_taken_the_damaged_one_s_place_stays(full, opened):
    journal = opened(full)
    check = ThoroughCheck(journal.path)
    journal.close()
    (full / "games.db").rename(full / "away.db")
    journal.save(new_head(two_players()), ROWS)
    journal.quarantine(check)
    assert journal.notice is None
    assert journal.rows(1) == ROWS


def test_a_damaged_file_that_cannot_be_renamed_is_told(full, opened):
    journal = opened(full)
    with read_only(full):
        journal.quarantine(ThoroughCheck(journal.path))
    assert "cannot be renamed" in str(journal.trouble)
    assert len(journal.games()) == 4


def test_where_there_is_no_file_there_is_nothing_to_check(folder, opened):
    journal = opened(folder)
    (folder / "games.db").unlink()
    journal.check_file()
    assert journal.notice is None


def test_a_game_in_which_something_has_rotten_is_found_and_the_file_stays(full, opened):
    changed(full, "UPDATE steps SET time = '2027' WHERE game = 3 AND number = 7")
    journal = opened(full)
    assert damaged_in(journal) == [3]
    assert journal.notice is None
    assert len(journal.games()) == 4


def test_rows_that_only_the_index_has_lost_are_found(full, opened):
    changed(
        full,
        "PRAGMA writable_schema = ON",
        "CREATE TABLE apart (game, number, PRIMARY KEY (game, number))",
        "INSERT INTO apart (rowid, game, number) SELECT place, game, number FROM steps "
        "WHERE NOT (game = 1 AND number > 50)",
        "UPDATE sqlite_master SET rootpage = (SELECT rootpage FROM sqlite_master WHERE name = "
        "'sqlite_autoindex_apart_1') WHERE name = 'sqlite_autoindex_steps_1'",
    )
    with closing(connect_read_only(full / "games.db")) as file:
        assert [one.game for one in verify_games(file) if one.intact is not None] == [1]


def test_a_game_that_has_rows_and_no_beginning_is_found(full, opened):
    changed(full, "PRAGMA foreign_keys = OFF", "DELETE FROM games WHERE id = 2")
    assert damaged_in(opened(full)) == [2]
