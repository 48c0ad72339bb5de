"""A backup of the whole data folder: whole or not at all, and back again."""

import json
import shutil
import zipfile
from contextlib import closing
from functools import partial
from hashlib import sha256

import pytest

from companion.errors import BackupError
from companion.game import legal_commands
from companion.memory.boards import BoardShelf
from companion.memory.exchange import backup
from companion.memory.exchange.backup import back_up
from companion.memory.exchange.restore import WouldLoseGamesError, restore
from companion.memory.journal import Journal
from companion.memory.session import Session
from tests.companion.memory.sessions import played
from tests.companion.memory.spoilt_disks import full_disk
from tests.companion.playing import commands, four_players, two_players
from tests.tools.faults import killed_before


def play(folder, setup, number=12, seed=1):
    """A game more in a data folder."""
    with closing(Journal.open(folder)) as journal:
        played(Session.begin(journal, setup, BoardShelf(folder)), number, seed)


def all_rows(folder):
    with closing(Journal.open_for_reading(folder)) as journal:
        return [journal.game_rows(game.id) for game in journal.games()]


@pytest.fixture(scope="module")
def evening(tmp_path_factory):
    """A data folder with two games, a board that was learnt, and settings."""
    folder = tmp_path_factory.mktemp("evening")
    play(folder, two_players())
    play(folder, four_players(), 60)
    (folder / "settings.json").write_text("{}")
    assert list((folder / "boards").iterdir())
    return folder


@pytest.fixture
def folder(evening, tmp_path):
    return shutil.copytree(evening, tmp_path / "data")


@pytest.fixture
def target(tmp_path):
    (tmp_path / "stick").mkdir()
    return tmp_path / "stick/evening.meduris-backup"


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def contents(folder):
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and not path.name.startswith("games.db")
    }


def test_all_that_was_backed_up_is_restored_elsewhere(folder, target, tmp_path):
    assert back_up(folder, target).games == 2
    assert names(target.parent) == [target.name]
    new = tmp_path / "new"
    restored = restore(new, target)
    assert (restored.number_of_games, restored.replaced_files_folder) == (2, None)
    assert names(new) == ["boards", "games.db", "settings.json"]
    assert all_rows(new) == all_rows(folder)
    assert contents(new) == contents(folder)


def test_what_an_app_has_just_written_is_in_the_backup(folder, target, tmp_path):
    with closing(Journal.open(folder)) as journal:
        session = Session.begin(journal, two_players())
        for number, command in enumerate(commands(two_players(), 10), start=1):
            session.apply(command)
            back_up(folder, target)
            new = tmp_path / f"new{number}"
            restore(new, target)
            assert all_rows(new)[0] == session.game.rows
            assert len(session.steps) == number
    assert session.unsaved is None


def test_on_a_full_disk_the_former_backup_stays(folder, target, tmp_path):
    back_up(folder, target)
    former = target.read_bytes()
    with full_disk(), pytest.raises((OSError, BackupError)):
        back_up(folder, target)
    assert target.read_bytes() == former
    assert names(target.parent) == [target.name]


def test_what_cannot_be_read_back_is_no_backup(folder, target, monkeypatch):
    back_up(folder, target)
    former = target.read_bytes()
    forget = backup.os.posix_fadvise

    def spoil(handle, *rest):
        backup.os.pwrite(handle, b"\xff\xff\xff\xff", 3000)
        forget(handle, *rest)

    monkeypatch.setattr(backup.os, "posix_fadvise", spoil)
    with pytest.raises(BackupError, match="could not be read back"):
        back_up(folder, target)
    assert target.read_bytes() == former


def test_damaged_games_are_not_backed_up(folder, target):
    path = folder / "games.db"
    content = bytearray(path.read_bytes())
    content[2000:-2000] = b"\xff" * (len(content) - 4000)
    path.write_bytes(content)
    with pytest.raises(BackupError):
        back_up(folder, target)
    assert names(target.parent) == []


