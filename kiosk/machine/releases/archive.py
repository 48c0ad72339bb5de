"""A release archive: one file with the wheels and their manifest, sealed as a whole.

The first line holds the SHA-256 and the length of all that follows, which is a zip file. So an
archive that was cut, changed or lengthened anywhere is known before anything of it is used.

Behind the zip file, as its comment, stand the signatures of the manifest (see `signatures`).

A seal is easily made anew, so the zip file is held to the form in which `write` makes it, and to
sizes that no release reaches, before anything of it is read: whatever an archive is made of, it
is refused soon and with one sentence.
"""

import hashlib
import os
import re
import shutil
import struct
import zipfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import IO

from kiosk.machine.releases.errors import N_, ReleaseError
from kiosk.machine.releases.manifest import Manifest, Wheel
from kiosk.machine.releases.signatures import MOST_BYTES as MOST_BYTES_OF_SIGNATURES

ENDING = ".meduris-release"
_MANIFEST = "manifest.json"
_SEAL = re.compile(rb"meduris-release 1 ([0-9a-f]{64}) ([0-9]{1,12})\n")
_SEAL_LENGTH = 120
_LONG_AGO = (1980, 1, 1, 0, 0, 0)
_MOST_BYTES = 300_000_000
"""No release has as many: they have some sixty million."""
MOST_BYTES_OF_A_LIST = 64_000
"""Neither the manifest nor the zip file's own list has as many."""
_MOST_FILES = 100
_CHUNK = 1_000_000
_ZIP_END = struct.Struct("<4s4H2LH")
"""A zip file's last record: its mark, numbers of disks and files, its list's bytes and place."""
_ZIP_END_MARK = b"PK\5\6"
_LARGE_ZIP = struct.Struct("<4s16x")
"""The record before it in a zip file of more than four gigabytes, which no release is."""
_LARGE_ZIP_MARK = b"PK\6\7"
_ENCRYPTED = 1
"""The flag of a file in a zip file that is."""
_MOST_SHOWN = 80
_NO_RELEASE = N_("{file} is not a release of the companion.")
_DAMAGED = N_(
    "{file} is damaged or not complete: copy it anew from where it came. Nothing was changed."
)
_UNREADABLE = N_("{file} cannot be read to its end: {error}.")
_TOO_LARGE = N_("{file} is larger than any release of the companion. Nothing was changed.")


def build(
    wheels: Iterable[Path], version: str, python: str, machine: str, source: str, number: int
) -> Manifest:
    """The manifest of a release made of these wheel files, which is the build of that number."""
    return Manifest(
        version=version,
        python=python,
        machine=machine,
        source=source,
        wheels={path.name: Wheel(_sum_of(path), path.stat().st_size) for path in wheels},
        build=number,
    )


def write(manifest: Manifest, folder: Path, target: Path, signatures: bytes = b"") -> None:
    """Write an archive of the manifest and its wheels, which lie in `folder`. Raises OSError."""
    draft = target.with_name(f"{target.name}.zip")
    whole = target.with_name(f"{target.name}.new")
    try:
        with zipfile.ZipFile(draft, "w") as packed:
            packed.writestr(zipfile.ZipInfo(_MANIFEST, _LONG_AGO), manifest.encode())
            for name in sorted(manifest.wheels):
                packed.writestr(zipfile.ZipInfo(name, _LONG_AGO), (folder / name).read_bytes())
            packed.comment = signatures
        with draft.open("rb") as content, whole.open("wb") as out:
            out.write(f"meduris-release 1 {_sum_of(draft)} {draft.stat().st_size}\n".encode())
            shutil.copyfileobj(content, out)
        whole.replace(target)
    finally:
        draft.unlink(missing_ok=True)
        whole.unlink(missing_ok=True)


def copy(path: Path, target: Path) -> None:
    """Copy an archive to where only its reader may write: on a stick it may change meanwhile.

    Raises ReleaseError where it cannot be read or is larger than any release, and OSError.
    """
    name = shown_name(path)
    with _opened(path) as file, target.open("xb") as out:
        while chunk := _read_on(file, name):
            out.write(chunk)
            if out.tell() > _MOST_BYTES:
                raise ReleaseError(_TOO_LARGE, file=name)


def _read_on(file: IO[bytes], name: str) -> bytes:
    try:
        return file.read(_CHUNK)
    except OSError as error:
        raise ReleaseError(_UNREADABLE, file=name, error=error.strerror) from error


def inspect(path: Path) -> Manifest:
    """Read all of an archive and return what it holds; writes nothing.

    Raises ReleaseError where anything is not as the archive was built.
    """
    name = shown_name(path)
    try:
        with _unsealed(path) as packed:
            return _checked(packed, name)
    except OSError as error:
        raise ReleaseError(_UNREADABLE, file=name, error=error.strerror) from error


def unpack(path: Path, folder: Path) -> Manifest:
    """Put the wheels of an archive into an empty folder, checked once more as they are written.

    Raises ReleaseError for an archive that `inspect` would refuse, and OSError.
    """
    with _unsealed(path) as packed:
        manifest = _checked(packed, shown_name(path))
        for name, wheel in manifest.wheels.items():
            target = folder / name
            with packed.open(name) as content, target.open("xb") as out:
                shutil.copyfileobj(content, out)
            if _sum_of(target) != wheel.sha256:
                raise ReleaseError(_DAMAGED, file=shown_name(path))
    return manifest


