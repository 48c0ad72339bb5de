"""Kills imports, restorations and repairs midway, and checks the next start.

    python -m tests.tools.kill_changes [--kills N] [--seed N]
    python -m tests.tools.kill_changes --everywhere

It continues until N kills of each (default 50) fell between its beginning and its end, at instants
spread evenly over its duration. After each kill: a restoration is complete or without effect; after
an import every game is whole, and importing again makes it complete without duplicates; after a
repair every game is exported as it was saved. Exit status 1: data are lost or torn, or too few
kills fell midway.

`--everywhere` kills a restoration before each change of a folder or file that Python makes, one
after the other, and then the start that completes it, before each of its own.
"""

import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import warnings
from collections import Counter
from collections.abc import Callable
from contextlib import closing, redirect_stdout
from functools import partial
from pathlib import Path
from typing import NamedTuple

from companion.memory.database import FILE_NAME, FORMAT
from companion.memory.exchange.restore import restore
from companion.memory.folder_lock import DataFolderLock
from companion.memory.journal import Journal
from companion.memory.record import write_record
from companion.memory.session import Session
from companion.memory.snapshots import IntegrityCheck
from kiosk.cli import main as command
from tests.companion.memory import hostile_backups as made
from tests.companion.playing import commands, four_players, two_players
from tests.rounds import rounds_told
from tests.saved_games.write import HERE, exported

ROOT = Path(__file__).parents[2]
KINDS = ("restoring", "import", "repair")
BEGINS, ENDS = "begins", "ends"
_RECORDS = 12
_GOLDEN = (5**0.5 - 1) / 2
"""The fractional parts of its multiples are spread evenly between 0 and 1."""
_MOST_KILLS = 4
"""Attempts for each kill that must fall midway."""


_CHANGES = frozenset({"os.rename", "os.remove", "os.rmdir", "os.mkdir"})
"""Audit events (`sys.addaudithook`) before changes of a folder, beside opening a file."""


class TooFewError(AssertionError):
    """Too few kills fell midway: the operation is too quick on this machine."""


class Killed(NamedTuple):
    """Result of a kill: whether it fell midway, and the seconds from the beginning to the end.

    The seconds are those of the kill if it fell midway.
    """

    found: str
    is_midway: bool
    seconds: float


def lay(kind: str, scratch: Path, chance: random.Random) -> None:
    """Prepare a data folder, and the input."""
    data = scratch / "data"
    if kind == "repair":
        shutil.copytree(HERE / str(chance.randint(1, FORMAT)), data)
        IntegrityCheck(data / FILE_NAME).run()
        with (data / FILE_NAME).open("r+b") as file:
            file.seek(100)
            file.write(bytes(5_000))
        return
    with closing(Journal.open(data)) as journal:
        Session.begin(journal, two_players())
    (data / "settings.json").write_text('{"here": 1}')
    if kind == "restoring":
        (scratch / "backup").write_bytes(made.packed(made.without_manifest()))
        return
    (scratch / "records").mkdir()
    for number in range(_RECORDS):
        setup = four_players() if number % 2 else two_players()
        record = write_record(setup, commands(setup, 40 + number, seed=number))
        (scratch / "records" / f"{number:02}.jsonl").write_bytes(record)


def carry_out(kind: str, scratch: Path) -> None:
    """Run the operation, printing when it begins and when it is done."""
    _tell(BEGINS)
    data = scratch / "data"
    match kind:
        case "restoring":
            _restore(scratch)
        case "import":
            with open(os.devnull, "w") as nowhere, redirect_stdout(nowhere):  # noqa: PTH123
                command(["import", "--data", str(data), str(scratch / "records")])
        case _:
            Journal.open(data).close()
    _tell(ENDS)


