"""The folder of saved games, learnt boards and settings."""

import os
import stat
from pathlib import Path

from companion.errors import JournalError
from companion.sentence import N_, Sentence

ENVIRONMENT_VARIABLE = "MEDURIS_DATA"
RESTORE_FOLDER = ".restoring"
"""Subfolder for files of an unfinished restore; the next start completes or removes it."""

_NOT_THERE = N_("There is no folder {folder}. Check the spelling.")
_NO_FOLDER = N_("{folder} is not a folder.")
_OF_SOMEBODY = N_(
    "You may not open the folder {folder}, as it belongs to {owner}. Put `sudo -u {owner}` in "
    "front of the command."
)
_NOT_ROOTS = N_(
    "The folder {folder} belongs to {owner}, who could not use files that root saves there. Put "
    "`sudo -u {owner}` in front of the command."
)
_NO_HOME = Sentence(
    N_(
        "There is no home folder for the saved games. Use `--data DIR`, or set MEDURIS_DATA to "
        "a folder."
    )
)
_CLOSED = N_("You may not open the folder {folder}. Ask the person who set it up.")


def data_folder_or_default(chosen: Path | None, *, must_exist: bool = True) -> Path:
    """Return the data folder that the user named, or the default folder, without creating it.

    Raises JournalError if the path is inaccessible or not a folder, or if the user is root and the
    folder belongs to another user. With `must_exist`, also raises JournalError if the named folder
    does not exist.
    """
    folder = chosen or default_data_folder()
    try:
        found = folder.stat()
    except (FileNotFoundError, NotADirectoryError):
        if chosen is not None and must_exist:
            raise JournalError(Sentence(_NOT_THERE, {"folder": str(folder)})) from None
        _leave_others_alone(folder.parent)
        return folder
    except OSError:
        raise JournalError(Sentence(_CLOSED, {"folder": str(folder)})) from None
    if not stat.S_ISDIR(found.st_mode):
        raise JournalError(Sentence(_NO_FOLDER, {"folder": str(folder)}))
    if not os.access(folder, os.R_OK | os.X_OK, effective_ids=True):
        facts = {"folder": str(folder), "owner": _owner(folder)}
        is_own = facts["owner"] is None or found.st_uid == os.geteuid()
        raise JournalError(Sentence(_CLOSED if is_own else _OF_SOMEBODY, facts))
    _leave_others_alone(folder)
    return folder


def _leave_others_alone(folder: Path) -> None:
    """Raise JournalError if the user is root and the folder belongs to another user."""
    if os.geteuid() != 0:
        return
    there = next((path for path in (folder, *folder.absolute().parents) if path.exists()), folder)
    owner = there.stat().st_uid
    if owner != 0:
        facts = {"folder": str(there), "owner": _owner(there) or f"#{owner}"}
        raise JournalError(Sentence(_NOT_ROOTS, facts))


def _owner(folder: Path) -> str | None:
    try:
        return folder.owner()
    except KeyError:
        return None


def default_data_folder() -> Path:
    """Return the folder named in `$MEDURIS_DATA`, otherwise the user's default folder.

    Raises JournalError if there is no default folder.
    """
    chosen = os.environ.get(ENVIRONMENT_VARIABLE)
    if chosen:
        return Path(chosen)
    import platformdirs  # noqa: PLC0415 - not needed, and not cheap, where the variable is set

    try:
        folder = Path(platformdirs.user_data_dir("meduris", appauthor=False))
    except RuntimeError:
        raise JournalError(_NO_HOME) from None
    if not folder.is_absolute():  # older versions of platformdirs keep the tilde
        raise JournalError(_NO_HOME)
    return folder
