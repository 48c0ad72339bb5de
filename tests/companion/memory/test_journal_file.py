import os
import sqlite3
from contextlib import closing

import pytest
from companion.memory.journal.rows import new_head

from companion.errors import JournalError
from companion.memory.database import NEWER, UNREADABLE
from companion.memory.journal import Journal
from tests.companion.memory.data_folders import ROWS, database, set_aside
from tests.companion.memory.spoilt_disks import read_only
from tests.companion.playing import two_players


def test_a_file_that_is_no_database_is_set_aside(folder, opened):
    folder.mkdir()
    (folder / "games.db").write_bytes(b"something else that somebody put here" * 100)
    journal = opened(folder)
    assert journal.games() == ()
    (kept,) = set_aside(folder)
    assert kept in str(journal.notice)
    assert (folder / kept).read_bytes().startswith(b"something else")
    assert journal.save(new_head(two_players()), ROWS) == 1


def test_a_damaged_file_is_set_aside_with_all_that_belongs_to_it(folder, saved, opened):
    content = bytearray((folder / "games.db").read_bytes())
    content[4096:8192] = b"\xa5" * 4096
    (folder / "games.db").write_bytes(content)
    (folder / "games.db-wal").write_bytes(b"rows that are not in the file yet")
    journal = opened(folder)
    name = str(journal.notice.facts["name"])
    assert (folder / name).read_bytes() == bytes(content)
    assert (folder / f"{name}-wal").read_bytes() == b"rows that are not in the file yet"
    assert journal.games() == ()


def test_a_file_that_was_cut_off_is_set_aside(folder, saved, opened):
    os.truncate(folder / "games.db", 5000)
    assert opened(folder).notice is not None
    assert (folder / set_aside(folder)[0]).stat().st_size == 5000


def test_a_database_of_another_program_is_set_aside(folder, opened):
    folder.mkdir()
    with database(folder) as file:
        file.execute("CREATE TABLE recipes (id)")
    assert opened(folder).notice is not None
    with closing(sqlite3.connect(folder / set_aside(folder)[0])) as kept:
        assert kept.execute("SELECT count(*) FROM recipes").fetchone() == (0,)


@pytest.mark.parametrize(
    "gone", ["games", "steps", "archive", "spellings", "replacements", "trays"]
)
def test_a_journal_without_its_tables_is_set_aside(folder, saved, opened, gone):
    with database(folder) as file:
        file.execute(f"DROP TABLE {gone}")
    assert opened(folder).notice is not None


def test_a_file_whose_names_are_no_text_any_more_is_set_aside(folder, saved, opened):
    """SQLite's own sentence about it has the name in it, and cannot be read either."""
    content = (folder / "games.db").read_bytes()
    for sound, rotten in (
        (b"tablegame_index", b"table\xa5ame_index"),
        (b"TABLE game_index (\n", b"TABLE game_index (("),
    ):
        assert content.count(sound) == 1
        content = content.replace(sound, rotten)
    (folder / "games.db").write_bytes(content)
    with pytest.raises(JournalError) as caught:
        Journal.open_for_reading(folder)
    assert caught.value.args == (UNREADABLE,)
    journal = opened(folder)
    assert journal.notice is not None
    assert journal.games() == ()


@pytest.mark.parametrize(
    "program",
    [
        "CREATE TRIGGER quiet BEFORE INSERT ON steps BEGIN SELECT RAISE(IGNORE); END",
        "CREATE TRIGGER quiet AFTER INSERT ON game_index BEGIN DELETE FROM game_index; END",
        (
            "DROP TRIGGER steps_refuses_delete; CREATE TRIGGER steps_refuses_delete "
            "BEFORE DELETE ON steps BEGIN SELECT 1; END"
        ),
        (
            "CREATE VIEW endless AS "
            "WITH RECURSIVE more(n) AS (SELECT 1 UNION ALL SELECT n FROM more) "
            "SELECT n FROM more"
        ),
        (
            "ALTER TABLE replacements RENAME TO other; "
            "CREATE VIEW replacements AS SELECT game, replacement FROM other"
        ),
        "ALTER TABLE game_index RENAME TO other; CREATE VIEW game_index AS SELECT * FROM other",
        "CREATE VIRTUAL TABLE found USING fts5(text)",
        "ALTER TABLE games ADD COLUMN more TEXT GENERATED ALWAYS AS (upper(setup))",
    ],
)
def test_a_file_with_a_program_that_is_not_ours_is_damaged(folder, saved, opened, program):
    with database(folder) as file:
        file.executescript(program)
    with pytest.raises(JournalError) as caught:
        Journal.open_for_reading(folder)
    assert caught.value.args == (UNREADABLE,)
    journal = opened(folder)
    kept = set_aside(folder)[0]
    assert str(journal.notice) == (
        f"The saved games could not be read. Their file was kept under the name {kept}, and a new "
        "one was begun."
    )
    assert journal.games() == ()


def test_rows_left_without_their_file_are_set_aside_too(folder, opened):
    folder.mkdir()
    (folder / "games.db-wal").write_bytes(b"rows")
    journal = opened(folder)
    (kept,) = set_aside(folder)
    assert kept.endswith(".db-wal")
    assert journal.games() == ()


def test_a_file_that_was_set_aside_is_never_written_over(folder, opened):
    folder.mkdir()
    for content in (b"first" * 1000, b"second" * 1000, b"third" * 1000):
        (folder / "games.db").write_bytes(content)
        opened(folder).close()
    assert {(folder / name).read_bytes()[:5] for name in set_aside(folder)} == {
        b"first",
        b"secon",
        b"third",
    }


def test_a_damaged_file_that_cannot_be_set_aside_is_left_alone(folder, saved, opened):
    (folder / "games.db").write_bytes(b"damaged" * 1000)
    with read_only(folder):
        journal = opened(folder)
    assert "cannot be renamed" in str(journal.trouble)
    assert (folder / "games.db").read_bytes() == b"damaged" * 1000


@pytest.mark.parametrize("content", [True, False])
def test_a_newer_file_is_refused_and_not_touched(folder, saved, content):
    if not content:
        (folder / "games.db").unlink()
    with database(folder) as file:
        file.execute("PRAGMA user_version = 99")
    before = (folder / "games.db").read_bytes()
    for way in (Journal.open, Journal.open_for_reading):
        with pytest.raises(JournalError) as caught:
            way(folder)
        assert caught.value.args == (NEWER,)
    assert (folder / "games.db").read_bytes() == before
    assert set_aside(folder) == []


def test_reading_a_damaged_file_says_so_and_leaves_it(folder, opened):
    folder.mkdir()
    (folder / "games.db").write_bytes(b"damaged" * 1000)
    with pytest.raises(JournalError) as caught:
        Journal.open_for_reading(folder)
    assert caught.value.args == (UNREADABLE,)
    assert set_aside(folder) == []
