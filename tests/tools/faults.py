"""Kills, power cuts and failing disks while games are played, imported and repaired.

    python -m tests.tools.faults play|kills|power|disk [NUMBER [SEED]]

- play: the app is killed 500 times (or NUMBER) well into a game, before a random change of a file.
  The next start must find everything that the app had confirmed, and at most one act more.
- kills: an import and a repair are killed before every seventh change of a file (NUMBER: before
  every n-th), by Python or by SQLite. After an import every game is whole, and importing again
  makes it complete without duplicates; after a repair every game is exported as it was saved.
- power: all of SQLite's disk operations are recorded while evenings are played. Then power is cut
  2,000 times (or NUMBER): synced writes survive, of the rest random sectors are lost. The next
  start must find as much as after a kill.
- disk: in each of 1,000 games (or NUMBER) some system calls of one kind or of all fail from some
  instant on: once, several times, or until the disk recovers, with "input/output error", "no space
  left" or "read-only file system". Unsaved steps are reported in a sentence; confirmed steps are on
  the disk; and once the disk has recovered the whole game is saved.

Exit status 1: data are lost or torn, or there is a traceback.
"""

import argparse
import errno
import os
import random
import shutil
import signal
import sys
import tempfile
import traceback
import warnings
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, redirect_stdout
from functools import partial
from itertools import count
from pathlib import Path
from typing import NamedTuple, Self

from companion.errors import JournalError
from companion.game import legal_commands
from companion.memory.database import DAMAGED_NAMES, FILE_NAME, sibling_path
from companion.memory.journal import Journal
from companion.memory.played_game import PlayedGame
from companion.memory.record import encode_record
from companion.memory.session import Session, read_game
from companion.memory.snapshots import check_and_snapshot_games
from companion.sentence import Sentence
from kiosk.app_state import AppState
from kiosk.cli import main as command
from tests.companion.memory.cut_disk import Deed, Disk, Recorder
from tests.companion.memory.failing_calls import asked
from tests.companion.memory.watched_disk import DO_IT, Watcher, watched_by, why_not
from tests.companion.playing import (
    as_told,
    commands,
    four_players,
    luck,
    one_more,
    told_by,
    two_players,
)
from tests.kiosk.touch import WRITING
from tests.saved_games.write import exported

USUALLY = {"play": 500, "kills": 7, "power": 2000, "disk": 1000}
EVENINGS, STEPS = 3, 400
"""Steps of an evening, enough for SQLite to checkpoint its WAL."""
_KILLED_CHANGES = range(500, 3_000)
"""Changes of files before which a kill in play happens."""
_AT_A_TIME = 100
_RECORDS = 4
_CHANGES = frozenset({"os.rename", "os.remove", "os.rmdir", "os.mkdir"})
"""Audit events (`sys.addaudithook`) before changes of a folder, beside opening a file."""
_SHARED_MEMORY = 32768
"""Size of SQLite's shared-memory file (WAL index) in bytes; it is never synced."""
_KINDS = ("open", "read", "write", "fsync", "truncate", "unlink", "re", "mkdir", "")
"""Prefixes or suffixes of the names of calls that fail together; "" is all of them."""
_DISK_STEPS, _DISK_CALLS = 16, 400
"""Steps, and approximate number of disk calls, of a game on a failing disk."""


class LostError(AssertionError):
    """Confirmed data are missing, or a failure was not reported or not repaired."""


class Found:
    """How often each result was found, and the unexpected ones."""

    def __init__(self) -> None:
        self.ends: Counter[str] = Counter()
        self.faults: list[Exception] = []

    @contextmanager
    def trying(self, what: object) -> Iterator[None]:
        """Keep whatever is raised inside the block, with a note about what was done."""
        try:
            yield
        except Exception as error:  # noqa: BLE001 - nothing may be raised, whatever it is
            error.add_note(str(what))
            self.faults.append(error)


def _must_be_sound(journal: Journal) -> None:
    damage = check_and_snapshot_games(journal.path)
    if journal.notice or journal.trouble or damage:
        raise LostError(f"damaged: {journal.notice} {journal.trouble} {damage}")