def test_where_there_are_no_games_nothing_is_backed_up(tmp_path, target):
    with pytest.raises(BackupError, match="no saved games"):
        back_up(tmp_path / "none", target)
    assert not (tmp_path / "none").exists()


@pytest.mark.parametrize(
    "name", ["two\nlines.txt", b"no text\xff".decode(errors="surrogateescape")]
)
def test_a_file_whose_name_no_backup_can_hold_is_named(folder, target, name):
    (folder / name).touch()
    with pytest.raises(BackupError) as caught:
        back_up(folder, target)
    assert caught.value.sentence.facts == {"file": str(folder / name)}
    assert names(target.parent) == []


# Restoring where games are


def test_the_same_games_are_restored_and_what_was_there_is_kept(folder, target):
    back_up(folder, target)
    before, others = all_rows(folder), contents(folder)
    restored = restore(folder, target)
    assert all_rows(folder) == before
    assert all_rows(restored.replaced_files_folder) == before
    assert contents(restored.replaced_files_folder) == others
    assert (folder / "games.db").stat().st_mode & 0o777 == 0o640
    assert restored.replaced_files_folder.stat().st_mode & 0o777 == 0o750
    inside = folder / "evening.meduris-backup"
    for _ in range(2):  # neither former backups nor replaced files
        assert back_up(folder, inside).files.keys() == {*others, "games.db"}


def test_a_game_that_went_on_or_came_since_is_not_lost(folder, target):
    back_up(folder, target)
    with closing(Journal.open(folder)) as journal:
        session = Session.resume(journal, 1)
        assert session.unsaved is None
    restore(folder, target)  # to look at a game is not to play
    with closing(Journal.open(folder)) as journal:
        Session.resume(journal, 1).undo()
    play(folder, four_players(), 3)
    before = all_rows(folder)
    with pytest.raises(WouldLoseGamesError) as caught:
        restore(folder, target)
    assert caught.value.number == 2
    assert all_rows(folder) == before
    restored = restore(folder, target, force=True)
    assert restored.number_of_games == 2
    assert all_rows(restored.replaced_files_folder) == before


def test_a_game_that_went_on_otherwise_since_is_not_lost(folder, target):
    """The backup has as many rows of it, but others."""
    back_up(folder, target)
    with closing(Journal.open(folder)) as journal:
        Session.resume(journal, 1).undo()
    with_undo = target.with_name("undone.meduris-backup")
    back_up(folder, with_undo)
    restore(folder, target, force=True)
    with closing(Journal.open(folder)) as journal:
        session = Session.resume(journal, 1)
        session.apply(next(legal_commands(session.state)))
    before = all_rows(folder)
    with pytest.raises(WouldLoseGamesError):
        restore(folder, with_undo)
    assert all_rows(folder) == before


def test_games_that_cannot_be_read_are_replaced_and_kept_as_they_lie(folder, target):
    back_up(folder, target)
    (folder / "games.db").write_bytes(b"damaged" * 1000)
    restored = restore(folder, target)
    assert len(all_rows(folder)) == 2
    assert (restored.replaced_files_folder / "games.db").read_bytes() == b"damaged" * 1000


def test_what_was_written_last_goes_with_the_old_games_and_not_into_the_new(folder, target):
    back_up(folder, target)
    with closing(Journal.open(folder)) as journal:
        Session.begin(journal, four_players())
        left = {end: (folder / f"games.db{end}").read_bytes() for end in ("", "-wal")}
    for end, content in left.items():
        (folder / f"games.db{end}").write_bytes(content)
    restored = restore(folder, target, force=True)
    assert len(all_rows(folder)) == 2
    assert len(all_rows(restored.replaced_files_folder)) == 3


# What is no backup


