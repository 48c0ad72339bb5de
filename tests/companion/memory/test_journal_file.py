import os
import shutil
import sqlite3
from contextlib import closing

import pytest

from companion.errors import JournalError
from companion.memory import database as files
from companion.memory.database import FORMAT, NEWER, TABLES, UNREADABLE
from companion.memory.journal import Journal
from companion.memory.snapshots import find_damage
from tests.companion.memory.data_folders import (
    database,
    go_on,
    newer,
    set_aside,
    small_game,
)
from tests.companion.memory.spoilt_disks import read_only


def test_a_file_that_is_no_database_is_kept_and_a_new_one_made(folder, opened):
    folder.mkdir()
    (folder / "games.db").write_bytes(b"something else that somebody put here" * 100)
    journal = opened(folder)
    assert journal.games() == ()
    (kept,) = set_aside(folder)
    assert kept in str(journal.notice)
    assert (folder / kept).read_bytes().startswith(b"something else")
    assert journal.save(small_game().rows) == 1


def test_what_is_not_in_a_damaged_file_yet_but_beside_it_is_not_lost(folder, saved, opened):
    killed = folder.with_name("killed")
    with closing(Journal.open(folder)) as journal:
        go_on(saved, 3)
        journal.save(saved.rows)
        shutil.copytree(folder, killed)
    assert (killed / "games.db-wal").stat().st_size > 0
    content = bytearray((killed / "games.db").read_bytes())
    content[2048:6144] = b"\xa5" * 4096  # what tells the format
    (killed / "games.db").write_bytes(content)
    journal = opened(killed)
    assert journal.notice is not None
    assert set_aside(killed) == [journal.notice.facts["name"]]
    assert journal.game(1) == saved.rows


@pytest.mark.parametrize("with_snapshot", [True, False])
def test_a_file_that_was_cut_off_comes_back_from_its_snapshots(
    folder, saved, opened, with_snapshot
):
    if with_snapshot:
        find_damage(folder / "games.db")
    os.truncate(folder / "games.db", 5000)
    journal = opened(folder)
    assert journal.notice is not None
    assert (folder / set_aside(folder)[0]).stat().st_size == 5000
    if with_snapshot:
        assert journal.game(1) == saved.rows
    assert len(journal.games()) == with_snapshot


@pytest.mark.parametrize("gone", [table for table in TABLES if table not in ("games", "steps")])
def test_a_journal_without_one_of_its_tables_is_repaired(folder, saved, opened, gone):
    with database(folder) as file:
        file.execute(f"DROP TABLE {gone}")
    journal = opened(folder)
    assert journal.notice is not None
    assert set_aside(folder)
    if gone not in ("sessions", "settled"):
        assert journal.game(1) == saved.rows
    assert journal.game(1).steps == saved.rows.steps
    assert [game.id for game in journal.games()] == [1]


def test_a_row_that_a_damaged_file_holds_twice_costs_no_game(folder, saved, opened):
    with closing(Journal.open(folder)) as journal:
        journal.archive(1, archived=True)
    with database(folder) as file:
        file.executescript(
            "CREATE TABLE twice AS SELECT * FROM archive UNION ALL SELECT * FROM archive; "
            "DROP TABLE archive; ALTER TABLE twice RENAME TO archive"
        )
    journal = opened(folder)
    assert journal.notice is not None
    assert journal.game(1) == saved.rows
    assert [game.id for game in journal.games(archived=True)] == [1]


@pytest.mark.parametrize("gone", ["games", "steps"])
def test_a_journal_without_its_games_has_them_from_its_snapshots(folder, saved, opened, gone):
    find_damage(folder / "games.db")
    with database(folder) as file:
        file.execute(f"DROP TABLE {gone}")
    journal = opened(folder)
    assert journal.notice is not None
    assert journal.game(1) == saved.rows


def test_a_file_whose_names_are_no_text_any_more_is_repaired(folder, saved, opened):
    """SQLite's own sentence about it has the name in it, and cannot be read either."""
    find_damage(folder / "games.db")
    content = (folder / "games.db").read_bytes()
    for sound, rotten in (
        (b"tablearchive", b"table\xa5rchive"),
        (b"TABLE archive (", b"TABLE archive [("),
    ):
        assert content.count(sound) == 1
        content = content.replace(sound, rotten)
    (folder / "games.db").write_bytes(content)
    with pytest.raises(JournalError) as caught:
        Journal.open_for_reading(folder)
    assert caught.value.args == (UNREADABLE,)
    journal = opened(folder)
    assert journal.notice is not None
    assert journal.game(1) == saved.rows