def _tell(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def look(kind: str, scratch: Path) -> str:
    """Return what a start finds after a kill. Raises AssertionError if data are lost or torn."""
    data = scratch / "data"
    with DataFolderLock(data), closing(Journal.open(data)) as journal:
        assert journal.trouble is None
        assert journal.notice is None or kind == "repair"
        check = IntegrityCheck(journal.path)
        check.run()
        assert check.damaged == []
        games = journal.games()
        if kind == "restoring":
            found = _restored(data, len(games))
        elif kind == "import":
            found = f"{len(games) - 1} of {_RECORDS} were there"
        else:
            found = _repaired(data, journal)
        assert Session.begin(journal, two_players()).unsaved is None
    if kind == "import":
        _import_again(data, scratch)
    return found


def _restored(data: Path, games: int) -> str:
    assert not (data / ".restoring").exists()
    kept = [path for path in data.iterdir() if path.name.startswith("replaced-")]
    settings = (data / "settings.json").read_text()
    if games == 1:
        assert (kept, settings) == ([], '{"here": 1}')
        assert not (data / "boards").exists()
        return "all was as before"
    assert (games, len(kept), settings) == (3, 1, "{}")
    assert list((data / "boards").iterdir())
    assert (kept[0] / "settings.json").read_text() == '{"here": 1}'
    return "all was restored"


def _import_again(data: Path, scratch: Path) -> None:
    with open("/dev/null", "w") as nowhere:  # noqa: PTH123
        words = ["import", "--data", str(data), str(scratch / "records")]
        told = subprocess.run(  # noqa: S603
            [sys.executable, "-m", "kiosk", *words], cwd=ROOT, stdout=nowhere, check=False
        )
    assert told.returncode == 0
    with closing(Journal.open_for_reading(data)) as journal:
        assert len(journal.games()) == _RECORDS + 2


def _repaired(data: Path, journal: Journal) -> str:
    found = sorted(exported(Session.resume(journal, number)) for number in journal.numbers())
    assert found == sorted(path.read_bytes() for path in data.glob("*.record"))
    return "every game was as saved"


def kill_one(kind: str, seconds: float | None, chance: random.Random) -> Killed:
    """Kill it some seconds after its beginning, or never. Raises AssertionError as `look`."""
    with tempfile.TemporaryDirectory(prefix="meduris-") as name:
        scratch = Path(name)
        lay(kind, scratch, chance)
        words = [sys.executable, "-m", "tests.tools.kill_changes", "--do", kind, name]
        with subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE, text=True) as doing:  # noqa: S603
            assert doing.stdout.readline().strip() == BEGINS
            began = time.monotonic()
            if seconds is not None:
                time.sleep(seconds)
                doing.send_signal(signal.SIGKILL)
            is_done = doing.stdout.readline().strip() == ENDS
            took = time.monotonic() - began
            doing.stdout.read()
            assert doing.wait() in (0, -signal.SIGKILL)
        return Killed(look(kind, scratch), not is_done, took)


def kill_often(kind: str, kills: int, seed: int) -> tuple[int, Counter[str]]:
    """Kill until enough kills fell midway; return the number of all, and the results of those.

    Raises AssertionError as `look`, and TooFewError.
    """
    chance, seen = random.Random(seed), Counter[str]()
    unkilled = [kill_one(kind, None, chance) for _again in range(2)]
    assert not any(one.is_midway for one in unkilled)
    takes = min(one.seconds for one in unkilled)  # the other one waited for something
    for number in range(1, _MOST_KILLS * kills + 10):
        killed = kill_one(kind, takes * (number * _GOLDEN % 1), chance)
        if killed.is_midway:
            seen[killed.found] += 1
        if seen.total() == kills:
            return number, seen
    raise TooFewError(f"{kind}: only {seen.total()} of {number} kills fell midway")


def killed_before(change: int, deed: Callable[[], object]) -> bool:
    """Run it in a process that is killed before a number of changes; return whether it was."""
    with warnings.catch_warnings(action="ignore", category=DeprecationWarning):
        child = os.fork()  # it needs none of the threads that there may be
    if child == 0:
        before = 0

        def kill(event: str, arguments: tuple[object, ...]) -> None:
            nonlocal before
            is_written = event == "open" and arguments[2] & (os.O_WRONLY | os.O_RDWR)
            if event in _CHANGES or is_written:
                before += 1
                if before == change:
                    os.kill(os.getpid(), signal.SIGKILL)

        sys.addaudithook(kill)
        status = 1
        try:
            deed()
            status = 0
        finally:
            os._exit(status)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    assert status in (0, -signal.SIGKILL)
    return status != 0


def kill_everywhere() -> tuple[int, int, Counter[str]]:
    """Kill a restoration before each change, and the start after that before each of its own.

    Returns the numbers of kills, and the results. Raises AssertionError as `look`.
    """
    seen = Counter[str]()
    with tempfile.TemporaryDirectory(prefix="meduris-") as name:
        laid, killed, again = (Path(name) / part for part in ("laid", "killed", "again"))
        lay("restoring", laid, random.Random(1))
        first = second = 0
        is_killed = True
        while is_killed:
            shutil.copytree(laid, killed)
            is_killed = killed_before(first + 1, partial(_restore, killed))
            first += is_killed
            number, is_settled = 0, False
            while not is_settled:
                shutil.copytree(killed, again)
                number += 1
                is_settled = not killed_before(number, partial(_settled, again / "data"))
                second += not is_settled
                seen[look("restoring", again)] += 1
                shutil.rmtree(again)
            shutil.rmtree(killed)
    return first, second, seen


def _restore(scratch: Path) -> None:
    with DataFolderLock(scratch / "data"):
        restore(scratch / "data", scratch / "backup", force=True)


def _settled(data: Path) -> None:
    with DataFolderLock(data):
        pass


def main() -> None:
    """Kill, and print the results."""
    if sys.argv[1:2] == ["--do"]:
        carry_out(sys.argv[2], Path(sys.argv[3]))
        return
    if sys.argv[1:2] == ["--everywhere"]:
        first, second, seen = kill_everywhere()
        _tell(f"restoring: killed before each of {first} changes, and {second} times after that")
        for found, times in sorted(seen.items()):
            _tell(f"{times:5} {found}")
        return
    kills, seed = rounds_told("tests.tools.kill_changes", "kills")
    for kind in KINDS:
        number, seen = kill_often(kind, kills, seed)
        _tell(f"{kind}: {number} kills, {kills} midway: nothing is lost or torn")
        for found, times in sorted(seen.items()):
            _tell(f"{times:5} {found}")


if __name__ == "__main__":
    main()