def signed(path: Path) -> tuple[bytes, bytes]:
    """The manifest of an archive as it was signed, and its signatures, none of them checked.

    Raises ReleaseError for an archive that `inspect` would refuse.
    """
    inspect(path)
    with _unsealed(path) as packed:
        return packed.read(_MANIFEST), packed.comment


def sum_of(path: Path) -> str:
    """The sum in an archive's seal, in hexadecimal: what names this archive and no other.

    It is as true as the seal, which `inspect` checks. Raises ReleaseError where there is none.
    """
    name = shown_name(path)
    with _opened(path) as file:
        return _seal_at_the_top(file, name)[1].decode()


def shown_name(path: Path) -> str:
    """The file's name as sentences show it: a stick's may be long, or full of control signs."""
    shown = "".join(sign if sign.isprintable() else "?" for sign in path.name)
    return shown if len(shown) <= _MOST_SHOWN else f"{shown[:_MOST_SHOWN]}…"


@contextmanager
def _unsealed(path: Path) -> Iterator[zipfile.ZipFile]:
    name = shown_name(path)
    with _opened(path) as file:
        _check_seal(file, name)
        # What a zip file can be wrong in, the library tells by all of these.
        try:
            _check_list_of_files(file, name)
            with zipfile.ZipFile(file) as packed:
                _check_form(packed, name)
                yield packed
        except ReleaseError:
            raise
        except (zipfile.BadZipFile, struct.error, RuntimeError, ValueError, EOFError) as error:
            raise ReleaseError(_DAMAGED, file=name) from error


def _opened(path: Path) -> IO[bytes]:
    # Before it is opened: whoever opens a pipe waits for its other end.
    if path.exists() and not path.is_file():
        raise ReleaseError("{file} cannot be read: it is no file.", file=shown_name(path))
    try:
        return path.open("rb")
    except OSError as error:
        raise ReleaseError(
            "{file} cannot be read: {error}.", file=shown_name(path), error=error.strerror
        ) from error


def _check_seal(file: IO[bytes], name: str) -> None:
    try:
        whole = os.fstat(file.fileno()).st_size
        if whole > _MOST_BYTES:
            raise ReleaseError(_TOO_LARGE, file=name)
        seal = _seal_at_the_top(file, name)
        if whole - file.tell() != int(seal[2]):
            raise ReleaseError(_DAMAGED, file=name)
        found = hashlib.file_digest(file, "sha256").hexdigest()  # type: ignore[arg-type]  # a file it is
    except OSError as error:
        raise ReleaseError(_UNREADABLE, file=name, error=error.strerror) from error
    if found != seal[1].decode():
        raise ReleaseError(_DAMAGED, file=name)


def _seal_at_the_top(file: IO[bytes], name: str) -> re.Match[bytes]:
    seal = _SEAL.fullmatch(file.readline(_SEAL_LENGTH))
    if seal is None:
        raise ReleaseError(_NO_RELEASE, file=name)
    return seal


def _check_list_of_files(file: IO[bytes], name: str) -> None:
    """The library reads the whole list of a zip file at once: it has to be a short one."""
    most = _LARGE_ZIP.size + _ZIP_END.size + MOST_BYTES_OF_SIGNATURES
    file.seek(max(0, os.fstat(file.fileno()).st_size - most))
    tail = file.read(most)
    at = tail.rfind(_ZIP_END_MARK)
    if at < _LARGE_ZIP.size:
        raise ReleaseError(_DAMAGED, file=name)
    (before,) = _LARGE_ZIP.unpack_from(tail, at - _LARGE_ZIP.size)
    *_, files, listed, _place, comment = _ZIP_END.unpack_from(tail, at)
    sound = (
        before != _LARGE_ZIP_MARK
        and files <= _MOST_FILES
        and listed <= MOST_BYTES_OF_A_LIST
        and comment == len(tail) - at - _ZIP_END.size
    )
    if not sound:
        raise ReleaseError(_DAMAGED, file=name)


def _check_form(packed: zipfile.ZipFile, name: str) -> None:
    """Nothing is compressed, so that nothing is longer than it is; nothing is encrypted.

    No file lies within another one: from 3.14 on Python warns of some that do, and reads them.
    """
    files = packed.infolist()
    sound = all(
        file.compress_type == zipfile.ZIP_STORED
        and file.file_size == file.compress_size
        and not file.flag_bits & _ENCRYPTED
        for file in files
    ) and all(
        one.header_offset + one.compress_size < other.header_offset
        for one, other in pairwise(sorted(files, key=lambda file: file.header_offset))
    )
    if not sound or sum(file.file_size for file in files) > _MOST_BYTES:
        raise ReleaseError(_DAMAGED, file=name)


def _checked(packed: zipfile.ZipFile, name: str) -> Manifest:
    names = packed.namelist()
    if _MANIFEST not in names:
        raise ReleaseError(_NO_RELEASE, file=name)
    if packed.getinfo(_MANIFEST).file_size > MOST_BYTES_OF_A_LIST:
        raise ReleaseError(_DAMAGED, file=name)
    manifest = Manifest.decode(packed.read(_MANIFEST))
    if sorted(names) != sorted([_MANIFEST, *manifest.wheels]):
        raise ReleaseError(_DAMAGED, file=name)
    for wheel_name, wheel in manifest.wheels.items():
        with packed.open(wheel_name) as content:
            found = hashlib.file_digest(content, "sha256").hexdigest()  # type: ignore[arg-type]  # likewise
        if (found, packed.getinfo(wheel_name).file_size) != (wheel.sha256, wheel.bytes):
            raise ReleaseError(_DAMAGED, file=name)
    return manifest


def _sum_of(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
