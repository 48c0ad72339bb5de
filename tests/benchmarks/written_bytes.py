"""Disk space and writes of a step: bytes of the journal's file, and bytes written to the device.

    python -m tests.benchmarks.written_bytes

Plays all playthroughs and saves them as the app does. Prints bytes a step, and how the second
was counted. Linux counts for a process the pages that it has dirtied on a device (`write_bytes` in
/proc/self/io): a page written twice between two commits counts once, as on the device, without the
file system's own bookkeeping. If the temporary folder is on no device, the bytes passed to the
system are used instead (`wchar`).
"""

import os
import tempfile
from pathlib import Path

from companion.memory.journal import Journal
from companion.memory.session import Session
from tests.benchmarks.playthroughs import played
from tests.benchmarks.watching import tell

_TRIAL = 1 << 20


def main() -> None:
    """Play the games, and print."""
    games = played()
    steps = sum(len(commands) for _setup, commands in games)
    with tempfile.TemporaryDirectory(prefix="meduris-") as scratch:
        counter = _counter(Path(scratch))
        data = Path(scratch, "data")
        journal = Journal.open(data)
        before = _counted(counter)
        for setup, commands in games:
            session = Session.begin(journal, setup)
            for command in commands:
                session.apply(command)
        journal.close()
        written = _counted(counter) - before
        size = sum(file.stat().st_size for file in data.iterdir())
    tell(file=size / steps, device=written / steps, counter=counter)


def _counter(scratch: Path) -> str:
    """Return the counter that includes writes in that folder."""
    before = _counted("write_bytes")
    with (scratch / "trial").open("wb") as trial:
        trial.write(bytes(_TRIAL))
        trial.flush()
        os.fsync(trial.fileno())
    return "write_bytes" if _counted("write_bytes") - before >= _TRIAL else "wchar"


def _counted(counter: str) -> int:
    """Return Linux's counters of this process, in bytes."""
    for line in Path("/proc/self/io").read_text(encoding="ascii").splitlines():
        name, value = line.split(": ")
        if name == counter:
            return int(value)
    raise ValueError(f"Linux does not count {counter}")


if __name__ == "__main__":
    main()
