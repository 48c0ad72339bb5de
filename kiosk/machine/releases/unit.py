"""The kiosk as a service of systemd: whether it runs, and starting it anew."""

import subprocess
from pathlib import Path

UNIT = "meduris.service"
_SYSTEMD = Path("/run/systemd/system")
_SECONDS = 240
"""Stopping takes 30 seconds at most and starting 120 (meduris.service), and disks are slow."""


class KioskUnit:
    """The unit of the kiosk on a system that systemd runs."""

    def __init__(self, systemd: Path = _SYSTEMD) -> None:
        self._systemd = systemd

    def runs(self) -> bool:
        """Whether the kiosk is started, or about to be."""
        if not self._systemd.is_dir():
            return False
        try:
            told = _systemctl("is-active")
        except subprocess.TimeoutExpired:
            # Whoever then starts it anew hears what systemd says to that.
            return True
        return told.stdout.strip() in {"active", "activating", "reloading"}

    def restart(self) -> bool:
        """Start the kiosk anew; returns whether its screen came up."""
        try:
            return _systemctl("restart").returncode == 0
        except subprocess.TimeoutExpired:
            return False


def _systemctl(verb: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(  # noqa: S603 - our own unit
        ["systemctl", verb, UNIT],  # noqa: S607 - wherever this system has it
        capture_output=True,
        text=True,
        timeout=_SECONDS,
        check=False,
    )
