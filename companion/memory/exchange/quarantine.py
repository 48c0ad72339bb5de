"""Files of saved games that were quarantined as damaged, and can be read after all."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from shutil import copyfile
from tempfile import TemporaryDirectory
from typing import NamedTuple

from companion.errors import BackupError, JournalError
from companion.memory import people
from companion.memory.exchange.backup import copy_games
from companion.memory.exchange.restore import copy_rows
from companion.memory.journal.database import (
    FILE_NAME,
    QUARANTINE_NAMES,
    UNREADABLE,
    WITH_CONTENT,
    sibling,
)
from companion.memory.journal.journal import Journal


class Quarantined(NamedTuple):
    """Such a file, and how many of its games are in no other."""

    name: str
    games: int


def recoverable(folder: Path) -> tuple[Quarantined, ...]:
    """The files with games that the journal of this data folder lacks, in the order of their names.

    Nothing is changed. Raises JournalError where the journal itself cannot be read.
    """
    files = [path.name for path in sorted(folder.glob(QUARANTINE_NAMES))]
    if not files:
        return ()
    with closing(Journal.open_for_reading(folder)) as journal:
        known = _keys(journal)
    found = (Quarantined(name, len(_missing(folder, name, known))) for name in files)
    return tuple(file for file in found if file.games)


def recover(journal: Journal, folder: Path, name: str) -> int:
    """Add the games of such a file that the journal lacks, each up to its last intact row.

    With them comes who plays under which names. The file itself stays as it is. Returns how many
    games there were; each is added whole or not at all.
    Raises JournalError.
    """
    with _opened(folder, name) as file:
        missing = _missing(folder, name, _keys(journal))
        for game in missing:
            journal.add(file.head(game), file.intact_rows(game).rows)
        people.take_over(journal, file)
    return len(missing)


@contextmanager
def _opened(folder: Path, name: str) -> Iterator[Journal]:
    """A quarantined file, or all that is ours of it where it cannot be used as it is.

    Raises JournalError.
    """
    with TemporaryDirectory(prefix="meduris-") as scratch:
        try:
            journal = Journal.open_for_reading(folder, name)
        except JournalError:
            journal = Journal.open_for_reading(_copied(folder / name, Path(scratch)))
        with closing(journal):
            yield journal


def _copied(path: Path, scratch: Path) -> Path:
    """A folder with a copy of what is ours of a file. Raises JournalError."""
    copy = scratch / path.name
    try:
        for ending in ("", *WITH_CONTENT):
            if sibling(path, ending).exists():
                copyfile(sibling(path, ending), sibling(copy, ending))
        copy_games(copy, scratch / "whole.db")
        copy_rows(scratch / "whole.db", scratch / FILE_NAME, lambda _share: None)
    except (BackupError, OSError) as error:
        raise JournalError(UNREADABLE) from error
    return scratch


def _keys(journal: Journal) -> frozenset[str]:
    """What tells all games of a file from all games anywhere. Raises JournalError."""
    return journal.read(
        lambda file: frozenset(key for (key,) in file.execute("SELECT key FROM games"))
    )


def _missing(folder: Path, name: str, known: frozenset[str]) -> tuple[int, ...]:
    """The numbers of the games of a file that can be read and are not known, the oldest first."""
    try:
        with _opened(folder, name) as file:
            numbers = sorted(game.id for game in file.games())
            return tuple(game for game in numbers if _can_be_read(file, game, known))
    except JournalError:
        return ()


def _can_be_read(file: Journal, game: int, known: frozenset[str]) -> bool:
    try:
        return file.head(game).key not in known and bool(file.intact_rows(game).rows)
    except JournalError:
        return False
