"""Disks that fail inside a `with` block, even for root."""

import os
import resource
import signal
import stat
from contextlib import contextmanager

NOBODY = 65534


@contextmanager
def full_disk():
    """Let no file of this process grow."""
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    before = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, limits[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        signal.signal(signal.SIGXFSZ, before)


@contextmanager
def read_only(folder):
    """Make a folder read-only, for writing, creating and renaming."""
    places = [folder, *folder.rglob("*")]
    rights = {place: stat.S_IMODE(place.stat().st_mode) for place in places}
    for place in places:
        place.chmod(0o555 if place.is_dir() else 0o444)
    user = os.geteuid()
    if user == 0:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(user)
        for place, right in rights.items():
            place.chmod(right)
