"""The light behind the display, where the system offers one and lets us set it."""

from pathlib import Path

_SYSTEM = Path("/sys/class/backlight")


class Backlight:
    """All lights that the system knows; without any, nothing happens.

    Full light is `percent`, 1 to 100, of what a display can do: not what is found, which a kiosk
    that was stopped in the dark has left.
    """

    def __init__(self, system: Path = _SYSTEM, percent: int = 100) -> None:
        brightest = {path: _number(path.with_name("max_brightness")) for path in _writable(system)}
        self._full = {path: most * percent / 100 for path, most in brightest.items() if most}

    @property
    def exists(self) -> bool:
        """Whether there is a light that can be set."""
        return bool(self._full)

    def set(self, share: float) -> None:
        """Set the light to a share, 0 to 1, of full light; a display that refuses stays so."""
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
