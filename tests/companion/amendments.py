"""Old steps changed, put in and removed at random, in games of random commands.

`python -m tests.companion.amendments [NUMBER]` makes that many amendments (2,000 if it is not
told) and compares each with a game that was played so from the start, and with a fresh replay; it
prints how many of them there were of each sort.
"""

import io
import sys
import tempfile
from collections import Counter
from contextlib import closing
from pathlib import Path

from companion.memory.journal.rows import command_row, new_head
from companion.memory.timeline import Timeline, last_state, whole_log

from companion.commands import Command
from companion.errors import RuleViolation
from companion.game import play, unfold
from companion.memory.amending import Amending, Edit, Insert, Remove, Replace, amend
from companion.memory.journal import Journal
from companion.memory.record import replay, write_record
from companion.memory.session import Session
from companion.rules.setup import Setup, start
from companion.state import GameState
from tests.companion.changed_steps import ENDED, back_again, edited, some_edits
from tests.companion.playing import commands, four_players, luck, two_players
from tests.legal_commands import legal_command
from tests.luck import Luck

LENGTHS = (20, 80, 160, 400)
"""Commands that a game has before it is amended, fewer if it ends before."""


def replayed(session: Session) -> GameState:
    """The state that a fresh replay of the exported record ends with."""
    exported = write_record(session.setup, (step.command for step in session.steps))
    *_, last = replay(io.BytesIO(exported), lambda _name: None)
    return last


def check(session: Session, journal: Journal, chance: Luck) -> str:
    """Amend a game at random, and see that all that is said of amendments holds.

    Tells the sort, nothing where the step that came to mind was the same.
    """
    steps, state = session.steps, session.state
    place = chance.below(len(steps)) + 1
    assert not amend(steps, [Replace(place, steps[place - 1].command)]).changes
    edits, amending = some_edits(steps, chance)
    if not amending.changes:
        return ""
    session.amend(amending)
    assert session.unsaved is None
    _must_be_as_played_so(session, edited([step.command for step in steps], edits), amending)
    _must_be_told_alike(session, journal)
    if not amending.amendment.taken_back:
        back = amend(session.steps, back_again(amending.first, amending.amendment))
        assert back.fits
        played = [step.command for step in (*session.steps[: back.first - 1], *back.new)]
        assert played == [step.command for step in steps]
        assert back.amendment.after == state
    after = session.steps
    session.undo()
    assert (session.steps, session.state) == (steps, state)
    _must_be_told_alike(session, journal)
    session.redo()
    assert session.steps == after
    _must_be_told_alike(session, journal)
    return _sort(edits, amending)


def _sort(edits: tuple[Edit, ...], amending: Amending) -> str:
    kinds = {Replace: "changed", Insert: "put in", Remove: "removed"}
    names = [name for kind, name in kinds.items() if any(isinstance(one, kind) for one in edits)]
    number = "one" if len(edits) == 1 else "several"
    ends = "" if amending.fits else ", ended at a step that did not fit"
    return f"{number} {' and '.join(names)}{ends}"


def _must_be_as_played_so(session: Session, commands: list[Command], amending: Amending) -> None:
    """A game of those commands from the start stands the same, and is exported the same.

    Where one does not fit, up to that one.
    """
    state, played = start(session.setup), []
    for command in commands:
        try:
            state = play(state, command)
        except RuleViolation:
            assert not amending.fits
            break
        played.append(command)
    else:
        assert amending.fits
    assert session.state == state
    exported = write_record(session.setup, (step.command for step in session.steps))
    assert exported == write_record(session.setup, iter(played))


def _must_be_told_alike(session: Session, journal: Journal) -> None:
    """The session, a fresh replay, the rows in the file, and what counts of them: all the same."""
    assert session.state == replayed(session)
    game = session.game_id
    read = Timeline.of(session.setup, journal.rows(game))
    assert (read.log, read.steps, read.state) == (session.log, session.steps, session.state)
    assert last_state(session.setup, journal.effective_rows(game)) == session.state
    whole = [entry for entry in whole_log(session) if entry.place is not None]
    assert [entry.step for entry in whole] == list(session.steps)
    assert [entry.place for entry in whole] == list(range(1, len(whole) + 1))


def begun(journal: Journal, setup: Setup, chance: Luck) -> Session:
    """A game that has been played for a while, saved at once."""
    state, rows = start(setup), []
    for command in commands(setup, chance.pick(LENGTHS), chance.below(2**20)):
        unfolding = unfold(state, command)
        state = unfolding.state
        rows.append(command_row(len(rows) + 1, command, unfolding.events))
    return Session.resume(journal, journal.add(new_head(setup), rows))


def go_on(session: Session, number: int, chance: Luck) -> None:
    """Play so many commands more, fewer if the game ends before."""
    for _ in range(number):
        if session.state.phase is ENDED:
            return
        session.apply(legal_command(session.state, chance))


def amended_at_random(folder: Path, number: int, seed: int = 1) -> Counter[str]:
    """Make so many amendments in games of random lengths; how many of each sort there were."""
    sorts: Counter[str] = Counter()
    chance = luck(seed)
    with closing(Journal.open(folder)) as journal:
        while sorts.total() < number:
            session = begun(journal, chance.pick((two_players(), four_players())), chance)
            for _ in range(min(10, number - sorts.total())):
                phase = session.state.phase
                sort = check(session, journal, chance)
                if not sort:
                    continue
                sorts[f"{sort}, in a game that had ended" if phase is ENDED else sort] += 1
                go_on(session, chance.below(8), chance)
    return sorts


def main(number: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        sorts = amended_at_random(Path(folder), number)
    for sort, times in sorts.most_common():
        sys.stdout.write(f"{times:6} {sort}\n")
    sys.stdout.write(f"{sorts.total():6} amendments, each like a game played so from the start\n")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 2000)
