"""Restoring takes only what is ours, all of it or nothing, and leaves nothing behind."""

import shutil
import sqlite3
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import pytest

from companion.errors import BackupError, JournalError, StoppedByUserError
from companion.memory.database import FORMAT
from companion.memory.exchange.backup import back_up
from companion.memory.exchange.restore import STOPPED, restore
from companion.memory.folder_lock import DataFolderLock
from companion.memory.journal import Journal
from companion.memory.people import People
from companion.memory.session import Session
from companion.memory.snapshots import check_and_snapshot_games
from tests.companion.memory import hostile_backups as made
from tests.companion.memory.data_folders import whole, write_checksums
from tests.companion.memory.sessions import played
from tests.companion.playing import two_players
from tests.saved_games.test_saved_games import SETS, names
from tests.saved_games.write import exported
from tests.tools.faults import kill_often, killed_before


@pytest.fixture
def folder(tmp_path):
    """A data folder with a game, settings and a board; the last steps are still in the WAL."""
    folder = tmp_path / "data"
    with closing(Journal.open(folder)) as journal:
        Session.begin(journal, two_players())
        saved = {path: path.read_bytes() for path in folder.glob("games.db*")}
    for path, content in saved.items():
        path.write_bytes(content)
    (folder / "settings.json").write_text('{"here": 1}')
    (folder / "boards").mkdir()
    (folder / "boards/ours.toml").write_text("ours")
    return folder


@pytest.fixture
def source(tmp_path):
    """A sound backup of three other games, with boards and settings."""
    path = tmp_path / "good.meduris-backup"
    path.write_bytes(made.packed(made.without_manifest()))
    return path


def is_restored(folder, before):
    """All of the backup is there at the next start, and what was there before is kept."""
    with DataFolderLock(folder):
        after = whole(folder)
    (kept,) = folder.glob("replaced-*")
    assert (len(after["games"]), after["settings.json"]) == (3, b"{}")
    assert whole(kept) == before


def plays(folder):
    """A game can be played and saved."""
    with closing(Journal.open(folder)) as journal:
        session = played(Session.begin(journal, two_players()), 3)
        assert (session.unsaved, journal.trouble) == (None, None)


@pytest.mark.parametrize(
    "way",
    [
        lambda folder: (shutil.rmtree(folder / "boards"), (folder / "boards").write_text("x")),
        lambda folder: ((folder / "settings.json").unlink(), (folder / "settings.json").mkdir()),
        lambda folder: (
            shutil.rmtree(folder / "boards"),
            (folder / "boards").symlink_to(folder.parent),
        ),
    ],
    ids=["boards is a file", "settings.json is a folder", "boards leads elsewhere"],
)
def test_what_lies_in_the_way_is_named_before_anything_is_replaced(folder, source, way):
    way(folder)
    before = whole(folder)
    for _ in range(2):
        with pytest.raises(BackupError, match="is in the place of a file from the backup"):
            restore(folder, source, force=True)
    assert whole(folder) == before


def failing_replace(monkeypatch, call):
    """Let a call of `Path.replace` fail; return a list that grows with each call."""
    calls, replace = [], Path.replace

    def fails(self, other):
        calls.append(other)
        if len(calls) == call:
            raise OSError(5, "the disk fails")
        return replace(self, other)

    monkeypatch.setattr(Path, "replace", fails)
    return calls


@pytest.mark.parametrize("step", range(1, 12))
def test_wherever_the_disk_fails_all_is_as_it_was_or_all_is_restored(
    folder, source, monkeypatch, step
):
    before, calls = whole(folder), failing_replace(monkeypatch, step)
    try:
        restore(folder, source, force=True)
    except OSError:
        assert whole(folder) == before
    monkeypatch.undo()
    if len(whole(folder)["games"]) == 3:
        is_restored(folder, before)
    else:
        assert len(calls) >= step
    plays(folder)


def killed_copies(folder, source):
    """Copies of a folder in each of which a restoring was killed before another of its changes.

    The last one was not killed any more. Every third change is enough.
    """
    is_killed, number = True, 1
    while is_killed:
        copy = shutil.copytree(folder, folder.with_name(f"killed {number}"))
        is_killed = killed_before(number, partial(restore, copy, source, force=True))
        number += 3
        yield copy


def test_a_restoring_that_was_killed_is_undone_or_completed_at_the_next_start(
    folder, source, monkeypatch
):
    before, completed = whole(folder), []
    for killed in killed_copies(folder, source):
        spoilt = {
            call: shutil.copytree(killed, killed.with_name(f"{killed.name} {call}"))
            for call in (1, 3)
        }
        for _again in range(2):
            completed.append(is_completed(killed, before))
            assert not (killed / ".restoring").exists()
        for call, copy in spoilt.items():
            with monkeypatch.context() as failing, suppress(JournalError):
                failing_replace(failing, call)
                with DataFolderLock(copy):
                    pass
            assert is_completed(copy, before) == completed[-1]
    assert completed == sorted(completed)
    assert completed.count(True) > 2


