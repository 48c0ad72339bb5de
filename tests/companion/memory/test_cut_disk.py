"""What a disk holds after a power cut is what was synced, and any sectors of the rest."""

import random
import sqlite3
from contextlib import closing

import pytest

from tests.companion.memory.cut_disk import (
    SECTOR,
    Disk,
    Named,
    NamesLast,
    Recorder,
    Sync,
    Write,
)
from tests.companion.memory.watched_disk import watched_by, why_not

OLD, NEW = b"o" * SECTOR * 3, b"n" * SECTOR * 3
SAVED = (Named("games", 1), Write(1, 0, OLD), Sync(1), NamesLast())


def cuts(*deeds, number=200):
    """What is there after each of some power cuts that fall behind the last deed."""
    disk = Disk()
    for deed in deeds:
        disk.do(deed)
    chance = random.Random(1)
    return [disk.cut(chance) for _cut in range(number)]


def contents(*deeds):
    return {after.get("games") for after in cuts(*deeds)}


def test_of_what_was_not_synced_each_sector_is_there_or_not():
    seen = contents(*SAVED, Write(1, 0, NEW))
    assert len(seen) == 2**3
    assert all(set(after[:SECTOR]) in ({ord("o")}, {ord("n")}) for after in seen)


def test_names_come_and_go_in_their_order_until_their_folder_is_synced():
    renamed = (*SAVED, Named("more", 2), Named("games", None))
    assert {tuple(sorted(after)) for after in cuts(*renamed)} == {
        ("games",),
        ("games", "more"),
        ("more",),
    }
    assert {tuple(sorted(after)) for after in cuts(*renamed, NamesLast())} == {("more",)}


def test_a_cut_changes_nothing_for_the_next_one():
    disk = Disk()
    for deed in (*SAVED, Write(1, 0, NEW)):
        disk.do(deed)
    assert {OLD, NEW} <= {disk.cut(random.Random(seed))["games"] for seed in range(60)}
    disk.do(Sync(1))
    assert disk.cut(random.Random(1)) == {"games": NEW}


@pytest.mark.skipif(why_not() is not None, reason=str(why_not()))
def test_what_sqlite_does_is_noted_as_it_is(tmp_path):
    folder = tmp_path / "data"
    folder.mkdir()
    recorder = Recorder(folder)
    path = folder / "a.db"
    with watched_by(recorder), closing(sqlite3.connect(path, isolation_level=None)) as file:
        file.execute("PRAGMA journal_mode = WAL")
        file.execute("CREATE TABLE numbers (number)")
        for number in range(20):
            file.execute("INSERT INTO numbers VALUES (?)", (number,))
    (after,) = {tuple(after.items()) for after in cuts(*recorder.deeds, NamesLast(), number=20)}
    assert after == (("a.db", path.read_bytes()),)
    named = [deed.name for deed in recorder.deeds if isinstance(deed, Named)]
    assert named == ["a.db", "a.db-journal", "a.db-journal", "a.db-wal", "a.db-wal"]
