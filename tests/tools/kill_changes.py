"""Kills imports, restorations and repairs before their changes of files, and checks the next start.

    python -m tests.tools.kill_changes [EVERY]

Each is killed before its first change of a file or folder, by Python or by SQLite, then before its
change number 1 + EVERY, and so on (default 7; 1 is every change). A restoration that was killed is
killed again at the next start, before each change that the start makes. After each kill: a
restoration is complete or without effect; after an import every game is whole, and importing again
makes it complete without duplicates; after a repair every game is exported as it was saved. Exit
status 1: data are lost or torn.
"""

import os
import shutil
import signal
import sys
import tempfile
import warnings
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack, closing, redirect_stdout
from functools import partial
from itertools import count
from pathlib import Path

from companion.memory.database import FILE_NAME, FORMAT
from companion.memory.exchange.restore import restore
from companion.memory.folder_lock import DataFolderLock
from companion.memory.journal import Journal
from companion.memory.record import encode_record
from companion.memory.session import Session
from companion.memory.snapshots import find_damage
from kiosk.cli import main as command
from tests.companion.memory import hostile_backups as made
from tests.companion.memory.watched_disk import DO_IT, Watcher, watched_by
from tests.companion.playing import commands, four_players, two_players
from tests.saved_games.write import HERE, exported

KINDS = ("restoring", "import", "repair")
_EVERY = 7
_RECORDS = 4
_CHANGES = frozenset({"os.rename", "os.remove", "os.rmdir", "os.mkdir"})
"""Audit events (`sys.addaudithook`) before changes of a folder, beside opening a file."""


def lay(kind: str, scratch: Path) -> None:
    """Prepare a data folder, and the input."""
    data = scratch / "data"
    if kind == "repair":
        shutil.copytree(HERE / str(FORMAT), data)
        assert find_damage(data / FILE_NAME) is None
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
        record = encode_record(setup, commands(setup, 40 + number, seed=number))
        (scratch / "records" / f"{number:02}.jsonl").write_bytes(record)


def carry_out(kind: str, scratch: Path) -> None:
    data = scratch / "data"
    match kind:
        case "restoring":
            with DataFolderLock(data):
                restore(data, scratch / "backup", force=True)
        case "import":
            with open(os.devnull, "w") as nowhere, redirect_stdout(nowhere):  # noqa: PTH123
                assert command(["import", "--data", str(data), str(scratch / "records")]) == 0
        case _:
            Journal.open(data).close()


def look(kind: str, scratch: Path) -> str:
    """Return what a start finds after a kill. Raises AssertionError if data are lost or torn."""
    data = scratch / "data"
    with DataFolderLock(data), closing(Journal.open(data)) as journal:
        assert journal.trouble is None
        assert journal.notice is None or kind == "repair"
        assert find_damage(journal.path) is None
        games = journal.games()
        if kind == "restoring":
            found = _restored(data, len(games))
        elif kind == "import":
            found = f"{len(games) - 1} of {_RECORDS} games were there"
        else:
            found = _repaired(data, journal)
        assert Session.begin(journal, two_players()).unsaved is None
    if kind == "import":
        carry_out(kind, scratch)
        with closing(Journal.open_for_reading(data)) as journal:
            assert len(journal.games()) == _RECORDS + 2
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


def _repaired(data: Path, journal: Journal) -> str:
    found = sorted(exported(Session.resume(journal, number)) for number in journal.game_numbers())
    assert found == sorted(path.read_bytes() for path in data.glob("*.record"))
    return "every game was as saved"


class _Killer(Watcher):
    """Kills this process before a number of changes of files; watches SQLite and Python."""

    def __init__(self, change: int) -> None:
        self._left = change

    def write(self, *_what: object) -> int:
        self._left -= 1
        if self._left == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        return DO_IT

    truncate = sync = write

    def delete(self, _path: Path, *, syncs_folder: bool) -> int:
        return self.write(syncs_folder)

    def audit(self, event: str, arguments: tuple[object, ...]) -> None:
        is_written = event == "open" and arguments[2] & (os.O_WRONLY | os.O_RDWR)
        if event in _CHANGES or is_written:
            self.write()


def killed_before(change: int, deed: Callable[[], object], *, in_sqlite: bool = False) -> bool:
    """Run a function in a process, kill the process before a change, and return whether it was.

    `change` counts the changes of files from 1; those by SQLite count only with `in_sqlite`.
    """
    with warnings.catch_warnings(action="ignore", category=DeprecationWarning):
        child = os.fork()  # it needs none of the threads that there may be
    if child == 0:
        status = 1
        try:
            with ExitStack() as stack:
                killer = _Killer(change)
                sys.addaudithook(killer.audit)
                if in_sqlite:
                    stack.enter_context(watched_by(killer))
                deed()
            status = 0
        finally:
            os._exit(status)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    assert status in (0, -signal.SIGKILL)
    return status != 0


def kill_often(kind: str, every: int) -> tuple[int, Counter[str]]:
    """Kill before every n-th change; return the number of kills, and what the next starts found.

    Raises AssertionError as `look`.
    """
    kills, seen = 0, Counter[str]()
    with tempfile.TemporaryDirectory(prefix="meduris-") as name:
        laid, killed, again = (Path(name) / part for part in ("laid", "killed", "again"))
        lay(kind, laid)
        for change in count(1, every):
            shutil.copytree(laid, killed)
            is_killed = killed_before(change, partial(carry_out, kind, killed), in_sqlite=True)
            kills += is_killed
            start = partial(_settle, again / "data") if kind == "restoring" else lambda: None
            for number in count(1):
                shutil.copytree(killed, again)
                is_settled = not killed_before(number, start)
                kills += not is_settled
                seen[look(kind, again)] += 1
                shutil.rmtree(again)
                if is_settled:
                    break
            shutil.rmtree(killed)
            if not is_killed:
                return kills, seen
    raise AssertionError("there is always one that ends")


def _settle(data: Path) -> None:
    with DataFolderLock(data):
        pass


def main() -> None:
    """Kill, and print the results."""
    every = int(sys.argv[1]) if len(sys.argv) > 1 else _EVERY
    for kind in KINDS:
        kills, seen = kill_often(kind, every)
        sys.stdout.write(f"{kind}: {kills} kills: nothing is lost or torn\n")
        for found, times in sorted(seen.items()):
            sys.stdout.write(f"{times:5} {found}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
