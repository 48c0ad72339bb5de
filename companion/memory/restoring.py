"""A backup takes the place of what is in the data folder; what it replaces is kept beside.

Whenever the power fails, the file of the saved games is the old one or the new one, and whole.
"""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from itertools import chain, count
from pathlib import Path
from typing import NamedTuple

from companion.errors import BackupError
from companion.memory.backup import (
    REPLACED,
    Manifest,
    copy_games,
    number_of_games,
    other_files,
    reading,
    unpacked,
)
from companion.memory.journal_file import (
    FILE_NAME,
    MODE,
    WITH_CONTENT,
    DamagedError,
    beside,
    connected_to_read,
    prepared,
    readable,
)
from companion.memory.record_archive import ArchiveError
from companion.memory.whole_file import sync_folder, whole_file
from companion.sentence import N_, Sentence

_BEING_RESTORED = ".restoring"
_DAMAGED = Sentence(N_("This backup is damaged. Nothing was changed."))

_LAST_PLAYED = """
    SELECT games.key, last.number, last.time FROM games
    LEFT JOIN steps_in_short AS last ON last.game = games.id AND last.number = (
        SELECT max(number) FROM steps_in_short WHERE game = games.id AND kind <> 'takeover'
    )
"""
"""The games by their keys, and the last row of each that is more than a taking over."""
_HOLDS = """
    SELECT 1 FROM games WHERE key = ?1 AND (?2 IS NULL OR EXISTS (
        SELECT 1 FROM steps_in_short WHERE game = games.id AND number = ?2 AND time = ?3
    ))
"""


class NewerGamesError(BackupError):
    """Games here would be lost, `number` of them: the backup has them not at all, or less far."""

    def __init__(self, number: int) -> None:
        super().__init__(
            Sentence(
                "{number} game here is newer than this backup, or not in it.",
                {"number": number},
                "{number} games here are newer than this backup, or not in it.",
            )
        )
        self.number = number


class Restored(NamedTuple):
    """So many games are there now; `kept` holds what was there before, None where nothing was."""

    games: int
    kept: Path | None


def restore(folder: Path, source: Path, *, force: bool = False) -> Restored:
    """Put a backup in the place of what is in a data folder that no app is using.

    Raises NewerGamesError unless `force` where games would be lost, BackupError, JournalError for a
    backup of a newer app, and OSError. Then nothing was changed.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with _unpacked_into(folder / _BEING_RESTORED, source) as new:
        games = _made_ready(new / FILE_NAME)
        if not force:
            _refuse_to_lose(folder / FILE_NAME, new / FILE_NAME)
        kept = _keep(folder)
        for name, path in sorted(other_files(new)):
            _move(path, folder / name)
        _bring_into_one_file(folder / FILE_NAME)
        _move(new / FILE_NAME, folder / FILE_NAME)
    return Restored(games, kept)


@contextmanager
def _unpacked_into(scratch: Path, source: Path) -> Iterator[Path]:
    """What a backup holds, in a folder for as long as it is needed; all of it is on the disk."""
    shutil.rmtree(scratch, ignore_errors=True)
    scratch.mkdir()
    try:
        with source.open("rb") as stream, reading(stream) as (archive, manifest):
            _unpack(archive, manifest, scratch)
        yield scratch
    except ArchiveError as error:
        raise BackupError(_DAMAGED) from error
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


def _unpack(archive: object, manifest: Manifest, scratch: Path) -> None:
    for name, kept in manifest.files.items():
        path = scratch / name
        path.parent.mkdir(exist_ok=True)
        with whole_file(path) as out:
            if unpacked(archive, name, out) != kept:  # type: ignore[arg-type]
                raise BackupError(_DAMAGED)


def _made_ready(games: Path) -> int:
    """Lead the games of a backup to the newest format, and look whether they are sound.

    As a new file of saved games, they are not for everybody to read.
    """
    try:
        with closing(prepared(games)) as file:
            sound = file.execute("PRAGMA quick_check").fetchall() == [("ok",)]
            file.execute("PRAGMA journal_mode = DELETE")
    except (sqlite3.Error, UnicodeDecodeError, DamagedError) as error:
        raise BackupError(_DAMAGED) from error
    if not sound:
        raise BackupError(_DAMAGED)
    games.chmod(MODE)
    return number_of_games(games)


def _refuse_to_lose(present: Path, new: Path) -> None:
    try:
        here = _last_played(present)
    except (sqlite3.Error, UnicodeDecodeError, DamagedError):
        return  # What cannot be read is kept, and was lost before.
    with closing(connected_to_read(new)) as there:
        # How far a game was played says too little: it may have gone on otherwise since.
        newer = sum(there.execute(_HOLDS, last).fetchone() is None for last in here)
    if newer:
        raise NewerGamesError(newer)


def _last_played(path: Path) -> list[tuple[str, int | None, str | None]]:
    """Key, number and time of each game's last row. Raises as `readable` does."""
    file = readable(path)
    if file is None:
        return []
    with closing(file):
        return file.execute(_LAST_PLAYED).fetchall()


def _keep(folder: Path) -> Path | None:
    """Copy what is there, all of it on the disk, into a folder of its own; which one that is."""
    present = sorted(other_files(folder))
    games = folder / FILE_NAME
    if not present and not games.exists():
        return None
    kept = _free_folder(folder)
    try:
        for name, path in present:
            _copy(path, kept / name)
        _keep_games(games, kept / FILE_NAME)
    except BaseException:
        shutil.rmtree(kept, ignore_errors=True)
        raise
    sync_folder(folder)
    return kept


def _keep_games(games: Path, kept: Path) -> None:
    if not games.exists():
        return
    try:
        with whole_file(kept) as out:
            copy_games(games, Path(out.name))
    except BackupError:
        # Damaged: as it lies, with what belongs to it.
        for ending in ("", *WITH_CONTENT):
            if beside(games, ending).exists():
                _copy(beside(games, ending), beside(kept, ending))


def _free_folder(folder: Path) -> Path:
    first = f"{REPLACED}{datetime.now(UTC):%Y%m%dT%H%M%SZ}"
    names = chain((first,), (f"{first}-{number}" for number in count(2)))
    kept = next(folder / name for name in names if not (folder / name).exists())
    kept.mkdir(0o750)
    return kept


def _copy(source: Path, target: Path) -> None:
    target.parent.mkdir(exist_ok=True)
    with source.open("rb") as content, whole_file(target) as out:
        shutil.copyfileobj(content, out)


def _move(source: Path, target: Path) -> None:
    target.parent.mkdir(exist_ok=True)
    source.replace(target)
    sync_folder(target.parent)


def _bring_into_one_file(games: Path) -> None:
    """Bring the old file and what SQLite keeps beside it into one: it would follow the new one."""
    if games.exists():
        try:
            with closing(sqlite3.connect(games)) as file:
                file.execute("PRAGMA journal_mode = DELETE")
        except (sqlite3.Error, UnicodeDecodeError):
            pass  # It is damaged, and kept.
    for ending in (*WITH_CONTENT, "-shm"):
        beside(games, ending).unlink(missing_ok=True)
    sync_folder(games.parent)