def is_completed(killed, before):
    """Start, and return whether the backup is there; if not, all is as before."""
    with DataFolderLock(killed):
        after = whole(killed)
    if len(after["games"]) == 3:
        is_restored(killed, before)
        return True
    assert after == before
    return False


def test_room_is_asked_for_before_anything_is_unpacked(folder, source, monkeypatch):
    before = whole(folder)
    monkeypatch.setattr(shutil, "disk_usage", lambda _where: SimpleNamespace(free=2_000_000))
    monkeypatch.setattr("companion.memory.exchange.restore.unpack_with_checksum", None)
    with pytest.raises(
        BackupError, match=r"not enough space for this backup: it needs \d MB, but only 2"
    ):
        restore(folder, source, force=True)
    assert whole(folder) == before


def test_how_far_it_is_is_told_and_whoever_is_told_may_stop_it(folder, source, tmp_path):
    shares = []
    restore(tmp_path / "elsewhere", source, progress=shares.append)
    assert shares == sorted(shares)
    assert 0 <= shares[0] < 0.6 < shares[-1] == 1
    before = whole(folder)
    for at in (0.0, 0.6, 0.95, 1.0):

        def stop(share, at=at):
            if share >= at:
                raise StoppedByUserError(STOPPED)

        with pytest.raises(StoppedByUserError, match=r"Stopped\. Nothing was changed\."):
            restore(folder, source, force=True, progress=stop)
        assert whole(folder) == before


def test_an_interruption_is_heeded_while_sqlite_reads(tmp_path):
    path = tmp_path / "large.meduris-backup"
    path.write_bytes(made.with_sql(*made.MANY_SPELLINGS))
    calls = []

    def interrupt(share):
        calls.append(share)
        if share == 0.6 == calls[-2]:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        restore(tmp_path / "data", path, progress=interrupt)
    assert list((tmp_path / "data").iterdir()) == []


@pytest.mark.parametrize("number", SETS, ids=lambda folder: folder.name)
def test_backups_of_every_format_that_we_ever_wrote_are_restored(tmp_path, number):
    old = shutil.copytree(number, tmp_path / "old")
    back_up(old, tmp_path / "old.meduris-backup")
    new = tmp_path / "new"
    assert restore(new, tmp_path / "old.meduris-backup").number_of_games == len(names(number))
    with closing(Journal.open(new)) as journal:
        for game, name in enumerate(names(number), start=1):
            session = Session.resume(journal, game)
            assert exported(session) == (number / f"{name}.record").read_bytes()


def test_what_a_later_release_has_added_is_not_lost_by_restoring_it_here(folder, tmp_path):
    path = tmp_path / "later.meduris-backup"

    def later(file):
        file.execute(f"UPDATE meta SET value = '{FORMAT + 1}'")
        file.execute(f"PRAGMA user_version = {FORMAT + 1}")
        file.execute("CREATE TABLE more (a)")
        write_checksums(file)

    path.write_bytes(made.with_changed_games(later))
    before = whole(folder)
    with pytest.raises(BackupError, match="This backup is from a newer version"):
        restore(folder, path, force=True)
    assert whole(folder) == before


@pytest.mark.parametrize(
    "statements", [*made.PROGRAMS, made.LONG_TEXT], ids=lambda statements: statements[-1][:40]
)
def test_no_program_and_no_endless_text_comes_along_with_the_games(folder, tmp_path, statements):
    path = tmp_path / "program.meduris-backup"
    path.write_bytes(made.with_sql(*statements))
    before = whole(folder)
    with pytest.raises(BackupError, match="The saved games in this backup are damaged"):
        restore(folder, path, force=True)
    assert whole(folder) == before


def test_a_failing_disk_is_told_as_such_and_not_as_a_damaged_backup(folder, source, monkeypatch):
    def full(*_what, **_how):
        error = sqlite3.OperationalError("full")
        error.sqlite_errorcode = sqlite3.SQLITE_FULL
        raise error

    monkeypatch.setattr("companion.memory.database.check_schema", full)
    with pytest.raises(BackupError, match="The disk is full"):
        restore(folder, source, force=True)


def test_a_repair_that_is_killed_midway_leaves_nothing_lost_or_torn():
    found = kill_often("repair", 40)
    assert found.faults == []
    assert found.ends["every game as saved"] > 4


def test_what_was_here_does_not_repair_the_games_that_were_restored(folder, source):
    assert check_and_snapshot_games(folder / "games.db") is None
    restore(folder, source, force=True)
    with closing(Journal.open(folder)) as journal:
        before = {journal.game_header(number).key for number in journal.game_ids()}
        journal.repair()
        assert {journal.game_header(number).key for number in journal.game_ids()} == before
        assert len(before) == 3


def test_a_spelling_that_is_no_text_any_more_costs_no_game(tmp_path):
    path = tmp_path / "rotten.meduris-backup"
    path.write_bytes(made.with_sql("UPDATE spellings SET name = CAST(x'ffff' AS TEXT)"))
    assert restore(tmp_path / "data", path).number_of_games == 3
    with closing(Journal.open(tmp_path / "data")) as journal:
        assert check_and_snapshot_games(journal.path) is not None
        journal.repair()
        assert len(journal.games()) == 3
        assert People.from_journal(journal).everybody
