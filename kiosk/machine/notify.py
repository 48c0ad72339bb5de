"""Telling systemd that the screen is up and alive (the protocol of sd_notify(3)).

`WATCHDOG_PID` names cage and not this process, so it is not asked: whatever socket is given is
told. Without `NOTIFY_SOCKET` nobody waits, and nothing is sent.
"""

import os
import socket

READY = "READY=1"
ALIVE = "WATCHDOG=1"
PULSE_SECONDS = 10
"""A third of the unit's WatchdogSec: two pulses may be lost."""


def notify(message: str) -> bool:
    """Send one message; returns whether somebody took it. A kiosk goes on when nobody does."""
    address = os.environ.get("NOTIFY_SOCKET", "")
    if not address.startswith(("/", "@")):
        return False
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as line:
        # A full queue must not hold the screen up; the next pulse comes soon.
        line.settimeout(0)
        try:
            line.sendto(message.encode(), address.replace("@", "\0", 1))
        except OSError:
            return False
    return True
