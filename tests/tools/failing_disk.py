"""System calls that fail while a game is played and saved by the app state and its writer.

    python -m tests.tools.failing_disk [GAMES [SEED]]

In each game (default 1000) some calls of one kind or of all fail from some instant on: once,
several times, or until the disk recovers, with "input/output error", "no space left" or "read-only
file system". There may be no traceback; unsaved steps are reported in a sentence; confirmed steps
are on the disk; and once the disk has recovered the whole game is saved.
"""

import errno
import random
import sys
import tempfile
import traceback
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import NamedTuple, Self

from companion.errors import JournalError
from companion.memory.database import DAMAGED_NAMES
from companion.memory.journal import Journal
from companion.memory.session import read_game
from companion.memory.snapshots import find_damage
from companion.sentence import Sentence
from kiosk.app_state import AppState
from tests.companion.memory.failing_calls import asked
from tests.companion.memory.watched_disk import DO_IT, why_not
from tests.companion.playing import luck, one_more, told_by, two_players
from tests.kiosk.touch import WRITING

ERRORS = (errno.EIO, errno.ENOSPC, errno.EROFS)
KINDS = ("open", "read", "write", "fsync", "truncate", "unlink", "re", "mkdir", "")
"""Prefixes or suffixes of the names of calls that fail together; "" is all of them."""
OnFault = Callable[[int, Exception], None]
_STEPS = 16
_CALLS = 400
"""Approximate number of disk calls of a game."""
_AT_A_TIME = 50


class WrongError(AssertionError):
    """A confirmed step is missing, or a failure was not reported or not repaired."""


class Harm(NamedTuple):
    """Which calls fail, with which error, from which call on, and how many of them."""

    kind: str
    error: int
    first: int
    number: int

    @classmethod
    def by(cls, chance: random.Random) -> Self:
        """Return a random failure."""
        first = chance.randrange(chance.choice((30, _CALLS)))
        kind, error = chance.choice(KINDS), chance.choice(ERRORS)
        return cls(kind, error, first, chance.choice((1, 3, 20, 10**6)))

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
        """Return the result before each call."""
        self._calls += 1
        harm = self._harm
        if not self.is_bad or self._calls < harm.first or self.failed >= harm.number:
            return DO_IT
        if harm.kind not in name:
            return DO_IT
        self.failed += 1
        return harm.error


def play(folder: Path, seed: int, disk: BadDisk) -> str:
    """Play a game on a disk that fails and recovers; return how that ended.

    Raises WrongError, and unexpected errors of the app state.
    """
    chance, confirmed, told = luck(seed), b"", False
    with asked(folder, disk.ask):
        try:
            app_state = AppState(folder)
        except JournalError as error:
            _must_be_a_sentence(error.args[0])
            return "refused with a sentence"
        with closing(app_state):
            session = app_state.begin(two_players())
            for _step in range(_STEPS):
                if not app_state.wait_for_writes(WRITING):
                    raise WrongError("the writer does not come to an end")
                if session.unsaved is None:
                    confirmed = told_by(session)
                else:
                    _must_be_a_sentence(session.unsaved)
                    told = True
                one_more(session, chance)
            disk.is_bad = False
            app_state.wait_for_writes(WRITING)
            session.save_pending()
            app_state.wait_for_writes(WRITING)
            if session.unsaved is not None:
                raise WrongError(f"the disk is sound, and it is not saved: {session.unsaved}")
            confirmed, notices = told_by(session), tuple(app_state.notices)
    _look(folder, confirmed)
    for notice in notices:
        _must_be_a_sentence(notice)
    if any(folder.glob(DAMAGED_NAMES)) and not notices:
        raise WrongError("the file was set aside, and nobody was told")
    if told:
        return "told, and saved once that was possible"
    return "unharmed" if disk.failed else "not reached"


def _must_be_a_sentence(told: object) -> None:
    if not isinstance(told, Sentence) or not str(told).isprintable():
        raise WrongError(f"no sentence: {told!r}")


def _look(folder: Path, confirmed: bytes) -> None:
    with closing(Journal.open(folder)) as journal:
        games = journal.games()
        there = told_by(read_game(journal, games[0].id)) if games else b"0 0 0 0 "
        if there != confirmed:
            steps = [told.split()[0].decode() for told in (confirmed, there)]
            raise WrongError("{} steps were confirmed, {} are there".format(*steps))
        if find_damage(journal.path) or journal.notice:
            raise WrongError(f"damaged: {journal.notice}")


def fail_often(games: int, seed: int, on_fault: OnFault) -> Counter:
    """Play a number of games on bad disks; count the results.

    `on_fault` receives unexpected results.
    """
    ends: Counter = Counter()
    for number in range(games):
        harm = Harm.by(random.Random(seed + number))
        with tempfile.TemporaryDirectory(prefix="meduris-") as scratch:
            try:
                ends[play(Path(scratch, "data"), seed + number, BadDisk(harm))] += 1
            except Exception as error:  # noqa: BLE001 - nothing may be raised, whatever it is
                ends["wrong" if isinstance(error, WrongError) else "traceback"] += 1
                error.add_note(str(harm))
                on_fault(number, error)
    return ends


def main() -> int:
    """Test with failing disks, and print; return the exit status."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    if (reason := why_not()) is not None:
        sys.stderr.write(f"{reason}\n")
        return 2

    def tell(number: int, error: Exception) -> None:
        sys.stderr.write(f"game {seed + first + number}: {error!r}\n")
        traceback.print_exception(error)

    ends: Counter = Counter()
    for first in range(0, games, _AT_A_TIME):
        ends += fail_often(min(_AT_A_TIME, games - first), seed + first, tell)
        sys.stdout.write(f"{ends.total()} games on bad disks: {dict(ends)}\n")
        sys.stdout.flush()
    return 1 if ends["wrong"] or ends["traceback"] else 0


if __name__ == "__main__":
    sys.exit(main())
