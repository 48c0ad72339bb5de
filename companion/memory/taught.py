"""Keeps what a table has been taught in the data folder, where every backup takes it along."""

from pathlib import Path
from typing import NamedTuple

from companion.memory.atomic_file import write_file
from companion.memory.text_file import read_text
from companion.sentence import N_, Sentence
from companion.teaching.seen import NOTHING_SEEN, Seen, seen_as_json, seen_from_json

FILE_NAME = "taught.json"
_UNREADABLE = N_("{file} cannot be read ({reason}): hints start over.")


class ReadSeen(NamedTuple):
    """What the table has seen, and what is to be told of the file, if anything."""

    seen: Seen
    told: Sentence | None = None


def load_seen(folder: Path) -> ReadSeen:
    """What the table of a data folder has seen; nothing where no file is, or none that is good."""
    path = folder / FILE_NAME
    try:
        return ReadSeen(seen_from_json(read_text(path)))
    except FileNotFoundError:
        return ReadSeen(NOTHING_SEEN)
    except OSError as error:
        reason: object = error.strerror
    except UnicodeDecodeError as error:
        reason = str(error)
    except ValueError as error:
        reason = error.args[0]
    return ReadSeen(NOTHING_SEEN, Sentence(_UNREADABLE, {"file": FILE_NAME, "reason": reason}))


def save_seen(folder: Path, seen: Seen) -> None:
    """Keep what the table has seen; a power cut leaves the old or the new. Raises OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    write_file(folder / FILE_NAME, seen_as_json(seen))


def forget_seen(folder: Path) -> None:
    """Let the table be taught from the beginning again. Raises OSError."""
    (folder / FILE_NAME).unlink(missing_ok=True)
