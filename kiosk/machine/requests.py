"""Requests to the root helpers: the kiosk itself may do nothing to the machine.

A request is a file in the service's runtime folder: to switch off, to change the version, to put
files onto a stick. Units of systemd that watch for it act as root (`meduris-power-off.path` and
others in deploy/machine). A new version is taken from a stick, which the system mounts where
everybody can read it; the request names what the screen has shown by the sum of its signed list, so
that root takes this version and no other.
"""

import hashlib
import os
from contextlib import suppress
from pathlib import Path
from tempfile import NamedTemporaryFile

from companion.memory.atomic_file import write_file
from companion.sentence import Sentence
from kiosk.machine.status import status_folder
from kiosk.machine.sticks import STICKS, Disks, FoundSticks, find_sticks, list_disks, no_disks
from kiosk.machine.updates import (
    BACK,
    FOLDER,
    Look,
    StickUpdate,
    UpdateRefusedError,
    ask_helper,
    offered_version,
    update_sentence,
)

POWER_OFF = "power-off"
UPDATE = "update"
UPDATING = "updating"
"""What a request for an update is renamed to for as long as it is carried out."""
TO_STICK = "to-stick"
WRITING_TO_STICK = "writing-to-stick"
"""What a request to put files onto a stick is renamed to for as long as it is carried out."""
STICK_SAID = "to-stick-said"
"""What became of the last one: a `stick_writing.Answer`."""
_SAID = "run/meduris-kiosk/said"
"""How far the last update is, or what became of it: a line of the helper's."""
_FORMER = "var/lib/meduris-kiosk/former"
"""The packages to go back to."""
_REQUEST_LENGTH = 64
_LIST_LENGTH = 10_000_000
"""More than apt takes."""
_Mark = tuple[Path, int, int, int]
"""Identifies an unchanged file: path, file system, size in bytes, time of its last change."""


class Machine:
    """The machine under the kiosk.

    `folder` takes the requests, None where nobody would act on them; `sticks` holds one folder
    for each mounted partition of a stick. `root` is `/` but for tests.
    """

    def __init__(
        self,
        folder: Path | None,
        sticks: Path = STICKS,
        root: Path = Path("/"),
        disks: Disks = no_disks,
        look: Look = ask_helper,
    ) -> None:
        self.root = root
        self._disks = disks
        self._folder = folder
        self._sticks = sticks
        self._look = look
        self._seen: dict[_Mark, StickUpdate | UpdateRefusedError] = {}

    @property
    def can_be_asked(self) -> bool:
        """Whether anybody acts on requests."""
        return self._folder is not None

    def switch_off(self) -> None:
        """Ask for a clean shutdown. Raises OSError."""
        self._ask(POWER_OFF)

    def update(self, offer: StickUpdate) -> None:
        """Ask for an update to what a stick offers. Raises OSError."""
        self._ask(UPDATE, offer.sum)

    def go_back(self) -> None:
        """Ask for the former version. Raises OSError."""
        self._ask(UPDATE, BACK)

    @property
    def former_version(self) -> str | None:
        """The version to go back to; None where none is kept."""
        for path in (self.root / _FORMER).glob("meduris-kiosk_*_*.deb"):
            return path.name.split("_")[1]
        return None

    @property
    def is_updating(self) -> bool:
        """Whether an update that was asked for is to come, or being carried out."""
        return self._is_under_way(UPDATE, UPDATING)

    def update_said(self) -> Sentence | None:
        """How far the last update since the start is, or what became of it; None without one."""
        with suppress(OSError):
            return update_sentence((self.root / _SAID).read_text("utf-8", "replace"))
        return None

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

    def offered_update(self) -> StickUpdate | None:
        """Return what a stick offers, as apt has checked it; None without a folder of packages.

        What lies there unchanged is not checked again. Raises UpdateRefusedError where no stick
        holds what can be taken, with the reason of the first; and OSError where one cannot be read.
        """
        known, self._seen = self._seen, {}
        refusal = None
        for folder in sorted(self._sticks.glob(f"*/{FOLDER}")):
            listed = folder / "InRelease"
            found = (listed if listed.exists() else folder).stat()
            mark = (folder, found.st_dev, found.st_size, found.st_mtime_ns)
            seen = known[mark] if mark in known else self._check(folder)
            self._seen[mark] = seen
            if isinstance(seen, StickUpdate):
                return seen
            refusal = refusal or seen
        if refusal is not None:
            raise refusal
        return None

    def _check(self, folder: Path) -> StickUpdate | UpdateRefusedError:
        try:
            return StickUpdate(offered_version(self._look(folder)), _sum_of(folder / "InRelease"))
        except UpdateRefusedError as error:
            return error


def this_machine() -> Machine:
    """Return the machine under this process, as its service's environment describes it."""
    return Machine(status_folder(), disks=list_disks)


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


def _sum_of(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.sha256(file.read(_LIST_LENGTH)).hexdigest()
