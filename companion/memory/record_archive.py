"""Game records in a ZIP file, which may be hostile: its form and its sizes are held to limits.

Limits come before anything is read that an archive can make long; what it says of a record's
length is what is read of it at most.
"""

import os
import struct
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO

from companion.errors import CompanionError
from companion.memory.export_records import RECORD_ENDING
from companion.sentence import Sentence

MOST_BYTES = 2_000_000_000
"""Of the archive, and of all that it holds."""
MOST_RECORD_BYTES = 100_000_000
"""The longest game that is legal has some twenty millions."""
MOST_FILES = 65_000
_MOST_BYTES_OF_A_LIST = 16_000_000
_FIRST_BYTES = (b"PK\3\4", b"PK\5\6")
_END = struct.Struct("<4s4H2LH")
"""The last part: its mark, numbers of disks and files, the list's bytes and place, a comment's."""
_END_MARK = b"PK\5\6"
_LONGEST_COMMENT = 65_535
_ENCRYPTED = 1
_METHODS = frozenset({zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED})
_WRONG = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    RuntimeError,
    ValueError,
    EOFError,
    NotImplementedError,
)
"""All that the library says of archives that are not as they should be."""


class ArchiveError(CompanionError, ValueError):
    """An archive that is damaged, or larger than any that holds games; `sentence` says so."""

    def __init__(self, sentence: Sentence) -> None:
        super().__init__(sentence)
        self.sentence = sentence


def is_archive(stream: BinaryIO) -> bool:
    """Whether what can be read from a file begins as an archive does; it stays to be read."""
    if not stream.seekable():
        return False
    place = stream.tell()
    first = stream.read(len(_FIRST_BYTES[0]))
    stream.seek(place)
    return first in _FIRST_BYTES


@contextmanager
def opened(stream: BinaryIO) -> Iterator[zipfile.ZipFile]:
    """An archive that keeps to the limits. Raises ArchiveError and OSError."""
    with refusing_what_is_damaged():
        _check_sizes(stream)
        archive = zipfile.ZipFile(stream)
    with archive:
        if sum(entry.file_size for entry in archive.infolist()) > MOST_BYTES:
            raise ArchiveError(_TOO_LARGE)
        yield archive


@contextmanager
def refusing_what_is_damaged() -> Iterator[None]:
    """Turn what the library raises while an archive is read into an ArchiveError."""
    try:
        yield
    except CompanionError:
        raise
    except _WRONG as error:
        raise ArchiveError(_DAMAGED) from error


def records_in(archive: zipfile.ZipFile) -> tuple[zipfile.ZipInfo, ...]:
    """The records in an archive, in the order of their names."""
    entries = (entry for entry in archive.infolist() if entry.filename.endswith(RECORD_ENDING))
    return tuple(sorted(entries, key=lambda entry: entry.filename))


@contextmanager
def reading_entry(
    archive: zipfile.ZipFile, entry: zipfile.ZipInfo, most: int
) -> Iterator[BinaryIO]:
    """One file of an archive, at most so many bytes long. Raises ArchiveError and OSError."""
    if entry.file_size > most:
        raise ArchiveError(_TOO_LARGE)
    if entry.flag_bits & _ENCRYPTED or entry.compress_type not in _METHODS:
        raise ArchiveError(_DAMAGED)
    with refusing_what_is_damaged(), archive.open(entry) as stream:
        yield stream  # type: ignore[misc]  # it reads as any stream does


def _check_sizes(stream: BinaryIO) -> None:
    """The library reads the whole list of an archive at once: it has to be a short one."""
    size = stream.seek(0, os.SEEK_END)
    if size > MOST_BYTES:
        raise ArchiveError(_TOO_LARGE)
    stream.seek(max(0, size - _END.size - _LONGEST_COMMENT))
    tail = stream.read()
    at = tail.rfind(_END_MARK)
    if not 0 <= at <= len(tail) - _END.size:
        raise ArchiveError(_DAMAGED)
    *_, files, listed, _place, comment = _END.unpack_from(tail, at)
    if comment != len(tail) - at - _END.size:
        raise ArchiveError(_DAMAGED)
    if files > MOST_FILES or listed > _MOST_BYTES_OF_A_LIST:
        raise ArchiveError(_TOO_LARGE)


_DAMAGED = Sentence("this ZIP file is damaged, or not made as ours are")
_TOO_LARGE = Sentence("this ZIP file is larger, or holds more, than games need")
