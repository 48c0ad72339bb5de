"""Files are whole on every kind of disk, FAT included, which can only be seen by what is called."""

import os
from pathlib import Path

import pytest

from companion.memory.atomic_file import atomic_writer, temporary_path


def deleted(folder: Path) -> list[str]:
    """What of a folder this process holds open though nothing leads there any more."""
    held = []
    for handle in Path("/proc/self/fd").iterdir():
        try:
            held.append(str(handle.readlink()))
        except FileNotFoundError:  # The one that the folder was read with.
            continue
    gone = [Path(path.removesuffix(" (deleted)")) for path in held if path.endswith(" (deleted)")]
    return [path.name for path in gone if path.parent == folder]


@pytest.fixture
def synced(monkeypatch, tmp_path) -> list[tuple[str, list[str]]]:
    """What was synced by its name then, and what was held that nothing led to, call by call."""
    calls = []
    really = os.fsync

    def fsync(handle: int) -> None:
        calls.append((Path(f"/proc/self/fd/{handle}").readlink().name, deleted(tmp_path)))
        really(handle)

    monkeypatch.setattr(os, "fsync", fsync)
    return calls


def test_the_former_content_is_held_until_the_new_one_is_synced_under_its_name(tmp_path, synced):
    path = tmp_path / "games"
    path.write_bytes(b"former")
    with atomic_writer(path) as out:
        out.write(b"new")
    draft, folder = temporary_path(path).name, tmp_path.name
    assert synced == [(draft, []), ("games", ["games"]), (folder, [])]
    assert path.read_bytes() == b"new"


def test_a_file_where_none_was_is_synced_under_its_name(tmp_path, synced):
    path = tmp_path / "games"
    with atomic_writer(path) as out:
        out.write(b"new")
    assert [name for name, _held in synced] == [temporary_path(path).name, "games", tmp_path.name]
    assert path.read_bytes() == b"new"


def test_what_nobody_may_read_is_replaced_all_the_same(tmp_path):
    path = tmp_path / "games"
    path.write_bytes(b"former")
    path.chmod(0)
    with atomic_writer(path) as out:
        out.write(b"new")
    path.chmod(0o600)
    assert path.read_bytes() == b"new"