def repacked(target, change):
    """The same backup with other files in it; sums are made to fit."""
    with zipfile.ZipFile(target) as packed:
        files = {name: packed.read(name) for name in packed.namelist()}
    manifest = json.loads(files.pop("manifest.json"))
    change(files, manifest)
    for name, content in files.items():
        kept = {"sha256": sha256(content).hexdigest(), "bytes": len(content)}
        manifest["files"].setdefault(name, kept)
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, content in files.items():
            packed.writestr(name, content)
        packed.writestr("manifest.json", json.dumps(manifest))


def other_games(files, manifest):
    files["games.db"] = b"SQLite format 3\0" * 200
    del manifest["files"]["games.db"]


HOSTILE = {
    "a way out": lambda files, _: files.update({"../out.toml": b""}),
    "an absolute path": lambda files, _: files.update({"/out.toml": b""}),
    "a hidden file": lambda files, _: files.update({"boards/.x": b""}),
    "what SQLite reads beside the games": lambda files, _: files.update({"games.db-wal": b"x"}),
    "too deep": lambda files, _: files.update({"a/b/c": b""}),
    "no games": lambda files, manifest: (files.pop("games.db"), manifest["files"].pop("games.db")),
    "games that are none": other_games,
    "games that do not fit their sum": lambda files, _: files.update({"games.db": b"x" * 2000}),
    "a file that is missing": lambda files, _: files.popitem(),
    "another version": lambda _, manifest: manifest.update(version=2),
    "made before all time": lambda _, manifest: manifest.update(made="0001-01-01T00:00:00+14:00"),
    "made in three megabytes": lambda _, manifest: manifest.update(made="word" * 750_000),
    "fewer games than none": lambda _, manifest: manifest.update(games=-1),
    "more games than anybody plays": lambda _, manifest: manifest.update(games=10**30),
    "a sum that is none": lambda _, manifest: manifest["files"]["games.db"].update(sha256=1),
}


@pytest.mark.parametrize("change", HOSTILE.values(), ids=HOSTILE.keys())
def test_a_hostile_backup_changes_nothing(folder, target, change):
    back_up(folder, target)
    before, others = all_rows(folder), contents(folder)
    repacked(target, change)
    with pytest.raises(BackupError):
        restore(folder, target, force=True)
    assert all_rows(folder) == before
    assert contents(folder) == others
    assert names(folder.parent) == ["data", "stick"]


def test_what_a_later_release_says_of_a_backup_beside_is_passed_over(folder, target, tmp_path):
    back_up(folder, target)

    def change(_files, manifest):
        manifest["stick"] = "red"
        manifest["files"]["games.db"]["compressed"] = True

    repacked(target, change)
    restore(tmp_path / "new", target)
    assert all_rows(tmp_path / "new") == all_rows(folder)


@pytest.mark.parametrize("place", range(0, 100, 16))
def test_of_a_backup_with_a_changed_byte_all_is_restored_or_nothing(
    folder, target, tmp_path, place
):
    back_up(folder, target)
    whole = target.read_bytes()
    at = len(whole) * place // 100
    target.write_bytes(whole[:at] + bytes((whole[at] ^ 0xFF,)) + whole[at + 1 :])
    try:
        restore(tmp_path / "new", target)
    except BackupError:
        assert names(tmp_path / "new") == []
    else:  # it was the time of an entry of the ZIP file, or another thing that says nothing
        assert all_rows(tmp_path / "new") == all_rows(folder)


def test_a_backup_that_is_killed_before_any_of_its_changes_leaves_the_old_one_or_the_new_one(
    folder, target, tmp_path
):
    back_up(folder, target)
    play(folder, two_players())
    found, is_killed = [], True
    while is_killed:
        is_killed = killed_before(len(found) + 1, partial(back_up, folder, target))
        found.append(restore(tmp_path / f"new{len(found)}", target).number_of_games)
    assert len(found) > 3
    assert found == sorted(found)
    assert set(found) == {2, 3}