# Kills


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


def kill_often(kind: str, every: int) -> Found:
    found = Found()
    with tempfile.TemporaryDirectory(prefix="meduris-") as name:
        laid, killed = Path(name, "laid"), Path(name, "killed")
        _lay(kind, laid)
        is_killed = True
        for change in count(1, every):
            shutil.copytree(laid, killed)
            is_killed = killed_before(change, partial(_carry_out, kind, killed), in_sqlite=True)
            with found.trying(f"{kind}, killed before change {change}"):
                found.ends[_after_kill(kind, killed)] += 1
            shutil.rmtree(killed)
            if not is_killed:
                break
    return found


def _lay(kind: str, scratch: Path) -> None:
    (scratch / "records").mkdir(parents=True)
    for number in range(_RECORDS):
        setup = four_players() if number % 2 else two_players()
        record = encode_record(setup, commands(setup, 40 + number, seed=number))
        (scratch / "records" / f"{number:02}.jsonl").write_bytes(record)
    if kind == "repair":
        _carry_out("import", scratch)
        file = scratch / "data" / FILE_NAME
        assert check_and_snapshot_games(file) is None
        file.write_bytes(file.read_bytes()[:100] + bytes(5_000) + file.read_bytes()[5_100:])


def _carry_out(kind: str, scratch: Path) -> None:
    if kind == "repair":
        Journal.open(scratch / "data").close()
        return
    with open(os.devnull, "w") as nowhere, redirect_stdout(nowhere):  # noqa: PTH123
        assert command(["import", "--data", str(scratch / "data"), str(scratch / "records")]) == 0


def _after_kill(kind: str, scratch: Path) -> str:
    """Return what a start finds after a kill. Raises LostError and AssertionError."""
    if kind == "import":
        with closing(Journal.open(scratch / "data")) as journal:
            _must_be_sound(journal)
            there = len(journal.games())
        _carry_out(kind, scratch)
    with closing(Journal.open(scratch / "data")) as journal:
        assert journal.trouble is None
        assert check_and_snapshot_games(journal.path) is None
        numbers = journal.game_ids()
        kept = sorted(exported(Session.resume(journal, number)) for number in numbers)
    assert kept == sorted(path.read_bytes() for path in scratch.glob("records/*"))
    return "every game as saved" if kind == "repair" else f"{there} of {_RECORDS} games"


class Confirmed(NamedTuple):
    """The app state has confirmed that all of a game was saved."""

    game: int
    told: bytes


def _play_evenings(
    folder: Path, seed: int, evenings: int = EVENINGS, steps: int = STEPS
) -> Iterator[Confirmed]:
    """Play evenings, each with a start and an end of the app, and yield after each act."""
    chance = luck(seed)
    for evening in range(evenings):
        with closing(AppState(folder)) as app_state:
            if evening % 2:
                session = app_state.resume_game(app_state.journal.games()[0])
            else:
                setup = four_players() if chance.once_in(2) else two_players()
                session = app_state.begin_game(setup)
            for step in range(steps + 1):
                if step:
                    one_more(session, chance)
                if (
                    not app_state.wait_for_writes(WRITING)
                    or app_state.is_saving
                    or session.unsaved is not None
                ):
                    raise LostError(f"a sound disk, and it is not saved: {session.unsaved}")
                yield Confirmed(session.game_id, told_by(session))


def kill_in_play(kills: int, seed: int) -> Found:
    """Kill an app in play a number of times."""
    found = Found()
    for number in range(seed, seed + kills):
        change = random.Random(number).choice(_KILLED_CHANGES)
        with (
            tempfile.TemporaryDirectory(prefix="meduris-") as name,
            Path(name, "confirmed").open("w+b", buffering=0) as last,
            found.trying(f"evening {number}, killed before change {change}"),
        ):
            evening = partial(_confirm_evening, Path(name, "data"), number, last.fileno())
            assert killed_before(change, evening, in_sqlite=True)
            last.seek(0)
            game, _, told = last.read().partition(b" ")
            found.ends[_after_cut(Path(name, "data"), {int(game): told})] += 1
    return found


