"""Keeps what a table has been taught in the data folder, where every backup takes it along."""

import errno
import os
import stat
from pathlib import Path
from typing import NamedTuple

from companion.memory.atomic_file import write_file
from companion.sentence import N_, Sentence
from companion.teaching.seen import NOTHING_SEEN, Seen, seen_as_json, seen_from_json

FILE_NAME = "taught.json"
_MOST_BYTES = 64 * 1024
_UNREADABLE = N_("{file} cannot be read ({reason}): hints begin anew.")


class ReadSeen(NamedTuple):
    """What the table has seen, and what is to be told of the file, if anything."""

    seen: Seen
    told: Sentence | None = None


def load_seen(folder: Path) -> ReadSeen:
    """What the table of a data folder has seen; nothing where no file is, or none that is good."""
    path = folder / FILE_NAME
    try:
        return ReadSeen(seen_from_json(_content(path)))
    except FileNotFoundError:
        return ReadSeen(NOTHING_SEEN)
    except OSError as error:
        reason: object = error.strerror
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


def _content(path: Path) -> bytes:
    """The content of a small file; neither a pipe nor a link is one. Raises OSError."""
    handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    with os.fdopen(handle, "rb") as stream:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise OSError(errno.EINVAL, os.strerror(errno.EINVAL), str(path))
        content = stream.read(_MOST_BYTES + 1)
    if len(content) > _MOST_BYTES:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG), str(path))
    return content
