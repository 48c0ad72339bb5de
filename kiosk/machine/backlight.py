"""The light behind the display, where the system offers one and lets us set it."""

from pathlib import Path

_SYSTEM = Path("/sys/class/backlight")


class Backlight:
    """All lights that the system knows; without any, nothing happens.

    Full light is `percent`, 1 to 100, of what a display can do: not what is found, which a kiosk
    that was stopped in the dark has left.
    """

    def __init__(self, percent: int, system: Path = _SYSTEM) -> None:
        brightest = {path: _number(path.with_name("max_brightness")) for path in _writable(system)}
        self._brightest = {path: most for path, most in brightest.items() if most}
        self._percent = percent
        self._share = 1.0
        self._shine()

    def adjust(self, percent: int) -> None:
        """Let full light be another share, 1 to 100 percent, of what a display can do."""
        self._percent = percent
        self._shine()

    @property
    def exists(self) -> bool:
        """Whether there is a light that can be set."""
        return bool(self._brightest)

    def set(self, share: float) -> None:
        """Set the light to a share, 0 to 1, of full light; only 0 puts it out.

        A display that refuses stays as it is.
        """
        self._share = share
        self._shine()

    def _shine(self) -> None:
        for path, most in list(self._brightest.items()):
            # A light of few steps would go out where it is only to be dim.
            least = 1 if self._share else 0
            wanted = round(most * self._percent / 100 * self._share)
            try:
                path.write_text(str(max(least, wanted)))
            except OSError:
                # Displays vanish with their cable; what is drawn still dims.
                del self._brightest[path]


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
