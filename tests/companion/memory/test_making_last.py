"""Who does not wait for the disk leaves it to another one to bring there what was changed."""

import random
import sqlite3
from collections.abc import Iterator
from contextlib import closing

import pytest

from companion.errors import JournalError
from companion.memory.database import DISK_FAILS, HELD, force_sync
from companion.memory.journal import Journal
from tests.companion.memory.cut_disk import Disk, Recorder
from tests.companion.memory.data_folders import small_game
from tests.companion.memory.spoilt_disks import full_disk
from tests.companion.memory.watched_disk import watched_by, why_not

CUTS = 20


@pytest.fixture
def hasty(folder) -> Iterator[Journal]:
    with closing(Journal.open(folder, blocking=False)) as journal:
        yield journal


@pytest.fixture
def waiting(folder) -> Iterator[Journal]:
    with closing(Journal.open(folder)) as journal:
        journal.save(small_game().rows)
        yield journal


def games_after_cuts(deeds, folder):
    """How many games are in the list after each of some power cuts."""
    disk, chance = Disk(), random.Random(1)
    for deed in deeds:
        disk.do(deed)
    for number in range(CUTS):
        after = folder.with_name(f"{len(deeds)}-{number}")
        after.mkdir()
        for name, content in disk.cut(chance).items():
            (after / name).write_bytes(content)
        with closing(Journal.open(after)) as journal:
            yield len(journal.games())


@pytest.mark.skipif(why_not() is not None, reason=str(why_not()))
def test_what_was_changed_in_haste_lasts_once_another_one_has_seen_to_it(folder):
    recorder = Recorder(folder)
    with (
        watched_by(recorder),
        closing(Journal.open(folder)) as waiting,
        closing(Journal.open(folder, blocking=False)) as hasty,
    ):
        waiting.save(small_game().rows)
        hasty.set_archived(1, archived=True)
        assert hasty.games() == ()
        before = tuple(recorder.deeds)
        waiting.run_transaction(force_sync)
        after = tuple(recorder.deeds)
    assert set(games_after_cuts(before, folder)) == {0, 1}
    assert set(games_after_cuts(after, folder)) == {0}


def test_who_does_not_wait_is_refused_while_another_one_writes(folder, hasty, waiting):
    with closing(sqlite3.connect(waiting.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(JournalError) as refusal:
            hasty.set_archived(1, archived=True)
        assert refusal.value.args[0] == HELD
        assert len(hasty.games()) == 1
    hasty.set_archived(1, archived=True)
    assert hasty.games() == ()


def test_the_list_is_read_while_another_one_writes(folder, hasty, waiting):
    assert [game.id for game in hasty.games()] == [1]
    waiting.save(small_game(0).rows)
    with closing(sqlite3.connect(waiting.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert [game.id for game in hasty.games()] == [2, 1]


def test_a_disk_that_refuses_it_is_told(waiting):
    with full_disk(), pytest.raises(JournalError) as refusal:
        waiting.run_transaction(force_sync)
    assert refusal.value.args[0] == DISK_FAILS
    waiting.run_transaction(force_sync)
