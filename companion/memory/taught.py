"""File that lists the hints that have been shown."""

from pathlib import Path
from typing import Annotated, NamedTuple

import msgspec

from companion.memory.atomic_file import write_file
from companion.memory.text_file import read_text
from companion.sentence import N_, Sentence
from companion.teaching.seen import NOTHING_SEEN, SeenConcepts

FILE_NAME = "taught.json"
MOST_CONCEPTS = 500
"""Maximum number of concepts in the file, far more than exist."""
_UNREADABLE = N_("{file} cannot be read ({reason}): hints start over.")
_WRONG = Sentence(N_("it holds no list of what was taught"))
_Id = Annotated[str, msgspec.Meta(pattern=r"^[a-z][a-z-]{0,39}\Z")]


class _Content(msgspec.Struct):
    seen: Annotated[list[_Id], msgspec.Meta(max_length=MOST_CONCEPTS)]


class LoadedSeen(NamedTuple):
    """The concepts that a table knows, as read from a file.

    `problem` is a message that says why the file is unusable, or None.
    """

    seen: SeenConcepts
    problem: Sentence | None = None


def load_seen(folder: Path) -> LoadedSeen:
    """Read which hints have been shown; none if the file is missing or unusable."""
    try:
        content = msgspec.json.decode(read_text(folder / FILE_NAME), type=_Content)
    except FileNotFoundError:
        return LoadedSeen(NOTHING_SEEN)
    except OSError as error:
        reason: object = error.strerror
    except UnicodeDecodeError as error:
        reason = str(error)
    except (msgspec.MsgspecError, RecursionError):
        reason = _WRONG
    else:
        return LoadedSeen(SeenConcepts(content.seen))
    return LoadedSeen(NOTHING_SEEN, Sentence(_UNREADABLE, {"file": FILE_NAME, "reason": reason}))


def save_seen(folder: Path, seen: SeenConcepts) -> None:
    """Save which hints have been shown, atomically. Raises OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    write_file(folder / FILE_NAME, msgspec.json.encode({"seen": sorted(seen)}))


def forget_seen(folder: Path) -> None:
    """Delete the list of shown hints, so that all hints are shown again. Raises OSError."""
    (folder / FILE_NAME).unlink(missing_ok=True)
