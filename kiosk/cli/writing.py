"""Check that a command overwrites no files of a data folder."""

import os
from pathlib import Path

from companion.errors import CompanionError
from companion.memory.database import APPLICATION_ID, FILE_NAME
from companion.memory.exchange.backup import ENDING
from companion.sentence import Sentence

_OWN_ENDINGS = (".db", ".json", ".toml")
"""Suffixes of files with saved games, settings and boards."""
_SQLITE = b"SQLite format 3\0"
_APPLICATION_AT = 68
"""Offset of the application id in a database file
(https://www.sqlite.org/fileformat.html#the_database_header)."""


def check_target(target: Path, data: Path) -> None:
    """Refuse to write to `target` if it belongs to the data folder `data` or another data folder.

    Refused are existing files of a data folder, except backups, and names that the app could use
    there. Links are resolved. Raises CompanionError and OSError.
    """
    place = Path(os.path.realpath(target))
    if place.name.casefold().startswith(FILE_NAME) and place.exists():
        raise _refused(target, place.parent)
    for folder in place.parents:
        if not _is_same(folder, data) and not _holds_games(folder):
            continue
        if (place.exists() or _could_be_own(place.name)) and not place.name.endswith(ENDING):
            raise _refused(target, folder)
    games = Path(os.path.realpath(data / FILE_NAME))
    if place.parent == games.parent and place.name.startswith(games.name):
        raise _refused(target, data)
    if any(_is_same(path, place) for pattern in ("*", "*/*") for path in data.glob(pattern)):
        raise _refused(target, data)


def _is_same(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except OSError:  # one of them does not exist
        return False


def _could_be_own(name: str) -> bool:
    bare = name.casefold()
    return bare.startswith((".", FILE_NAME)) or bare.endswith(_OWN_ENDINGS)


def _holds_games(folder: Path) -> bool:
    games = folder / FILE_NAME
    if not games.is_file():
        return False
    try:
        with games.open("rb") as file:
            header = file.read(_APPLICATION_AT + 4)
    except PermissionError:
        return True
    application = int.from_bytes(header[_APPLICATION_AT:], "big")
    return header.startswith(_SQLITE) and application == APPLICATION_ID


def _refused(target: Path, folder: Path) -> CompanionError:
    return CompanionError(
        Sentence(
            "{file} belongs to the saved games and settings in {folder}. Nothing was written; take "
            "another name or folder.",
            {"file": str(target), "folder": str(folder)},
        )
    )
