"""What the kiosk, which may do nothing to the machine, can ask of it.

To switch off, to update, to put files onto a stick.

What concerns its own folder alone it puts right by itself (`remedies`).

A request is a file in the service's runtime folder; units of systemd that watch for it act as
root (`meduris-power-off.path` and others in deploy/machine). An update is taken
from a stick, which the system mounts where everybody can read it; the wish for one names the
archive that the screen has shown, by its sum, so that root takes this one and no other.
"""

import os
import pwd
from collections.abc import Sequence
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from kiosk.machine.doctor.mending import Remedy
    from kiosk.machine.releases.errors import ReleaseError, Told

# How releases are read is imported when a stick is looked at, the doctor when it is asked: every
# start would wait for them.

STICKS = Path("/run/meduris-sticks")
POWER_OFF = "power-off"
UPDATE = "update"
UPDATING = "updating"
"""What the wish for an update is renamed to for as long as it is carried out."""
SAID = "update-said"
"""What an update that the screen asked for has said last."""
TO_STICK = "to-stick"
WRITING_TO_STICK = "writing-to-stick"
"""What the wish to put files onto a stick is renamed to for as long as it is carried out."""
STICK_SAID = "to-stick-said"
"""What became of the last one: a word of `stick_writing.Outcome`."""
FOLDER_VARIABLE = "RUNTIME_DIRECTORY"
"""systemd says here where the service's runtime folder is."""

_Mark = tuple[Path, int, int, int]
"""An archive as it lies there: path, file system, size in bytes, when it was written."""


_WISH_LENGTH = 64


class Offer(NamedTuple):
    """A release on a stick: its version, and the sum that names its archive."""

    version: str
    sum: str


class Machine:
    """The machine under the kiosk.

    `folder` takes the requests, None where nobody would act on them; `sticks` holds one folder
    for each stick that is plugged in, and `keys` are the public keys of those whose releases are
    offered, those of this release and its owner unless told. `root` is `/` but for tests.
    """

    def __init__(
        self,
        folder: Path | None,
        sticks: Path = STICKS,
        keys: Sequence[str] | None = None,
        root: Path = Path("/"),
    ) -> None:
        self._root = root
        self._folder = folder
        self._sticks = sticks
        self._keys = keys
        self._inspected: dict[_Mark, Offer | ReleaseError] = {}

    @property
    def can_be_asked(self) -> bool:
        """Whether anybody acts on requests."""
        return self._folder is not None

    def switch_off(self) -> None:
        """Ask for a clean shutdown. Raises OSError."""
        self._ask(POWER_OFF)

    def update(self, offer: Offer) -> None:
        """Ask for an update to what a stick offers. Raises OSError."""
        if self._folder is not None:
            (self._folder / SAID).unlink(missing_ok=True)
        self._ask(UPDATE, offer.sum)

    @property
    def is_updating(self) -> bool:
        """Whether an update that was asked for is to come, or being carried out."""
        # In this order: the wish may become the other meanwhile.
        folder = self._folder
        return folder is not None and any((folder / name).exists() for name in (UPDATE, UPDATING))

    def update_said(self) -> "Told | None":
        """What the update that was asked for has said last; None where it has not."""
        if self._folder is None:
            return None
        try:
            text = (self._folder / SAID).read_text(encoding="utf-8", errors="replace").strip()
        except OSError:
            return None
        from kiosk.machine.releases.errors import Told  # noqa: PLC0415

        return Told.decode(text) if text else None

    def remedies(self) -> "tuple[Remedy, ...]":
        """What the doctor finds now and the kiosk's user can put right; takes some time."""
        from kiosk.machine.doctor.checks import examine  # noqa: PLC0415 - see above
        from kiosk.machine.doctor.mending import Doctor  # noqa: PLC0415
        from kiosk.machine.doctor.reader import Reader  # noqa: PLC0415

        user = pwd.getpwuid(os.geteuid()).pw_name
        facts = Reader(self._root, user).facts()
        found = Doctor(facts, self._root, user).remedies(examine(facts))
        return tuple(remedy for remedy in found if not remedy.needs_root)

    def sticks(self) -> tuple[Path, ...]:
        """The sticks that are plugged in: a folder for each, which can only be read.

        One that fails, or is just pulled out, is none.
        """
        return tuple(sorted(path for path in self._sticks.glob("*") if _is_folder(path)))

    def write_to(self, stick: Path) -> None:
        """Ask that what is staged goes onto a stick. Raises OSError."""
        if self._folder is not None:
            (self._folder / STICK_SAID).unlink(missing_ok=True)
        self._ask(TO_STICK, stick.name)

    @property
    def is_writing(self) -> bool:
        """Whether something is to go onto a stick, or is just going."""
        folder, names = self._folder, (TO_STICK, WRITING_TO_STICK)
        return folder is not None and any((folder / name).exists() for name in names)

    def stick_said(self) -> str:
        """What became of what was last to go onto a stick; nothing where nobody has said it."""
        try:
            return (self._folder / STICK_SAID).read_text() if self._folder is not None else ""
        except OSError:
            return ""

    def _ask(self, request: str, told: str = "") -> None:
        if self._folder is not None:
            # Whoever watches for it acts as soon as it is there: it comes whole.
            draft = self._folder / f".{request}"
            draft.write_text(told)
            draft.replace(self._folder / request)

    def offered_update(self) -> Offer | None:
        """What a stick offers, read to its end; None without a stick that holds a release.

        Of several it is the newest that this machine can use: one for another machine may lie
        beside it. An archive is not read again while it lies there unchanged. Raises ReleaseError
        where none can be used, with what is wrong with the newest: it is damaged, not for this
        machine, signed by nobody who is trusted, or no newer than what is in use; and OSError where
        a stick cannot be read.
        """
        known, self._inspected = self._inspected, {}
        refusal = None
        for path in archives_on(self._sticks):
            found = path.stat()
            mark = (path, found.st_dev, found.st_size, found.st_mtime_ns)
            came_of = known[mark] if mark in known else self._what_came_of(path)
            self._inspected[mark] = came_of
            if isinstance(came_of, Offer):
                return came_of
            refusal = refusal or came_of
        if refusal is not None:
            raise refusal
        return None

    def _what_came_of(self, path: Path) -> "Offer | ReleaseError":
        from kiosk.machine.releases.archive import sum_of  # noqa: PLC0415
        from kiosk.machine.releases.errors import ReleaseError  # noqa: PLC0415
        from kiosk.machine.releases.shelf import Shelf  # noqa: PLC0415
        from kiosk.machine.releases.signatures import trusted_keys  # noqa: PLC0415
        from kiosk.machine.releases.updating import (  # noqa: PLC0415
            check_signed,
            inspected,
            manifest_in_use,
            refuse_older,
        )

        try:
            manifest = inspected(path)
            check_signed(path, trusted_keys() if self._keys is None else self._keys)
            current = Shelf(self._root / "opt/meduris").current
            if current is not None:
                present = manifest_in_use(current, manifest)
                if present == manifest:
                    return ReleaseError(
                        "Version {version} of this archive is in use already.",
                        version=manifest.version,
                    )
                refuse_older(manifest, present)
            return Offer(manifest.version, sum_of(path))
        except ReleaseError as error:
            return error


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except OSError:
        return False


