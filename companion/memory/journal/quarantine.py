"""Files of saved games that were set aside once, and can be read after all."""

from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from companion.errors import JournalError
from companion.memory import people
from companion.memory.journal.database import SET_ASIDE_NAMES
from companion.memory.journal.journal import Journal


class SetAside(NamedTuple):
    """Such a file, and how many of its games are in no other."""

    name: str
    games: int


def readable_again(folder: Path) -> tuple[SetAside, ...]:
    """The files with games that the journal of this data folder lacks, in the order of their names.

    Nothing is changed. Raises JournalError where the journal itself cannot be read.
    """
    files = [path.name for path in sorted(folder.glob(SET_ASIDE_NAMES))]
    if not files:
        return ()
    with closing(Journal.open_for_reading(folder)) as journal:
        known = _keys(journal)
    found = (SetAside(name, len(_missing(folder, name, known))) for name in files)
    return tuple(file for file in found if file.games)


def take_back(journal: Journal, folder: Path, name: str) -> int:
    """Add the games of such a file that the journal lacks, each up to its last good row.

    With them comes who plays under which names. The file itself stays as it is. Returns how many
    games there were; each is added whole or not at all.
    Raises JournalError.
    """
    with closing(Journal.open_for_reading(folder, name)) as file:
        missing = _missing(folder, name, _keys(journal))
        for game in missing:
            journal.add(file.head(game), file.good_rows(game).rows)
        people.take_over(journal, file)
    return len(missing)


def _keys(journal: Journal) -> frozenset[str]:
    """What tells all games of a file from all games anywhere. Raises JournalError."""
    return journal.ask(
        lambda file: frozenset(key for (key,) in file.execute("SELECT key FROM games"))
    )


def _missing(folder: Path, name: str, known: frozenset[str]) -> tuple[int, ...]:
    """The numbers of the games of a file that can be read and are not known, the oldest first."""
    try:
        with closing(Journal.open_for_reading(folder, name)) as file:
            numbers = sorted(game.id for game in file.games())
            return tuple(game for game in numbers if _can_be_read(file, game, known))
    except JournalError:
        return ()


def _can_be_read(file: Journal, game: int, known: frozenset[str]) -> bool:
    try:
        return file.head(game).key not in known and bool(file.good_rows(game).rows)
    except JournalError:
        return False
