"""Notifies systemd of readiness and liveness (sd_notify(3)).

`WATCHDOG_PID` is ignored, as it names cage and not this process. Without `NOTIFY_SOCKET` nothing is
sent.
"""

import os
import socket

READY = "READY=1"
ALIVE = "WATCHDOG=1"
PULSE_SECONDS = 10
"""A third of the unit's WatchdogSec: two pulses may be lost."""


def notify(message: str) -> bool:
    """Send a message; return whether it was received."""
    address = os.environ.get("NOTIFY_SOCKET", "")
    if not address.startswith(("/", "@")):
        return False
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as line:
        # A full queue must not block the screen; the next pulse comes soon.
        line.settimeout(0)
        try:
            line.sendto(message.encode(), address.replace("@", "\0", 1))
        except OSError:
            return False
    return True
