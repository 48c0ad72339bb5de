"""Copies a data folder, even while it is in use: `python3 -m kiosk.machine.data_copy FROM TO`."""

import shutil
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

_DATABASE = "games.db"
_BESIDE = ("-wal", "-shm", "-journal")
_NOT_OURS = "lost+found"
"""Folder that every ext4 partition has and that only root may read."""


def copy_data(source: Path, target: Path) -> None:
    """Copy the data folder `source` to `target`, even while `source` is in use.

    Raises OSError and sqlite3.Error.
    """
    left_out = {_DATABASE, _NOT_OURS, *(f"{_DATABASE}{ending}" for ending in _BESIDE)}
    target.mkdir(parents=True, exist_ok=True)
    if not source.is_dir():
        return
    for path in source.iterdir():
        if path.name in left_out or path.is_symlink():
            continue
        if path.is_file():
            shutil.copyfile(path, target / path.name)
        elif path.is_dir():
            shutil.copytree(path, target / path.name, symlinks=True)
    if (source / _DATABASE).exists():
        _copy_database(source / _DATABASE, target / _DATABASE)


def _copy_database(source: Path, target: Path) -> None:
    try:
        _copy_what_is_written(source, target)
    except sqlite3.OperationalError:
        raise
    except sqlite3.DatabaseError:
        # A damaged database is copied unchanged, as the test of a new version must cope with it.
        _copy_as_it_lies(source, target)


def _copy_as_it_lies(source: Path, target: Path) -> None:
    for ending in ("", "-wal"):
        beside = source.with_name(source.name + ending)
        if beside.exists():
            shutil.copyfile(beside, target.with_name(target.name + ending))


def _copy_what_is_written(source: Path, target: Path) -> None:
    with (
        closing(sqlite3.connect(source.absolute().as_uri() + "?mode=ro", uri=True)) as old,
        closing(sqlite3.connect(target)) as new,
    ):
        old.backup(new)


if __name__ == "__main__":
    try:
        copy_data(Path(sys.argv[1]), Path(sys.argv[2]))
    except (OSError, sqlite3.Error) as error:
        sys.exit(str(error))
