"""File that lists the hints that have been shown."""

from pathlib import Path
from typing import NamedTuple

from companion.memory.atomic_file import write_file
from companion.memory.text_file import read_text
from companion.sentence import N_, Sentence
from companion.teaching.seen import NOTHING_SEEN, SeenConcepts, seen_as_json, seen_from_json

FILE_NAME = "taught.json"
_UNREADABLE = N_("{file} cannot be read ({reason}): hints start over.")


class LoadedSeen(NamedTuple):
    """The concepts that a table knows, as read from a file.

    `problem` is a message that says why the file is unusable, or None.
    """

    seen: SeenConcepts
    problem: Sentence | None = None


def load_seen(folder: Path) -> LoadedSeen:
    """Read which hints have been shown; none if the file is missing or unusable."""
    path = folder / FILE_NAME
    try:
        return LoadedSeen(seen_from_json(read_text(path)))
    except FileNotFoundError:
        return LoadedSeen(NOTHING_SEEN)
    except OSError as error:
        reason: object = error.strerror
    except UnicodeDecodeError as error:
        reason = str(error)
    except ValueError as error:
        reason = error.args[0]
    return LoadedSeen(NOTHING_SEEN, Sentence(_UNREADABLE, {"file": FILE_NAME, "reason": reason}))


def save_seen(folder: Path, seen: SeenConcepts) -> None:
    """Save which hints have been shown, atomically. Raises OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    write_file(folder / FILE_NAME, seen_as_json(seen))


def forget_seen(folder: Path) -> None:
    """Delete the list of shown hints, so that all hints are shown again. Raises OSError."""
    (folder / FILE_NAME).unlink(missing_ok=True)
