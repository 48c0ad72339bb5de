"""Random games of people who do what their trays tell them, at once, late or never.

    python -m tests.tools.obey_trays [--games N] [--seed N]

In each of 500 games (unless told), half of them with open chips, people of these three kinds play
for 600 steps with undo, redo, old steps put right, corrections, rulings, kept answers, and the app
started again now and then. Once all trays are tapped the cardboard, simulated piece by piece, lies
as the game stands, and nothing was told twice; the record replays to the same state; and another
game that is played by that record, one command after another, is exported byte for byte the same.
Exit status 1: it is not so, with the seed of that game.
"""

import io
import sys
import tempfile
from contextlib import closing
from pathlib import Path

from companion.memory.journal import Journal
from companion.memory.record import replay, write_record
from companion.memory.session import Session
from tests.companion.obeying import Evening, Habit
from tests.luck import Luck
from tests.rounds import rounds_told, told_which
from tests.saved_games.write import exported
from tests.tables import any_setup

_PLAYED = 30
_TIMES = 20


def play(seed: int, folder: Path) -> Evening:
    """A game of that seed, played to its end or cut short. Raises AssertionError."""
    luck = Luck(seed)
    with closing(Journal.open(folder)) as journal:
        # Nothing is killed here: what is asked is what is told, not whether it reaches the disk.
        journal.ensure_open().execute("PRAGMA synchronous = OFF")
        session = Session.begin(journal, any_setup(luck))
        evening = Evening(session, luck, open_chips=luck.once_in(2))
        for _ in range(_TIMES):
            evening.play(_PLAYED)
            if luck.once_in(2):
                evening.restart(journal)
            if luck.once_in(2):
                evening.settle()
        evening.settle()
        _must_be_one_after_another(evening.session)
    return evening


def _must_be_one_after_another(session: Session) -> None:
    commands = [step.command for step in session.steps]
    record = exported(session)
    *_, last = replay(io.BytesIO(record), lambda _name: None)
    assert last == session.state
    unsaved = Journal(Path())
    again = Session.begin(unsaved, session.setup, save=lambda _head, _rows, _open, told: told(1))
    for command in commands:
        again.apply(command)
    assert write_record(again.setup, (step.command for step in again.steps)) == record


def main() -> None:
    games, first = rounds_told("tests.tools.obey_trays", "games", usual=500)
    rows = kept = 0
    habits = dict.fromkeys(Habit, 0)
    for seed in range(first, first + games):
        with tempfile.TemporaryDirectory() as folder, told_which(seed):
            evening = play(seed, Path(folder))
        rows += evening.rows_done
        kept += evening.answers_kept
        for habit in evening.habits.values():
            habits[habit] += 1
    people = ", ".join(f"{number} {habit.value}" for habit, number in habits.items())
    sys.stdout.write(
        f"{games} games, {rows} rows done by people who obey ({people}), {kept} answers kept: "
        "all lies right once all trays are tapped, nothing is told twice\n"
    )


if __name__ == "__main__":
    main()