def _confirm_evening(folder: Path, seed: int, into: int) -> None:
    """Play an evening of many steps, and write what was confirmed last into an open file."""
    for confirmed in _play_evenings(folder, seed, evenings=1, steps=_KILLED_CHANGES.stop):
        written = os.pwrite(into, b"%d %s" % confirmed, 0)
        os.ftruncate(into, written)


# Power cuts

Recording = Sequence[Deed | Confirmed]


def record(folder: Path, seed: int, evenings: int = EVENINGS, steps: int = STEPS) -> Recording:
    """Play evenings on a watched disk; return its operations and the confirmations in order."""
    recorder, recording = Recorder(folder), []
    recorder.deeds = recording
    with watched_by(recorder):
        for confirmed in _play_evenings(folder, seed, evenings, steps):
            recording.append(confirmed)  # noqa: PERF402 - the recorder appends to it as well
    return recording


def cut_often(recording: Recording, scratch: Path, cuts: int, seed: int) -> Found:
    """Cut a recording a number of times."""
    chance, found = random.Random(seed), Found()
    disk, done, confirmed = Disk(), 0, {}
    for place in sorted(chance.randrange(len(recording)) for _cut in range(cuts)):
        for deed in recording[done:place]:
            if isinstance(deed, Confirmed):
                confirmed[deed.game] = deed.told
            else:
                disk.do(deed)
        done = place
        folder = scratch / "after"
        folder.mkdir()
        for name, content in disk.cut(chance).items():
            (folder / name).write_bytes(content)
        if chance.random() < 0.5:
            noise = chance.randbytes(_SHARED_MEMORY)
            sibling_path(folder / FILE_NAME, "-shm").write_bytes(noise)
        with found.trying(f"cut at deed {place}"):
            found.ends[_after_cut(folder, confirmed)] += 1
        shutil.rmtree(folder)
    return found


def _after_cut(folder: Path, confirmed: dict[int, bytes]) -> str:
    """Start after a cut, and continue; return whether an unconfirmed act survived."""
    with closing(Journal.open(folder)) as journal:
        _must_be_sound(journal)
        there = {game.id for game in journal.games()}
        if not there >= confirmed.keys():
            raise LostError(f"of the games {sorted(confirmed)} only {sorted(there)} are there")
        more = 0
        for number in there:
            game = read_game(journal, number)
            more += acts(game)
            if number in confirmed:
                known = as_told(game.rows, confirmed[number])
                more -= acts(known)
                if told_by(known) != confirmed[number]:
                    raise LostError(f"game {number} is another than the one that was confirmed")
        if more > 1:
            raise LostError(f"{more} acts more than were confirmed")
        games = journal.games(limit=1)
        session = Session.resume(journal, games[0].id) if games else None
        session = session or Session.begin(journal, two_players())
        for step in [*legal_commands(session.state)][:1]:
            session.apply(step)
        if session.unsaved is not None:
            raise LostError(f"it does not go on: {session.unsaved}")
    return "with the step under way" if more else "as confirmed"


def acts(game: PlayedGame) -> int:
    """Return the number of acts: all steps of a branch are one act."""
    again = sum(move.new_steps for move in game.history.moves)
    return len(game.history.steps) - again + len(game.history.moves)


# Failing disks


class Harm(NamedTuple):
    """Which calls fail, with which error, from which call on, and how many of them."""

    kind: str
    error: int
    first: int
    number: int

    @classmethod
    def by(cls, chance: random.Random) -> Self:
        first = chance.randrange(chance.choice((30, _DISK_CALLS)))
        error = chance.choice((errno.EIO, errno.ENOSPC, errno.EROFS))
        return cls(chance.choice(_KINDS), error, first, chance.choice((1, 3, 20, 10**6)))

    def __str__(self) -> str:
        name = errno.errorcode[self.error]
        return f"{name} at {self.number} calls of {self.kind or 'any kind'} from {self.first} on"


