"""A stick is pulled out while a backup is written onto it, at random instants.

    sudo python -m tests.kiosk.machine.pull_sticks [--pulls N] [--seed N]

The stick is a file with a real file system, written as root writes sticks. Pulling it is to keep
its bytes as they are at that instant; then it is plugged in again, and what is on it has to be the
former backup or the new one, and whole.
"""

import argparse
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from kiosk.machine.stick_writing import STAGED
from tests.kiosk.machine.loop_stick import LoopStick

ROOT = Path(__file__).parents[3]
NAME = "meduris-2026-03-01.meduris-backup"
_MEGABYTES = 24
_BACKUP_BYTES = 4_000_000
_WRITE = """
import sys
from pathlib import Path
from kiosk.machine.stick_writing import carry_out, remount
folder = Path(sys.argv[1])
print(flush=True)
print(carry_out(folder / "wish", folder / "data", folder / "sticks", remount).value, flush=True)
"""


def pull_often(pulls: int, seed: int) -> Counter[str]:
    """Pull so many sticks; which backups were there then. Raises AssertionError for a torn one."""
    chance = random.Random(seed)
    with tempfile.TemporaryDirectory(prefix="meduris-") as scratch:
        folder = Path(scratch)
        staged, stick = folder / "data" / STAGED, folder / "sticks/sda1"
        staged.mkdir(parents=True)
        stick.mkdir(parents=True)
        (folder / "wish").write_text("sda1")
        former, new = os.urandom(_BACKUP_BYTES), os.urandom(_BACKUP_BYTES)
        seen: Counter[str] = Counter()
        for _ in range(pulls):
            with LoopStick(stick, _MEGABYTES) as plugged_in:
                (staged / NAME).write_bytes(former)
                writing, began = _begin(folder), time.monotonic()
                _finish(writing)
                took = time.monotonic() - began
                (staged / NAME).write_bytes(new)
                writing = _begin(folder)
                time.sleep(chance.uniform(0, took))
                pulled = shutil.copyfile(plugged_in.image, folder / "pulled")
                _finish(writing)
            with LoopStick(stick, _MEGABYTES, Path(pulled)):
                found = (stick / NAME).read_bytes()
            assert found in (former, new), "a torn backup"
            seen["former" if found == former else "new"] += 1
    return seen


def _begin(folder: Path) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", _WRITE, str(folder)]
    writing = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)  # noqa: S603
    writing.stdout.readline()
    return writing


def _finish(writing: subprocess.Popen[str]) -> None:
    said = writing.communicate()[0].strip()
    assert said == "done", said


def main(arguments: Sequence[str] | None = None) -> int:
    """Pull, and tell; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.kiosk.machine.pull_sticks")
    parser.add_argument("--pulls", type=int, default=50, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="N")
    options = parser.parse_args(arguments)
    seen = pull_often(options.pulls, options.seed)
    sys.stdout.write(
        f"{options.pulls} sticks pulled out: {seen['former']} with the former backup, "
        f"{seen['new']} with the new one, none with a torn one\n"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
