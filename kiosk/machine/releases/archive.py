"""A release archive: one file with the wheels and their manifest, sealed as a whole.

The first line holds the SHA-256 and the length of all that follows, which is a zip file. So an
archive that was cut, changed or lengthened anywhere is known before anything of it is used.
"""

import hashlib
import re
import shutil
import zipfile
from collections.abc import Iterable
from pathlib import Path
from typing import IO

from kiosk.machine.releases.errors import ReleaseError
from kiosk.machine.releases.manifest import Manifest, Wheel

ENDING = ".meduris-release"
_MANIFEST = "manifest.json"
_SEAL = re.compile(rb"meduris-release 1 ([0-9a-f]{64}) ([0-9]{1,12})\n")
_SEAL_LENGTH = 120
_LONG_AGO = (1980, 1, 1, 0, 0, 0)
_NO_RELEASE = "{file} is not a release of the companion."
_DAMAGED = (
    "{file} is damaged or not complete: copy it anew from where it came. Nothing was changed."
)


def build(wheels: Iterable[Path], version: str, python: str, machine: str, source: str) -> Manifest:
    """The manifest of a release made of these wheel files."""
    return Manifest(
        version=version,
        python=python,
        machine=machine,
        source=source,
        wheels={path.name: Wheel(_sum_of(path), path.stat().st_size) for path in wheels},
    )


def write(manifest: Manifest, folder: Path, target: Path) -> None:
    """Write an archive of the manifest and its wheels, which lie in `folder`. Raises OSError."""
    draft = target.with_name(f"{target.name}.zip")
    whole = target.with_name(f"{target.name}.new")
    try:
        with zipfile.ZipFile(draft, "w") as packed:
            packed.writestr(zipfile.ZipInfo(_MANIFEST, _LONG_AGO), manifest.encode())
            for name in sorted(manifest.wheels):
                packed.writestr(zipfile.ZipInfo(name, _LONG_AGO), (folder / name).read_bytes())
        with draft.open("rb") as content, whole.open("wb") as out:
            out.write(f"meduris-release 1 {_sum_of(draft)} {draft.stat().st_size}\n".encode())
            shutil.copyfileobj(content, out)
        whole.replace(target)
    finally:
        draft.unlink(missing_ok=True)
        whole.unlink(missing_ok=True)


def inspect(path: Path) -> Manifest:
    """Read all of an archive and return what it holds; writes nothing.

    Raises ReleaseError where anything is not as the archive was built.
    """
    with _opened(path) as file:
        _check_seal(file, path.name)
        with _unpacked(file, path.name) as packed:
            return _checked(packed, path.name)


def unpack(path: Path, folder: Path) -> Manifest:
    """Put the wheels of an archive into an empty folder, checked once more as they are written.

    Raises ReleaseError for an archive that `inspect` would refuse, and OSError.
    """
    with _opened(path) as file:
        _check_seal(file, path.name)
        with _unpacked(file, path.name) as packed:
            manifest = _checked(packed, path.name)
            for name, wheel in manifest.wheels.items():
                target = folder / name
                with packed.open(name) as content, target.open("xb") as out:
                    shutil.copyfileobj(content, out)
                if _sum_of(target) != wheel.sha256:
                    raise ReleaseError(_DAMAGED.format(file=path.name))
    return manifest


def _opened(path: Path) -> IO[bytes]:
    try:
        return path.open("rb")
    except OSError as error:
        raise ReleaseError(f"{path} cannot be read: {error.strerror}.") from error


def _check_seal(file: IO[bytes], name: str) -> None:
    try:
        seal = _SEAL.fullmatch(file.readline(_SEAL_LENGTH))
        if seal is None:
            raise ReleaseError(_NO_RELEASE.format(file=name))
        begin = file.tell()
        found = hashlib.file_digest(file, "sha256").hexdigest()  # type: ignore[arg-type]  # a file it is
        length = file.tell() - begin
    except OSError as error:
        raise ReleaseError(f"{name} cannot be read to its end: {error.strerror}.") from error
    if (found, length) != (seal[1].decode(), int(seal[2])):
        raise ReleaseError(_DAMAGED.format(file=name))


def _unpacked(file: IO[bytes], name: str) -> zipfile.ZipFile:
    try:
        return zipfile.ZipFile(file)
    except zipfile.BadZipFile as error:
        raise ReleaseError(_DAMAGED.format(file=name)) from error


def _checked(packed: zipfile.ZipFile, name: str) -> Manifest:
    names = packed.namelist()
    if _MANIFEST not in names:
        raise ReleaseError(_NO_RELEASE.format(file=name))
    manifest = Manifest.decode(packed.read(_MANIFEST))
    if sorted(names) != sorted([_MANIFEST, *manifest.wheels]):
        raise ReleaseError(_DAMAGED.format(file=name))
    for wheel_name, wheel in manifest.wheels.items():
        with packed.open(wheel_name) as content:
            found = hashlib.file_digest(content, "sha256").hexdigest()  # type: ignore[arg-type]  # likewise
        if (found, packed.getinfo(wheel_name).file_size) != (wheel.sha256, wheel.bytes):
            raise ReleaseError(_DAMAGED.format(file=name))
    return manifest


def _sum_of(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
