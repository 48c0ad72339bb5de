"""Kills between a decision and a tap on a tray: what was said stands, and the tray is open still.

    python -m tests.tools.kill_trays [--kills N] [--seed N]

An app plays a game of random commands, answers and taps on trays, and tells what it hands over to
be saved before it is saved, and what stands open once it is. It is killed at a random instant, 50
times unless told, and started again on the same game. What stands open then is what was confirmed
last, or what was handed over after that. Exit status 1: it is not.

    python -m tests.tools.kill_trays --play FOLDER SEED

is that app.
"""

import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path

import msgspec
from companion.memory.journal.rows import JournalRow
from companion.memory.journal.trays import TraysNote

from companion.memory.journal import GameHead, Journal
from companion.memory.session import Session
from companion.sentence import Sentence
from companion.state import Phase
from tests.companion.obeying import Evening
from tests.luck import Luck
from tests.rounds import rounds_told
from tests.tables import any_setup

ROOT = Path(__file__).parents[2]
HANDED_OVER, CONFIRMED = "handed_over", "confirmed"
_PAUSE = 0.03
"""Seconds in which people look at their trays."""

Told = Callable[[int | Sentence], None]


def what_is_open(session: Session) -> str:
    """How many steps count, how the pieces lie, which answers wait, and who gives no more."""
    told = (len(session.steps), session.cardboard, session.kept, session.rests)
    return msgspec.json.encode(told).decode()


def play(folder: Path, seed: int) -> None:
    """Play until somebody kills this; a game that has ended is followed by the next one."""
    luck = Luck(seed)
    journal = Journal.open(folder)
    games = journal.games()

    def tell(what: str) -> None:
        sys.stdout.write(f"{what} {what_is_open(session)}\n")
        sys.stdout.flush()

    def save(head: GameHead, rows: Sequence[JournalRow], note: TraysNote, told: Told) -> None:
        if session is not None:
            tell(HANDED_OVER)
        told(journal.save(head, rows, note))

    session = None
    if games:
        session = Session.resume(journal, games[0].id, save=save)
    while session is None or session.unsaved is None:
        if session is None or session.state.phase is Phase.FINISHED:
            session = None
            session = Session.begin(journal, any_setup(luck), save=save)
        evening = Evening(session, luck, open_chips=False)
        tell(CONFIRMED)
        while session.state.phase is not Phase.FINISHED:
            if luck.once_in(3):
                session.moved(luck.pick(session.state.colors))
            else:
                evening.decide()
            tell(CONFIRMED)
            time.sleep(_PAUSE)


def killed(folder: Path, seed: int, seconds: float) -> list[tuple[str, str]]:
    """What an app told that was killed so long after its first word."""
    command = [sys.executable, "-m", "tests.tools.kill_trays", "--play", str(folder), str(seed)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as app:  # noqa: S603
        lines = [app.stdout.readline()]
        time.sleep(seconds)
        app.kill()
        lines += app.stdout.read().splitlines(keepends=True)
    whole = (line.rstrip("\n").partition(" ") for line in lines if line.endswith("\n"))
    return [(what, told) for what, _space, told in whole]


def look(folder: Path, told: Sequence[tuple[str, str]]) -> str:
    """What stands open after a kill. Raises AssertionError where it is something else."""
    with closing(Journal.open(folder)) as journal:
        assert (journal.notice, journal.trouble) == (None, None)
        found = what_is_open(Session.resume(journal, journal.games()[0].id))
    last = max(place for place, (what, _open) in enumerate(told) if what == CONFIRMED)
    if found == told[last][1]:
        between = len(told) > last + 1
        return "before it was saved" if between else "between a decision and a tap"
    assert found in [open_then for what, open_then in told[last + 1 :] if what == HANDED_OVER]
    return "once it was saved, and nobody had heard"


def main() -> None:
    if sys.argv[1:2] == ["--play"]:
        play(Path(sys.argv[2]), int(sys.argv[3]))
        return
    kills, seed = rounds_told("tests.tools.kill_trays", "kills")
    chance = random.Random(seed)
    found: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as scratch:
        for number in range(kills):
            folder = Path(scratch) / str(number // 5)
            told = killed(folder, seed + number, chance.uniform(0, 1))
            found[look(folder, told)] += 1
    for what, times in found.most_common():
        sys.stdout.write(f"{times:5} {what}\n")
    sys.stdout.write(f"{kills:5} kills: what people had said stands, all else is open still\n")


if __name__ == "__main__":
    main()
