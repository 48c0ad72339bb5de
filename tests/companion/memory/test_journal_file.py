import os
import shutil
import sqlite3
from contextlib import closing

import pytest

from companion.errors import JournalError
from companion.memory import database as files
from companion.memory.database import NEWER, UNREADABLE
from companion.memory.journal import Journal
from companion.memory.snapshots import check_and_snapshot_games
from tests.companion.memory.data_folders import database, go_on, newer, set_aside, small_game
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
    assert journal.game_rows(1) == saved.rows


@pytest.mark.parametrize("with_snapshot", [True, False])
def test_a_file_that_was_cut_off_comes_back_from_its_snapshots(
    folder, saved, opened, with_snapshot
):
    if with_snapshot:
        check_and_snapshot_games(folder / "games.db")
    os.truncate(folder / "games.db", 5000)
    journal = opened(folder)
    assert journal.notice is not None
    assert (folder / set_aside(folder)[0]).stat().st_size == 5000
    if with_snapshot:
        assert journal.game_rows(1) == saved.rows
    assert len(journal.games()) == with_snapshot


def test_a_file_whose_names_are_no_text_any_more_is_repaired(folder, saved, opened):
    """SQLite's own sentence about it has the name in it, and cannot be read either."""
    check_and_snapshot_games(folder / "games.db")
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
    assert journal.game_rows(1) == saved.rows


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
    assert opened(folder).game_rows(1) == saved.rows


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
    assert journal.run_query(failing) is None
    assert journal.game_rows(1) == saved.rows
