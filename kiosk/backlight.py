"""The light behind the display, where the system offers one and lets us set it."""

from pathlib import Path

_SYSTEM = Path("/sys/class/backlight")


class Backlight:
    """All lights that the system knows; without any, nothing happens.

    `share` of the brightness that was found, which is full light.
    """

    def __init__(self, system: Path = _SYSTEM) -> None:
        self._full = {path: found for path in _writable(system) if (found := _number(path))}

    @property
    def exists(self) -> bool:
        """Whether there is a light that can be set."""
        return bool(self._full)

    def set(self, share: float) -> None:
        """Set the light to a share, 0 to 1, of what it was; a display that refuses stays bright."""
        for path, full in list(self._full.items()):
            try:
                path.write_text(str(round(full * share)))
            except OSError:
                # Displays vanish with their cable; what is drawn still dims.
                del self._full[path]


def _writable(system: Path) -> list[Path]:
    found = []
    for path in sorted(system.glob("*/brightness")):
        try:
            with path.open("r+"):
                found.append(path)
        except OSError:
            continue
    return found


def _number(path: Path) -> int:
    try:
        return int(path.read_text())
    except (OSError, ValueError):
        return 0
