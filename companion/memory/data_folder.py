"""Where the saved games, the learnt boards and the settings lie."""

import os
import pwd
import stat
from pathlib import Path

from companion.errors import JournalError
from companion.sentence import N_, Sentence

VARIABLE = "MEDURIS_DATA"
BEING_RESTORED = ".restoring"
"""The folder in which a restoring works; whoever takes the lock does away with what it has left."""

_NOT_THERE = N_("There is no folder {folder}: is it spelt so?")
_NO_FOLDER = N_("{folder} is no folder.")
_OF_SOMEBODY = N_(
    "The folder {folder} is closed to you, it belongs to {owner}: put `sudo -u {owner}` in front."
)
_CLOSED = N_("The folder {folder} is closed to you: whoever set it up can open it.")


def chosen_folder(named: Path | None, *, there: bool = True) -> Path:
    """The data folder that somebody has named, else the usual one. Makes nothing.

    Raises JournalError where nobody but others may look into it, or where it is none; and, unless
    it need not be `there`, where one was named that does not exist.
    """
    folder = named or data_dir()
    try:
        found = folder.stat()
    except (FileNotFoundError, NotADirectoryError):
        if named is not None and there:
            raise JournalError(Sentence(_NOT_THERE, {"folder": str(folder)})) from None
        return folder
    except OSError:
        raise JournalError(Sentence(_CLOSED, {"folder": str(folder)})) from None
    if not stat.S_ISDIR(found.st_mode):
        raise JournalError(Sentence(_NO_FOLDER, {"folder": str(folder)}))
    if not os.access(folder, os.R_OK | os.X_OK, effective_ids=True):
        raise JournalError(_closed(folder, found.st_uid))
    return folder


def _closed(folder: Path, owner: int) -> Sentence:
    facts = {"folder": str(folder)}
    try:
        name = pwd.getpwuid(owner).pw_name
    except KeyError:
        return Sentence(_CLOSED, facts)
    if owner == os.geteuid():
        return Sentence(_CLOSED, facts)
    return Sentence(_OF_SOMEBODY, {**facts, "owner": name})


def data_dir() -> Path:
    """The data folder: `$MEDURIS_DATA` where it is set, else the platform's own. Makes nothing."""
    chosen = os.environ.get(VARIABLE)
    if chosen:
        return Path(chosen)
    import platformdirs  # noqa: PLC0415 - not needed, and not cheap, where the variable is set

    return Path(platformdirs.user_data_dir("meduris", appauthor=False))
