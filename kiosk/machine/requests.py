"""Requests to the root helpers: the kiosk itself may do nothing to the machine.

A request is a file in the service's runtime folder: to switch off, to update, to put files onto a
stick. Units of systemd that watch for it act as root (`meduris-power-off.path` and others in
deploy/machine). An update is taken from a stick, which the system mounts where everybody can read
it; the request names the archive that the screen has shown, by its sum, so that root takes this one
and no other.
"""

import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import TYPE_CHECKING, NamedTuple

from companion.memory.atomic_file import write_file
from kiosk.machine.status import status_folder
from kiosk.machine.sticks import STICKS, Disks, FoundSticks, find_sticks, list_disks, no_disks

if TYPE_CHECKING:
    from kiosk.machine.releases.errors import ErrorMessage, ReleaseError

# How releases are read is imported when a stick is looked at: every start would wait for it.

POWER_OFF = "power-off"
UPDATE = "update"
UPDATING = "updating"
"""What a request for an update is renamed to for as long as it is carried out."""
SAID = "update-said"
"""What an update that the screen asked for has said last."""
TO_STICK = "to-stick"
WRITING_TO_STICK = "writing-to-stick"
"""What a request to put files onto a stick is renamed to for as long as it is carried out."""
STICK_SAID = "to-stick-said"
"""What became of the last one: a `stick_writing.Answer`."""
_Mark = tuple[Path, int, int, int]
"""Identifies an unchanged archive: path, file system, size in bytes, time of its last change."""
_REQUEST_LENGTH = 64


class StickRelease(NamedTuple):
    """A release on a stick: its version, and the sum that names its archive."""

    version: str
    sum: str


class Machine:
    """The machine under the kiosk.

    `folder` takes the requests, None where nobody would act on them; `sticks` holds one folder
    for each mounted partition of a stick, and `keys` are the public keys of those whose releases
    are offered, those of this release and its owner by default. `root` is `/` but for tests.
    """

    def __init__(
        self,
        folder: Path | None,
        sticks: Path = STICKS,
        keys: Sequence[str] | None = None,
        root: Path = Path("/"),
        disks: Disks = no_disks,
    ) -> None:
        self.root = root
        self._disks = disks
        self._folder = folder
        self._sticks = sticks
        self._keys = keys
        self._inspected: dict[_Mark, StickRelease | ReleaseError] = {}

    @property
    def can_be_asked(self) -> bool:
        """Whether anybody acts on requests."""
        return self._folder is not None

    def switch_off(self) -> None:
        """Ask for a clean shutdown. Raises OSError."""
        self._ask(POWER_OFF)

    def update(self, offer: StickRelease) -> None:
        """Ask for an update to what a stick offers. Raises OSError."""
        self._ask(UPDATE, offer.sum, forget=SAID)

    @property
    def is_updating(self) -> bool:
        """Whether an update that was asked for is to come, or being carried out."""
        return self._is_under_way(UPDATE, UPDATING)

    def update_said(self) -> "ErrorMessage | None":
        """What the update that was asked for has said last; None where it has not."""
        from kiosk.machine.releases.errors import ErrorMessage  # noqa: PLC0415

        text = self._said(SAID).strip()
        return ErrorMessage.decode(text) if text else None

    def find_sticks(self) -> FoundSticks:
        """Return the sticks that are plugged in. Takes a moment. Raises OSError."""
        return find_sticks(self._sticks, self._disks())

    def write_to(self, stick: Path) -> None:
        """Ask that what is staged goes onto a stick. Raises OSError."""
        self._ask(TO_STICK, stick.name, forget=STICK_SAID)

    @property
    def is_writing(self) -> bool:
        """Whether something is to go onto a stick, or is just going."""
        return self._is_under_way(TO_STICK, WRITING_TO_STICK)

    def stick_said(self) -> str:
        """Return the answer to the last request to write to a stick; "" if there is none."""
        return self._said(STICK_SAID)

    def _is_under_way(self, asked: str, taken: str) -> bool:
        # In this order: the one may become the other meanwhile.
        folder = self._folder
        return folder is not None and any((folder / name).exists() for name in (asked, taken))

    def _said(self, answer: str) -> str:
        try:
            folder = self._folder
            return "" if folder is None else (folder / answer).read_text("utf-8", "replace")
        except OSError:
            return ""

    def _ask(self, request: str, told: str = "", *, forget: str | None = None) -> None:
        if self._folder is not None:
            if forget is not None:
                (self._folder / forget).unlink(missing_ok=True)
            # Whoever watches for it acts as soon as it is there: it comes whole.
            write_file(self._folder / request, told.encode(), sync=False)

    def offered_update(self) -> StickRelease | None:
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
            if isinstance(came_of, StickRelease):
                return came_of
            refusal = refusal or came_of
        if refusal is not None:
            raise refusal
        return None

    def _what_came_of(self, path: Path) -> "StickRelease | ReleaseError":
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
            current = Shelf(self.root / "opt/meduris").current
            if current is not None:
                present = manifest_in_use(current, manifest)
                if present == manifest:
                    return ReleaseError(
                        "Version {version} of this archive is in use already.",
                        version=manifest.version,
                    )
                refuse_older(manifest, present)
            return StickRelease(manifest.version, sum_of(path))
        except ReleaseError as error:
            return error


def this_machine() -> Machine:
    """Return the machine under this process, as its service's environment describes it."""
    return Machine(status_folder(), disks=list_disks)


def requested_archive(run: Path, sticks: Path = STICKS) -> Path | None:
    """The archive on a stick that the request being carried out in `run` names; None without one.

    Of several copies it is one that is whole, if any is. Raises OSError where there is no request,
    or a stick cannot be read.
    """
    from kiosk.machine.releases.archive import inspect, sum_of  # noqa: PLC0415
    from kiosk.machine.releases.errors import ReleaseError  # noqa: PLC0415

    requested = read_request(run / UPDATING)
    copies = []
    for path in archives_on(sticks):
        with suppress(ReleaseError):
            if sum_of(path) == requested:
                copies.append(path)
    for path in copies:
        with suppress(ReleaseError):
            inspect(path)
            return path
    return next(iter(copies), None)


def read_request(file: Path) -> str:
    """What a request says. Raises OSError.

    It lies in the kiosk's folder, and root reads it: neither through a link nor from a pipe.
    """
    handle = os.open(file, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    with os.fdopen(handle, encoding="ascii", errors="replace") as request:
        return request.read(_REQUEST_LENGTH)


def leave_answer(text: str, file: Path) -> None:
    """Leave word where the screen reads it, from root. Raises OSError."""
    # The folder is the kiosk's: root must write to no file, and through no link, that lies there.
    with NamedTemporaryFile("w", dir=file.parent, delete=False, encoding="utf-8") as draft:
        draft.write(text)
        os.fchmod(draft.fileno(), 0o644)
    Path(draft.name).replace(file)


def archives_on(sticks: Path = STICKS) -> list[Path]:
    """The release archives at the top of all sticks, the newest first."""
    from kiosk.machine.releases.archive import ENDING  # noqa: PLC0415

    # A Mac writes a small "._NAME" beside each file that it copies onto a stick, and nobody's link
    # says what root is to read.
    found = [
        path for path in sticks.glob(f"*/[!.]*{ENDING}") if path.is_file() and not path.is_symlink()
    ]
    return sorted(found, key=lambda path: path.stat().st_mtime, reverse=True)
