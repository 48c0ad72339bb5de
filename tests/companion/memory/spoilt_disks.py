"""Disks that do not do what they should, for as long as a `with` block lasts; also for root."""

import os
import resource
import signal
import stat
from contextlib import contextmanager

NOBODY = 65534


@contextmanager
def full_disk():
    """No file of this process can grow."""
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
    """Nothing in a folder can be written, and nothing be made or renamed there."""
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