class BadDisk:
    """Returns the result of a call, a failure as long as it `is_bad`."""

    def __init__(self, harm: Harm) -> None:
        self.is_bad = True
        self.failed = 0
        self._harm = harm
        self._calls = 0

    def ask(self, name: str) -> int:
        self._calls += 1
        harm = self._harm
        if not self.is_bad or self._calls < harm.first or self.failed >= harm.number:
            return DO_IT
        if harm.kind not in name:
            return DO_IT
        self.failed += 1
        return harm.error


def fail_often(games: int, seed: int) -> Found:
    found = Found()
    for number in range(seed, seed + games):
        harm = Harm.by(random.Random(number))
        with (
            tempfile.TemporaryDirectory(prefix="meduris-") as scratch,
            found.trying(f"game {number}: {harm}"),
        ):
            found.ends[_play_on(Path(scratch, "data"), number, BadDisk(harm))] += 1
    return found


def _play_on(folder: Path, seed: int, disk: BadDisk) -> str:
    """Play a game on a disk that fails and recovers; return how that ended.

    Raises LostError, and unexpected errors of the app state.
    """
    chance, told = luck(seed), False
    with asked(folder, disk.ask):
        try:
            app_state = AppState(folder)
        except JournalError as error:
            _must_be_a_sentence(error.args[0])
            return "refused with a sentence"
        with closing(app_state):
            session = app_state.begin_game(two_players())
            for _step in range(_DISK_STEPS):
                if not app_state.wait_for_writes(WRITING):
                    raise LostError("the writer does not come to an end")
                if session.unsaved is not None:
                    _must_be_a_sentence(session.unsaved)
                    told = True
                one_more(session, chance)
            disk.is_bad = False
            app_state.wait_for_writes(WRITING)
            session.save_pending()
            app_state.wait_for_writes(WRITING)
            if session.unsaved is not None:
                raise LostError(f"the disk is sound, and it is not saved: {session.unsaved}")
            played, notices = told_by(session), tuple(app_state.notices)
    with closing(Journal.open(folder)) as journal:
        games = journal.games()
        if told_by(read_game(journal, games[0].id)) != played:
            raise LostError("what is saved is not what was played")
        _must_be_sound(journal)
    for notice in notices:
        _must_be_a_sentence(notice)
    if any(folder.glob(DAMAGED_NAMES)) and not notices:
        raise LostError("the file was set aside, and nobody was told")
    if told:
        return "told, and saved once that was possible"
    return "unharmed" if disk.failed else "not reached"


def _must_be_a_sentence(told: object) -> None:
    if not isinstance(told, Sentence) or not str(told).isprintable():
        raise LostError(f"no sentence: {told!r}")


def _found_by(kind: str, number: int, seed: int) -> Iterator[Found]:
    """Yield the results of some kills, cuts or games at a time."""
    if kind == "kills":
        yield from (kill_often(what, number) for what in ("import", "repair"))
        return
    for first in range(0, number, _AT_A_TIME):
        some = min(_AT_A_TIME, number - first)
        if kind in ("play", "disk"):
            several = kill_in_play if kind == "play" else fail_often
            yield several(some, seed + first)
            continue
        with tempfile.TemporaryDirectory(prefix="meduris-") as scratch:
            recording = record(Path(scratch, "played"), seed + first)
            yield cut_often(recording, Path(scratch), some, seed + first)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.tools.faults")
    parser.add_argument("kind", choices=USUALLY)
    parser.add_argument("number", type=int, nargs="?")
    parser.add_argument("seed", type=int, nargs="?", default=1)
    options = parser.parse_args()
    if (reason := why_not()) is not None:
        sys.stderr.write(f"{reason}\n")
        return 2
    faults, ends = 0, Counter[str]()
    for found in _found_by(options.kind, options.number or USUALLY[options.kind], options.seed):
        ends += found.ends
        faults += len(found.faults)
        for error in found.faults:
            traceback.print_exception(error)
        sys.stdout.write(f"{options.kind}: {dict(ends)}, {faults} faults\n")
        sys.stdout.flush()
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
