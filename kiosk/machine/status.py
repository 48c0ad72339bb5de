"""Status of the running kiosk for `meduris doctor`: display, and touches since the start."""

import os
from pathlib import Path

import msgspec

from companion.memory.atomic_file import atomic_writer
from kiosk.settings import read_json

FILE = "status.json"
_FOLDER_VARIABLE = "RUNTIME_DIRECTORY"
"""Environment variable that systemd sets to the service's runtime folder."""
_TWICE_SECONDS = 0.06
_TWICE_PIXELS = 12


_KEYS = {
    "window_provider": "window",
    "video_driver": "driver",
    "start_seconds": "seconds",
    "doubled_touches": "doubled",
}
"""Keys in the file that differ from the names of the fields."""


class KioskStatus(msgspec.Struct, frozen=True, rename=_KEYS):
    """Status of the running kiosk: its display, and the touches since its start.

    `renderer` is the name that OpenGL reports, `window_provider` is the name of Kivy's module for
    windows, and `video_driver` is the value of SDL_VIDEODRIVER. `width` and `height` are in pixels.
    `start_seconds` is the time from the start to the first picture. `doubled_touches` is the number
    of touches that were reported twice.
    """

    version: str
    renderer: str
    window_provider: str
    video_driver: str
    width: int
    height: int
    start_seconds: float
    touches: int = 0
    doubled_touches: int = 0


class TouchCounter:
    """Counter of all touches, and separately of those that were reported twice.

    A touch is reported twice if two of Kivy's input providers read the same touchscreen.
    """

    def __init__(self) -> None:
        self.touches = 0
        self.doubled_touches = 0
        self._last = (float("-inf"), 0.0, 0.0)

    def count_touch(self, now: float, x: float, y: float) -> None:
        before, last_x, last_y = self._last
        self.touches += 1
        near = abs(x - last_x) <= _TWICE_PIXELS and abs(y - last_y) <= _TWICE_PIXELS
        if near and now - before <= _TWICE_SECONDS:
            self.doubled_touches += 1
        self._last = (now, x, y)


def write_status(status: KioskStatus, folder: Path) -> None:
    with atomic_writer(folder / FILE) as out:
        out.write(msgspec.json.encode(status))
        # All users may run the doctor, although the kiosk's other files are private.
        os.fchmod(out.fileno(), 0o644)


def read_status(folder: Path) -> KioskStatus | None:
    """Read the status of the running kiosk from its runtime folder `folder`; None if none runs.

    Raises OSError and ValueError if the status cannot be read.
    """
    try:
        return read_json(folder / FILE, KioskStatus)
    except FileNotFoundError:
        return None


def runtime_folder() -> Path | None:
    """Return the service's runtime folder, or None if the kiosk does not run as a service."""
    folder = os.environ.get(_FOLDER_VARIABLE)
    return Path(folder) if folder else None
