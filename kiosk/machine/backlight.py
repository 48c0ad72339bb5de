"""The backlight of the display, if the system has an adjustable one."""

from contextlib import suppress
from pathlib import Path

_SYSTEM = Path("/sys/class/backlight")


class Backlight:
    """All adjustable backlights of the system, set together; without any, all methods do nothing.

    `percent`, 1 to 100, is the brightness of the lit screen, relative to each backlight's maximum.
    The brightness that a backlight has at the start is ignored: it is low if the kiosk was last
    stopped while the screen was dark.
    """

    def __init__(self, percent: int, system: Path = _SYSTEM) -> None:
        self._brightest = {}
        for path in sorted(system.glob("*/brightness")):
            with suppress(OSError, ValueError), path.open("r+"):
                self._brightest[path] = int(path.with_name("max_brightness").read_text())
        self._percent = percent
        self._share = 1.0
        self._shine()

    def set_lit_brightness_percent(self, percent: int) -> None:
        self._percent = percent
        self._shine()

    @property
    def is_available(self) -> bool:
        return bool(self._brightest)

    def dim_to_share(self, share: float) -> None:
        """Dim the backlights to `share` (0 to 1) of their normal brightness. Only 0 turns them off.

        A backlight that cannot be set is ignored from then on.
        """
        self._share = share
        self._shine()

    def _shine(self) -> None:
        for path, most in list(self._brightest.items()):
            # Without this, a dimmed screen would be off if the display has few steps of brightness.
            least = 1 if self._share else 0
            wanted = round(most * self._percent / 100 * self._share)
            try:
                path.write_text(str(max(least, wanted)))
            except OSError:
                # The display's cable was unplugged; a black shade then dims the picture instead.
                del self._brightest[path]