def this_machine_below(environment: "os._Environ[str] | dict[str, str]" = os.environ) -> Machine:
    """The machine as the service's environment tells of it."""
    folder = environment.get(FOLDER_VARIABLE)
    return Machine(Path(folder) if folder else None)


def wished_archive(run: Path, sticks: Path = STICKS) -> Path | None:
    """The archive on a stick that the wish being carried out in `run` names; None without one.

    Of several copies it is one that is whole, if any is. Raises OSError where there is no wish, or
    a stick cannot be read.
    """
    wished = _read_wish(run / UPDATING)
    copies = [path for path in archives_on(sticks) if _is_sealed_with(path, wished)]
    return next(chain(filter(_is_whole, copies), copies), None)


def _is_sealed_with(path: Path, wished: str) -> bool:
    from kiosk.machine.releases.archive import sum_of  # noqa: PLC0415
    from kiosk.machine.releases.errors import ReleaseError  # noqa: PLC0415

    try:
        return sum_of(path) == wished
    except ReleaseError:
        return False


def _is_whole(path: Path) -> bool:
    from kiosk.machine.releases.archive import inspect  # noqa: PLC0415
    from kiosk.machine.releases.errors import ReleaseError  # noqa: PLC0415

    try:
        inspect(path)
    except ReleaseError:
        return False
    return True


def _read_wish(file: Path) -> str:
    # It lies in the kiosk's folder, and root reads it: neither through a link nor from a pipe.
    handle = os.open(file, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    with os.fdopen(handle, encoding="ascii", errors="replace") as wish:
        return wish.read(_WISH_LENGTH)


def archives_on(sticks: Path = STICKS) -> list[Path]:
    """The release archives at the top of all sticks, the newest first."""
    from kiosk.machine.releases.archive import ENDING  # noqa: PLC0415

    # A Mac writes a small "._NAME" beside each file that it copies onto a stick, and nobody's link
    # says what root is to read.
    found = [
        path for path in sticks.glob(f"*/[!.]*{ENDING}") if path.is_file() and not path.is_symlink()
    ]
    return sorted(found, key=lambda path: path.stat().st_mtime, reverse=True)
