"""Imports, restorings and migrations are killed midway, and what the next start finds is looked at.

    python -m tests.companion.kill_changes [--kills N] [--seed N]

N of each (50 unless told), at instants spread evenly over the time that each takes, and a little
beyond. After each kill: of a restoring all is as it was, or all is restored; of an import every
game is whole, and importing again makes it complete, none twice; of a migration every game is
exported as it was saved.
"""

import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from contextlib import closing
from pathlib import Path

from companion.cli import main as command
from companion.memory.data_folder import DataFolderLock
from companion.memory.journal import Journal
from companion.memory.migrations import MIGRATIONS
from companion.memory.record import write_record
from companion.memory.restoring import restore
from companion.memory.session import Session
from tests.companion.memory import hostile_backups as made
from tests.companion.playing import commands, four_players, two_players
from tests.rounds import rounds_told
from tests.saved_games.write import HERE, exported

ROOT = Path(__file__).parents[2]
KINDS = ("restoring", "import", "migration")
BEGINS = "begins"
_RECORDS = 12
_BEYOND = 1.1
"""The instants reach so far beyond the time that each takes."""


def lay(kind: str, scratch: Path, chance: random.Random) -> None:
    """Lay what is there before: a data folder, and what comes into it."""
    data = scratch / "data"
    if kind == "migration":
        former = chance.randrange(1, len(MIGRATIONS))
        shutil.copytree(HERE / str(former), data)
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
    """Do it, telling when it begins and that it has ended."""
    sys.stdout.write(f"{BEGINS}\n")
    sys.stdout.flush()
    data = scratch / "data"
    match kind:
        case "restoring":
            with DataFolderLock(data):
                restore(data, scratch / "backup", force=True)
        case "import":
            command(["import", "--data", str(data), str(scratch / "records")])
        case _:
            Journal.open(data).close()


def look(kind: str, scratch: Path) -> str:
    """What a start finds after a kill. Raises AssertionError where something is lost or torn."""
    data = scratch / "data"
    with DataFolderLock(data) as lock, closing(Journal.open(data)) as journal:
        assert (lock.notice, journal.notice, journal.trouble) == (None, None, None)
        journal.check_file()
        assert journal.notice is None
        games = journal.games()
        for game in games:
            journal.rows(game.id)
        if kind == "restoring":
            found = _restored(data, len(games))
        elif kind == "import":
            found = f"{len(games) - 1} of {_RECORDS} were there"
        else:
            found = _migrated(data, journal)
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
            [sys.executable, "-m", "companion.cli", *words], cwd=ROOT, stdout=nowhere, check=False
        )
    assert told.returncode == 0
    with closing(Journal.open_for_reading(data)) as journal:
        assert len(journal.games()) == _RECORDS + 2


def _migrated(data: Path, journal: Journal) -> str:
    records = sorted(data.glob("*.record"), key=lambda path: path.stem)
    assert len(journal.games()) == len(records)
    for game, record in enumerate(records, start=1):
        assert exported(Session.resume(journal, game)) == record.read_bytes()
    return "every game was as saved"


def kill_one(kind: str, seconds: float | None, chance: random.Random) -> tuple[str, float]:
    """Kill it so many seconds after its beginning, or never; what was found, and what it took."""
    with tempfile.TemporaryDirectory(prefix="meduris-") as name:
        scratch = Path(name)
        lay(kind, scratch, chance)
        words = [sys.executable, "-m", "tests.companion.kill_changes", "--do", kind, name]
        with subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE, text=True) as doing:  # noqa: S603
            assert doing.stdout.readline().strip() == BEGINS
            began = time.monotonic()
            if seconds is not None:
                time.sleep(seconds)
                doing.send_signal(signal.SIGKILL)
            doing.stdout.read()
            ended = doing.wait() == 0
        took = time.monotonic() - began
        found = look(kind, scratch)
    return (f"{found}, it had ended" if ended else found), took


def kill_often(kind: str, kills: int, seed: int) -> Counter[str]:
    """Kill so many; what was found, and how often. Raises AssertionError as `look`."""
    chance, seen = random.Random(seed), Counter[str]()
    _found, took = kill_one(kind, None, chance)
    for number in range(kills):
        seconds = _BEYOND * took * (number + 0.5) / kills
        found, _took = kill_one(kind, seconds, chance)
        seen[found] += 1
    return seen


def main() -> None:
    """Kill, and tell."""
    if sys.argv[1:2] == ["--do"]:
        carry_out(sys.argv[2], Path(sys.argv[3]))
        return
    kills, seed = rounds_told("tests.companion.kill_changes", "kills")
    for kind in KINDS:
        seen = kill_often(kind, kills, seed)
        sys.stdout.write(f"{kills} kills of a {kind}, nothing is lost or torn:\n")
        for found, times in sorted(seen.items()):
            sys.stdout.write(f"{times:5} {found}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
