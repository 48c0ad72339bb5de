"""A game is played on while it is backed up again and again, and each backup is killed.

    python -m tests.companion.kill_backups [--kills N] [--seed N]

After each kill the file is the backup that was there before, or the new one, and whole: it is
restored, and has every row that was confirmed when the last finished backup began.
"""

import argparse
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from companion.memory.backup import back_up
from companion.memory.journal import Journal
from companion.memory.restoring import restore

ROOT = Path(__file__).parents[2]
_BACK_UP = """
import sys
from pathlib import Path
from companion.memory.backup import back_up
print(flush=True)
back_up(Path(sys.argv[1]), Path(sys.argv[2]))
"""


class Played(NamedTuple):
    """So many backups were begun, and so many of them killed before they had come to their end."""

    begun: int
    killed: int


def kill_often(kills: int, seed: int) -> Played:
    """Kill so many backups at random instants; raises AssertionError where one left no whole."""
    chance = random.Random(seed)
    with tempfile.TemporaryDirectory(prefix="meduris-") as scratch:
        folder, target = Path(scratch) / "data", Path(scratch) / "games.meduris-backup"
        with _app(folder, seed) as app:
            try:
                app.stdout.readline()
                longest = _seconds_of_one(folder, target)
                ended = [
                    _kill_one(folder, target, chance.uniform(0, 1.2 * longest))
                    for _ in range(kills)
                ]
            finally:
                app.kill()
        return Played(kills, ended.count(-signal.SIGKILL))


def _seconds_of_one(folder: Path, target: Path) -> float:
    began = time.monotonic()
    back_up(folder, target)
    return time.monotonic() - began


def _app(folder: Path, seed: int) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "tests.companion.playing", str(folder), str(seed)]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE)  # noqa: S603


def _kill_one(folder: Path, target: Path, seconds: float) -> int:
    """Kill a backup so many seconds after it began; how it has ended."""
    before = _rows(target)
    command = [sys.executable, "-c", _BACK_UP, str(folder), str(target)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as writing:  # noqa: S603
        writing.stdout.readline()
        time.sleep(seconds)
        writing.send_signal(signal.SIGKILL)
    after = _rows(target)
    assert after >= before, (before, after)
    return writing.returncode


def _rows(target: Path) -> int:
    """How many rows a backup holds, once it is restored."""
    with tempfile.TemporaryDirectory(prefix="meduris-") as new:
        restore(Path(new), target)
        with closing(Journal.open(Path(new))) as journal:
            assert journal.notice is None
            return sum(len(journal.rows(game.id)) for game in journal.games())


def main(arguments: Sequence[str] | None = None) -> int:
    """Kill, and tell; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.companion.kill_backups")
    parser.add_argument("--kills", type=int, default=50, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="N")
    options = parser.parse_args(arguments)
    told = kill_often(options.kills, options.seed)
    sys.stdout.write(
        f"{told.begun} backups begun, {told.killed} killed on their way; "
        "a whole one was always there\n"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
