"""Notifies systemd that the kiosk is ready and alive (sd_notify(3)).

`WATCHDOG_PID` is ignored, because it is the process id of the compositor `cage`, not of the kiosk.
If `NOTIFY_SOCKET` is not set, nothing is sent.
"""

import os
import socket

READY = "READY=1"
ALIVE = "WATCHDOG=1"
PULSE_SECONDS = 10
"""Interval of watchdog messages in seconds: a third of the unit's WatchdogSec, so that two messages
may be lost."""


def notify_systemd(message: str) -> bool:
    """Send a message to systemd; return whether it was sent."""
    address = os.environ.get("NOTIFY_SOCKET", "")
    if not address.startswith(("/", "@")):
        return False
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as line:
        # A full queue must not block the screen. The next message is sent soon anyway.
        line.settimeout(0)
        try:
            line.sendto(message.encode(), address.replace("@", "\0", 1))
        except OSError:
            return False
    return True
