"""Kills an app while it writes amendments, and looks what the next start finds.

    python -m tests.tools.kill_amendments [--kills N] [--seed N]

It goes on until N kills (50 unless told) fell between the beginning of an amendment and its
confirmation: so many while a step was changed, while a forgotten one was put in, and while one was
removed.
"""

import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from companion.memory.amending import Edit, Insert, Remove, Replace
from companion.memory.journal.journal import Journal
from companion.memory.journal.rows import Kind, read_setup
from companion.memory.session import Session
from companion.memory.timeline import Timeline
from tests.companion.amendments import begun
from tests.companion.changed_steps import some_edits
from tests.companion.playing import four_players, luck, told_by
from tests.rounds import rounds_told

ROOT = Path(__file__).parents[2]
BEGINS = b"amending\n"
_MOST = 4
"""Amendments that are confirmed before the one that is killed, at most."""
_LONGEST = 0.006
"""Seconds from the beginning of an amendment to the kill, at most."""


KINDS: dict[str, type[Edit]] = {"change": Replace, "insert": Insert, "remove": Remove}


def play(folder: Path, seed: int, kind: str) -> None:
    """Put old steps right so and take that back, on and on, telling all that is confirmed."""
    chance = luck(seed)
    journal = Journal.open(folder)
    games = journal.games()
    if games:
        session = Session.resume(journal, games[0].id)
        if session.log[-1].kind is Kind.AMEND:
            session.undo()
    else:
        session = begun(journal, four_players(), chance)
    _tell(told_by(session) + b"\n")
    while session.unsaved is None:
        _, amending = some_edits(session.steps, chance, KINDS[kind])
        if amending.changes:
            _tell(BEGINS)
            session.amend(amending)
            _tell(told_by(session) + b"\n")
            session.undo()
            _tell(told_by(session) + b"\n")


def _tell(line: bytes) -> None:
    sys.stdout.buffer.write(line)
    sys.stdout.buffer.flush()


def kill_once(folder: Path, seed: int, chance: random.Random, kind: str) -> bool:
    """Kill an app as it writes an amendment of that kind; whether it was not confirmed yet.

    Raises AssertionError where what was confirmed is not what is there.
    """
    words = [sys.executable, "-m", "tests.tools.kill_amendments", "--play"]
    more = chance.randint(1, _MOST)
    words += [str(folder), str(seed), kind]
    with subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE) as app:  # noqa: S603
        told: list[bytes] = []
        while told.count(BEGINS) < more:
            told.append(app.stdout.readline())
        time.sleep(chance.uniform(0, _LONGEST))
        app.kill()
        told += app.stdout.read().splitlines(keepends=True)
        assert app.wait() == -9
    confirmed = [line[:-1] for line in told if line.endswith(b"\n") and line != BEGINS]
    _must_be_there(folder, confirmed[-1])
    return told[-1] == BEGINS


def _must_be_there(folder: Path, confirmed: bytes) -> None:
    """All that was confirmed, and at most one step that was not yet; all of it makes a game.

    The first step is written together with the taking over.
    """
    journal = Journal.open(folder)
    assert (journal.notice, journal.trouble) == (None, None)
    journal.check_file()
    assert journal.notice is None
    (game,) = journal.games()
    rows, setup = journal.rows(game.id), read_setup(game.head)
    known = int(confirmed.split()[0])
    assert known <= len(rows) <= known + 2
    assert told_by(Timeline.of(setup, rows[:known])) == confirmed
    whole = Timeline.of(setup, rows)
    if len(rows) > known and rows[-1].kind is Kind.AMEND:
        assert whole.log[-1].amendment.after == whole.state
    journal.close()


def kill_often(kills: int, seed: int, kind: str) -> int:
    """Kill until so many fell within such an amendment; returns how many kills that took."""
    chance, within, number = random.Random(seed), 0, 0
    with tempfile.TemporaryDirectory(prefix="meduris-") as folder:
        while within < kills:
            number += 1
            within += kill_once(Path(folder), seed + number, chance, kind)
    return number


def main() -> None:
    if sys.argv[1:2] == ["--play"]:
        play(Path(sys.argv[2]), int(sys.argv[3]), sys.argv[4])
        return
    kills, seed = rounds_told("tests.tools.kill_amendments", "kills")
    for kind in KINDS:
        number = kill_often(kills, seed, kind=kind)
        sys.stdout.write(f"{kind}: {number} kills, {kills} midway: nothing confirmed is lost\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
