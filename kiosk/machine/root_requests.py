"""Requests of the kiosk to helpers that run as root, as the kiosk may not change the machine.

A request is a file in the service's runtime folder. It asks to switch off, to update, or to write
files to a USB stick. Path units of systemd watch the folder and start the helpers (`meduris-power-
off.path` and others in deploy/machine). An update is identified by the checksum of its signed
package list, so that the helper installs exactly the version that was offered.
"""

import hashlib
import os
from contextlib import suppress
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import BinaryIO

from companion.memory.atomic_file import write_file_atomically
from companion.sentence import Sentence
from kiosk.machine.status import runtime_folder
from kiosk.machine.sticks import STICKS_FOLDER, Disks, PluggedInSticks, find_sticks, list_disks
from kiosk.machine.updates import (
    BACK,
    FOLDER,
    AskRootHelper,
    StickUpdate,
    UpdateRefusedError,
    ask_root_helper,
    parse_offered_version,
    update_sentence,
)

POWER_OFF = "power-off"
UPDATE = "update"
UPDATING = "updating"
"""Name that the request file `UPDATE` gets while the update is in progress."""
TO_STICK = "to-stick"
WRITING_TO_STICK = "writing-to-stick"
"""Name that the request file `TO_STICK` gets while the files are being written."""
STICK_ANSWER = "to-stick-said"
"""File with the answer to the latest request `TO_STICK`, a `stick_writing.WriteAnswer`."""
_UPDATE_MESSAGE = "run/meduris-kiosk/said"
"""File with one line written by the helper: the state or the result of the latest update."""
_FORMER = "var/lib/meduris-kiosk/former"
"""Folder with the packages of the version that was installed before the latest update."""
_REQUEST_LENGTH = 64
_LIST_LENGTH = 10_000_000
"""Maximum size of the signed list in bytes; apt accepts less."""
_FolderVersion = tuple[Path, int, int, int]
"""A folder's path, followed by the device, size in bytes and modification time (ns) of its package
list. A changed list has another value."""


class Machine:
    """The machine that runs the kiosk.

    `folder` is the folder for requests, or None if there is no system service that reads requests.
    `sticks` is the folder with the mount points of all partitions on USB sticks. `root` is the root
    folder of the system. `disks` is a function that lists the disks; the default lists none.
    """

    def __init__(
        self,
        folder: Path | None,
        sticks: Path = STICKS_FOLDER,
        root: Path = Path("/"),
        disks: Disks = tuple,
        ask_helper: AskRootHelper = ask_root_helper,
    ) -> None:
        self.root = root
        self._disks = disks
        self._folder = folder
        self._sticks = sticks
        self._ask_helper = ask_helper
        self._seen: dict[_FolderVersion, StickUpdate | UpdateRefusedError] = {}

    @property
    def can_take_requests(self) -> bool:
        return self._folder is not None

    def request_power_off(self) -> None:
        self._ask(POWER_OFF)

    def request_update(self, update: StickUpdate) -> None:
        self._ask(UPDATE, update.checksum)

    def request_former_version(self) -> None:
        self._ask(UPDATE, BACK)

    @property
    def former_version(self) -> str | None:
        """Version that was installed before the current one.

        None if the packages of that version were not kept, so that nobody can go back to it.
        """
        for path in (self.root / _FORMER).glob("meduris-kiosk_*_*.deb"):
            return path.name.split("_")[1]
        return None

    @property
    def is_updating(self) -> bool:
        """True while an update is requested or in progress."""
        return self._exists(UPDATE, UPDATING)

    def last_update_result(self) -> Sentence | None:
        """Return a sentence about the latest update, or None if there was no update."""
        with suppress(OSError):
            return update_sentence((self.root / _UPDATE_MESSAGE).read_text("utf-8", "replace"))
        return None

    def plugged_in_sticks(self) -> PluggedInSticks:
        """Return the USB sticks that are plugged in. This blocks for a moment. Raises OSError."""
        return find_sticks(self._sticks, self._disks())

    def request_write_to_stick(self, stick: Path) -> None:
        """Ask the helper that runs as root to copy the files that the kiosk prepared to `stick`."""
        if self._folder is not None:
            (self._folder / STICK_ANSWER).unlink(missing_ok=True)
        self._ask(TO_STICK, stick.name)

    @property
    def is_writing_to_stick(self) -> bool:
        return self._exists(TO_STICK, WRITING_TO_STICK)

    def last_stick_write_answer(self) -> str:
        """Return the answer to the latest request to write to a stick, "" if there is none."""
        if self._folder is not None:
            with suppress(OSError):
                return (self._folder / STICK_ANSWER).read_text("utf-8", "replace")
        return ""

    def _exists(self, asked: str, taken: str) -> bool:
        # Check the files in this order, as the helper renames the first file to the second.
        folder = self._folder
        return folder is not None and any((folder / name).exists() for name in (asked, taken))

    def _ask(self, request: str, told: str = "") -> None:
        if self._folder is not None:
            # The whole file must appear at once, as the helper starts as soon as the file exists.
            write_file_atomically(self._folder / request, told.encode(), sync=False)

    def find_offered_update(self) -> StickUpdate | None:
        """Return the update that a USB stick offers, checked by apt; None if no stick has packages.

        If a stick's folder of packages has not changed since the previous call, it is not checked
        again, and the earlier result is used. Raises UpdateRefusedError if there are packages, but
        none that can be installed; its message gives the reason. Raises OSError if a stick cannot
        be read.
        """
        known, self._seen = self._seen, {}
        refusal = None
        for folder in sorted(self._sticks.glob(f"*/{FOLDER}")):
            listed = folder / "InRelease"
            found = (listed if listed.exists() else folder).stat()
            mark = (folder, found.st_dev, found.st_size, found.st_mtime_ns)
            seen = known.get(mark)
            if seen is None:
                try:
                    version = parse_offered_version(self._ask_helper(folder))
                    with listed.open("rb") as file:
                        content = file.read(_LIST_LENGTH)
                    seen = StickUpdate(version, hashlib.sha256(content).hexdigest())
                except UpdateRefusedError as error:
                    seen = error
            self._seen[mark] = seen
            if isinstance(seen, StickUpdate):
                return seen
            refusal = refusal or seen
        if refusal is not None:
            raise refusal
        return None


def this_machine() -> Machine:
    return Machine(runtime_folder(), disks=list_disks)


def read_request(file: Path) -> str:
    """Return the text of a request. Raises OSError. Called by a helper that runs as root."""
    with open_unless_link(file) as request:
        return request.read(_REQUEST_LENGTH).decode("ascii", "replace")


def open_unless_link(file: Path) -> BinaryIO:
    """Open a file for reading, but refuse a symbolic link.

    Root uses this in a folder of the kiosk's user, who could place a link to any file there. Raises
    OSError, also for a link.
    """
    return os.fdopen(os.open(file, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK), "rb")


def write_answer(text: str, file: Path) -> None:
    """Write an answer for the kiosk. A link at `file` is replaced, not followed. Raises OSError."""
    with NamedTemporaryFile("w", dir=file.parent, delete=False, encoding="utf-8") as draft:
        draft.write(text)
        os.fchmod(draft.fileno(), 0o644)
    Path(draft.name).replace(file)
