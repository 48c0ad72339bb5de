"""Reading of text files from any operating system."""

import codecs
import errno
import os
import stat
from pathlib import Path, PurePosixPath

_MOST_BYTES = 64 * 1024
_UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_FOLDER_OF_MACOS = "__MACOSX"
_LEFT_BEHIND = frozenset({".DS_Store", "Thumbs.db", "desktop.ini"})


def read_text(path: Path, errors: str = "strict") -> str:
    """Read a regular file of at most 64 KiB as text; for `errors` see `bytes.decode`.

    Raises UnicodeDecodeError for invalid text. Raises OSError for pipes, devices, larger files, and
    files that cannot be read.
    """
    # Opening a pipe or a device would otherwise block the start of the app.
    handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    with os.fdopen(handle, "rb") as stream:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise OSError(errno.EINVAL, "it is not a regular file", str(path))
        content = stream.read(_MOST_BYTES + 1)
    if len(content) > _MOST_BYTES:
        raise OSError(errno.EFBIG, "it is too long", str(path))
    return decode_text(content, errors)


def decode_text(content: bytes, errors: str = "strict") -> str:
    """Decode UTF-8 or UTF-16, with newlines for line breaks. Raises UnicodeDecodeError."""
    encoding = "utf-16" if content.startswith(_UTF_16) else "utf-8-sig"
    return content.decode(encoding, errors).replace("\r\n", "\n")


def strip_byte_order_mark(first_line: bytes) -> bytes:
    """Remove a UTF-8 byte order mark from the first line of a file."""
    return first_line.removeprefix(codecs.BOM_UTF8)


def is_system_file(name: str) -> bool:
    """Return whether a file name is one that macOS or Windows adds to folders and archives."""
    path = PurePosixPath(name)
    return path.name in _LEFT_BEHIND or path.name.startswith("._") or _FOLDER_OF_MACOS in path.parts