@pytest.mark.parametrize(
    "program",
    [
        "CREATE TRIGGER quiet BEFORE INSERT ON steps BEGIN SELECT RAISE(IGNORE); END",
        "CREATE TRIGGER quiet AFTER INSERT ON results BEGIN DELETE FROM results; END",
        (
            "CREATE VIEW endless AS "
            "WITH RECURSIVE more(n) AS (SELECT 1 UNION ALL SELECT n FROM more) "
            "SELECT n FROM more"
        ),
        "ALTER TABLE archive RENAME TO other; CREATE VIEW archive AS SELECT * FROM other",
        "DROP INDEX results_by_game; CREATE INDEX results_by_game ON results (hex(result))",
        "CREATE VIRTUAL TABLE found USING fts5(text)",
        (
            "CREATE TRIGGER steps AFTER INSERT ON games BEGIN DELETE FROM steps; END; "
            "PRAGMA writable_schema = ON; UPDATE sqlite_master SET rowid = rowid + 1000 "
            "WHERE rowid > (SELECT max(rowid) FROM sqlite_master WHERE tbl_name = 'games' "
            "AND type != 'trigger') AND type != 'trigger'"
        ),
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
        "The file of the saved games was damaged. It was repaired: nothing is lost. The damaged "
        f"file is kept as {kept}."
    )
    assert journal.game(1) == saved.rows
    with database(folder) as file:
        types = file.execute("SELECT DISTINCT type FROM sqlite_master").fetchall()
    assert sorted(types) == [("index",), ("table",)]


def test_rows_left_without_their_file_are_kept_too(folder, opened):
    folder.mkdir()
    (folder / "games.db-wal").write_bytes(b"rows")
    journal = opened(folder)
    assert journal.games() == ()
    assert journal.save(small_game().rows) == 1


def test_a_file_that_was_kept_is_never_written_over(folder, opened):
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


def test_a_newer_file_is_refused_and_not_touched(folder, saved):
    newer(folder)
    before = (folder / "games.db").read_bytes()
    for way in (Journal.open, Journal.open_for_reading):
        with pytest.raises(JournalError) as caught:
            way(folder)
        assert caught.value.args == (NEWER,)
    assert (folder / "games.db").read_bytes() == before
    assert set_aside(folder) == []


@pytest.mark.parametrize(
    "flip",
    ["user_version = 0", f"user_version = {FORMAT + 1}", "user_version = 99", "application_id = 7"],
)
def test_a_flipped_bit_of_the_header_is_damage_and_no_newer_file(folder, saved, opened, flip):
    with database(folder) as file:
        file.execute(f"PRAGMA {flip}")
    journal = opened(folder)
    assert journal.notice is not None
    assert journal.game(1) == saved.rows
    with database(folder) as file:
        assert file.execute("PRAGMA user_version").fetchone() == (FORMAT,)


@pytest.mark.parametrize("rot", ["'2027'", "CAST(x'ff' AS TEXT)"])
def test_a_game_whose_last_step_rots_while_it_is_played_is_saved_whole(folder, saved, opened, rot):
    journal = opened(folder)
    go_on(saved)
    assert journal.save(saved.rows) == 1
    with database(folder) as file:
        file.execute(f"UPDATE steps SET time = {rot} WHERE number = {len(saved.steps)}")
    go_on(saved)
    with closing(Journal.open(folder)) as later:  # one that does not remember what it wrote
        assert later.save(saved.rows) == 1
        assert later.notice is not None
    assert opened(folder).game(1) == saved.rows


def test_a_disk_that_fails_to_read_now_and_then_loses_nobody_the_games(
    folder, saved, opened, monkeypatch
):
    failures = 2

    def failing(file):
        nonlocal failures
        failures -= 1
        if failures >= 0:
            error = sqlite3.OperationalError("disk I/O error")
            error.sqlite_errorcode = sqlite3.SQLITE_IOERR_READ
            raise error
        return looked_at(file)

    looked_at = files.check_schema
    monkeypatch.setattr(files, "_PAUSES", (0, 0))
    monkeypatch.setattr(files, "check_schema", failing)
    journal = opened(folder)
    assert (journal.notice, journal.trouble) == (None, None)
    failures = 2
    assert journal.read(failing) is None
    assert journal.game(1) == saved.rows
