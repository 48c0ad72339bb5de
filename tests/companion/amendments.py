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

from companion.commands import Command
from companion.errors import RuleViolation
from companion.game import play
from companion.history import carry_out
from companion.memory.amending import Amending, Edit, Insert, Remove, Replace, amend
from companion.memory.clock import now
from companion.memory.journal import Journal
from companion.memory.played_game import PlayedGame
from companion.memory.record import recorded, replay, write_record
from companion.memory.session import Session, read_game
from companion.rules.setup import Setup, start
from companion.state import GameState
from tests.companion.changed_steps import ENDED, edited, some_edits
from tests.companion.playing import commands, four_players, luck, two_players
from tests.legal_commands import legal_command
from tests.luck import Luck

LENGTHS = (20, 80, 160, 400)
"""Commands that a game has before it is amended, fewer if it ends before."""


def replayed(session: Session) -> GameState:
    """The state that a fresh replay of the exported record ends with."""
    exported = write_record(session.setup, recorded(session.steps))
    *_, last = replay(io.BytesIO(exported), lambda _name: None)
    return last


def check(session: Session, journal: Journal, chance: Luck) -> str:
    """Amend a game at random, and see that all that is said of amendments holds.

    Tells the sort, nothing where the step that came to mind was the same.
    """
    steps, state = session.steps, session.state
    place = chance.below(len(steps)) + 1
    assert not amend(steps, [Replace(place, steps[place - 1].command)], now()).changes
    edits, amending = some_edits(steps, chance)
    if not amending.changes:
        return ""
    session.amend(amending)
    assert session.unsaved is None
    _must_be_as_played_so(session, edited([step.command for step in steps], edits), amending)
    _must_be_told_alike(session, journal)
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
    assert [step.command for step in session.steps] == played


def _must_be_told_alike(session: Session, journal: Journal) -> None:
    """The session, a fresh replay, and the game in the file: all the same."""
    assert session.state == replayed(session)
    game = session.game_id
    read = read_game(journal, game)
    assert (read.log, read.steps, read.state) == (session.log, session.steps, session.state)
    whole = [entry for entry in session.log if entry.place is not None]
    assert [entry.step for entry in whole] == list(session.steps)
    assert [entry.place for entry in whole] == list(range(1, len(whole) + 1))


def begun(journal: Journal, setup: Setup, chance: Luck) -> Session:
    """A game that has been played for a while, saved at once."""
    game = PlayedGame.begin(setup)
    for command in commands(setup, chance.pick(LENGTHS), chance.below(2**20)):
        game.add(carry_out(game.state, command, now()))
    return Session.resume(journal, journal.add(game.rows))


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
