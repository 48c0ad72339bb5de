"""A stick is pulled out while a backup is written onto it, at instants spread evenly over that.

    sudo python -m tests.kiosk.machine.pull_sticks [--pulls N] [--seed N]

The stick is a file with a real file system, FAT where this machine can mount it, written as root
writes sticks. Pulling it is to keep its bytes as they are at that instant; then it is plugged in
again, and the former backup has to be on it, and the new one whole or not at all.
"""

import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from kiosk.machine.stick_writing import STAGED
from tests.kiosk.machine.loop_stick import LoopStick, kind_of_sticks
from tests.rounds import rounds_told

ROOT = Path(__file__).parents[3]
NAME = "meduris-2026-03-01.meduris-backup"
_NEW_NAME = "meduris-2026-03-01-2.meduris-backup"
_MEGABYTES = 12
_BACKUP_BYTES = 2_000_000
_WRITE = """
import sys
from pathlib import Path
from kiosk.machine.stick_writing import carry_out, remount
from kiosk.machine.sticks import no_disks
folder = Path(sys.argv[1])
print(flush=True)
where = folder / "wish", folder / "data", folder / "sticks"
print(carry_out(*where, remount, no_disks).outcome, flush=True)
"""


def pull_often(pulls: int, seed: int) -> Counter[str]:
    """Count the sticks with the former backup alone, and with the new one beside it.

    Raises AssertionError for a torn one.
    """
    chance = random.Random(seed)
    with tempfile.TemporaryDirectory(prefix="meduris-") as scratch:
        folder = Path(scratch)
        staged, stick = folder / "data" / STAGED, folder / "sticks/sda1"
        staged.mkdir(parents=True)
        stick.mkdir(parents=True)
        (folder / "wish").write_text("sda1")
        former, new = os.urandom(_BACKUP_BYTES), os.urandom(_BACKUP_BYTES)
        seen: Counter[str] = Counter()
        for number in range(pulls):
            with LoopStick(stick, _MEGABYTES) as plugged_in:
                (staged / NAME).write_bytes(former)
                writing, began = _begin(folder), time.monotonic()
                took = _finish(writing) - began
                (staged / NAME).write_bytes(new)
                writing = _begin(folder)
                time.sleep((number + chance.random()) / pulls * took)
                os.killpg(writing.pid, signal.SIGSTOP)
                (folder / "pulled").write_bytes(_as_it_is(plugged_in.image))
                os.killpg(writing.pid, signal.SIGCONT)
                _finish(writing)
            with LoopStick(stick, _MEGABYTES, folder / "pulled"):
                assert (stick / NAME).read_bytes() == former, "the former backup"
                is_new = (stick / _NEW_NAME).exists()
                assert not is_new or (stick / _NEW_NAME).read_bytes() == new, "a torn backup"
            seen["new" if is_new else "former"] += 1
    return seen


def _as_it_is(image: Path) -> bytes:
    """What is on a stick at one instant: what was asked of it before may still come meanwhile."""
    found = image.read_bytes()
    while (again := image.read_bytes()) != found:
        found = again
    return found


def _begin(folder: Path) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", _WRITE, str(folder)]
    writing = subprocess.Popen(  # noqa: S603
        command, cwd=ROOT, stdout=subprocess.PIPE, text=True, start_new_session=True
    )
    writing.stdout.readline()
    return writing


def _finish(writing: subprocess.Popen[str]) -> float:
    """Wait until all is written; when that was, in seconds of `time.monotonic`."""
    said, done = writing.stdout.readline().strip(), time.monotonic()
    writing.communicate()
    assert said == "done", said
    return done


def main() -> None:
    """Pull, and tell."""
    pulls, seed = rounds_told("tests.kiosk.machine.pull_sticks", "pulls")
    seen = pull_often(pulls, seed)
    sys.stdout.write(
        f"{pulls} sticks with {kind_of_sticks()} pulled out: {seen['former']} with the former "
        f"backup alone, {seen['new']} with the new one beside it, none with a torn one\n"
    )


if __name__ == "__main__":
    main()
