"""A game is played on while it is backed up again and again, and each backup is killed.

    python -m tests.tools.kill_backups [--kills N] [--seed N]

A third of the instants is spread evenly over each phase of a backup: the games are copied, it is
written and read back, it takes the place of the former one; some fall just after its end.
After each kill the file is the backup that was there before, or the new one, and whole: it is
restored, and has every row that was confirmed when the last finished backup began.
"""

import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any

from companion.memory.atomic_file import draft_path
from companion.memory.exchange.backup import back_up
from companion.memory.exchange.restore import restore
from companion.memory.journal.journal import Journal
from tests.rounds import rounds_told

ROOT = Path(__file__).parents[2]
COPYING, WRITING, RENAMING, OVER = PHASES = (
    "while the games were copied",
    "while it was written and read back",
    "while it took its place",
    "just after its end",
)
REPLACED = "with the new one there already"
_MEASURED_EVERY = 10
_BEYOND = 1.1
"""The instants reach so far beyond the time that a phase takes."""


def kill_often(kills: int, seed: int) -> Counter[str]:
    """Kill so many backups; in which of the `PHASES` each was, and how many were `REPLACED` in it.

    Raises AssertionError where one left no whole.
    """
    seen: Counter[str] = Counter()
    with tempfile.TemporaryDirectory(prefix="meduris-") as scratch:
        folder, target = Path(scratch) / "data", Path(scratch) / "games.meduris-backup"
        with _app(folder, seed) as app:
            try:
                app.stdout.readline()
                for number in range(kills):
                    # The game goes on, and what it takes to copy it grows.
                    if number % _MEASURED_EVERY == 0:
                        took = _measured(folder, target)
                    phase = PHASES[number % len(took)]
                    part = _BEYOND * (number + 0.5) / kills
                    seen.update(_kill_one(folder, target, phase, part * took[phase]))
            finally:
                app.kill()
    return seen


def _app(folder: Path, seed: int) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "tests.companion.playing", str(folder), str(seed)]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE)  # noqa: S603


@contextmanager
def _backing_up(folder: Path, target: Path) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-m", "tests.tools.kill_backups", "--back-up", folder, target]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:  # noqa: S603
        yield process


def _measured(folder: Path, target: Path) -> dict[str, float]:
    """The seconds of each phase but the last of a backup that nobody kills."""
    with _backing_up(folder, target) as writing:
        at = {line.strip(): time.monotonic() for line in writing.stdout}
    return {phase: at[following] - at[phase] for phase, following in pairwise(PHASES)}


def _kill_one(folder: Path, target: Path, phase: str, seconds: float) -> Iterator[str]:
    """Kill a backup so many seconds after it has come to a phase; where it had come to."""
    before, former = _rows(target), target.stat().st_ino
    with _backing_up(folder, target) as writing:
        while (told := writing.stdout.readline().strip()) != phase:
            assert told, "a backup has failed"
        time.sleep(seconds)
        writing.send_signal(signal.SIGKILL)
        phases = [phase, *writing.stdout.read().splitlines()]
    after = _rows(target)
    assert after >= before, (before, after)
    yield phases[-1]
    if target.stat().st_ino != former:
        yield f"{phases[-1]}, {REPLACED}"


def _rows(target: Path) -> int:
    """How many rows a backup holds, once it is restored."""
    with tempfile.TemporaryDirectory(prefix="meduris-") as new:
        restore(Path(new), target)
        with closing(Journal.open(Path(new))) as journal:
            assert journal.notice is None
            return sum(len(journal.rows(game.id)) for game in journal.games())


def _back_up(folder: Path, target: Path) -> None:
    """Back up, telling each phase when it begins."""
    told: list[str] = []
    begins = {"sqlite3.connect": COPYING, "open": WRITING, "os.rename": RENAMING}
    copied = str(draft_path(target.with_name(f"{target.name}.games")))

    def tell(phase: str) -> None:
        if phase not in told:
            told.append(phase)
            sys.stdout.write(f"{phase}\n")
            sys.stdout.flush()

    def hear(event: str, details: tuple[Any, ...]) -> None:
        if event in begins and (event != "open" or str(details[0]) == copied):
            tell(begins[event])

    sys.addaudithook(hear)
    back_up(folder, target)
    tell(OVER)


def main() -> None:
    """Kill, and tell."""
    if sys.argv[1:2] == ["--back-up"]:
        _back_up(*map(Path, sys.argv[2:]))
        return
    kills, seed = rounds_told("tests.tools.kill_backups", "kills")
    seen = kill_often(kills, seed)
    for phase in PHASES:
        sys.stdout.write(f"{seen[phase]} killed {phase}")
        replaced = seen[f"{phase}, {REPLACED}"]
        sys.stdout.write(f", {replaced} of them {REPLACED}\n" if replaced else "\n")
    sys.stdout.write(f"{kills} backups begun; a whole one was always there\n")


if __name__ == "__main__":
    main()
