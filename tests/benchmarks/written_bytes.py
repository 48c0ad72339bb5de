"""Disk space and writes of a step: bytes of the journal's file, and bytes written to the device.

All playthroughs are played and saved as the app does. Linux counts for a process the pages that it
has dirtied on a device (`write_bytes` in /proc/self/io): a page written twice between two commits
counts once, as on the device, without the file system's own bookkeeping. If the temporary folder is
on no device, the bytes passed to the system are used instead (`wchar`).
"""

import os
import tempfile
from pathlib import Path

from companion.memory.journal import Journal
from companion.memory.session import Session
from tests.benchmarks.games import played
from tests.benchmarks.watching import tell
from tests.companion.playthrough import FOLDER

_TRIAL = 1 << 20


def counted(counter: str) -> int:
    """Return one of Linux's counters of this process, in bytes."""
    lines = Path("/proc/self/io").read_text(encoding="ascii").splitlines()
    return int(dict(line.split(": ") for line in lines)[counter])


if __name__ == "__main__":
    games = [played(path.stem) for path in sorted(FOLDER.glob("*.txt"))]
    steps = sum(len(commands) for _setup, commands in games)
    with tempfile.TemporaryDirectory(prefix="meduris-") as scratch:
        before = counted("write_bytes")
        with Path(scratch, "trial").open("wb") as trial:
            trial.write(bytes(_TRIAL))
            trial.flush()
            os.fsync(trial.fileno())
        counter = "write_bytes" if counted("write_bytes") - before >= _TRIAL else "wchar"
        data = Path(scratch, "data")
        journal = Journal.open(data)
        before = counted(counter)
        for setup, commands in games:
            session = Session.begin(journal, setup)
            for command in commands:
                session.apply(command)
        journal.close()
        written = counted(counter) - before
        size = sum(file.stat().st_size for file in data.iterdir())
    tell(file=size / steps, device=written / steps, counter=counter)
