"""Journals in which bytes have rotten: no game goes on as another one, and nothing is silent.

    python -m tests.companion.memory.rotten [JOURNALS [SEED [misfit]]]

In each journal some random bytes of the file are changed; with `misfit` a word or a number in the
events of one row, which can still be read. Every game is then as it was, or
as it was before some row of it and that is told, or left out and that is told; whatever is wrong
ends in a sentence, and whoever goes on with a game is saved.
"""

import random
import re
import shutil
import sys
import tempfile
import traceback
from collections import Counter
from contextlib import closing
from pathlib import Path

from companion.memory.journal.rows import abbreviate, expand
from companion.memory.journal.verify import ThoroughCheck

from companion.errors import JournalError
from companion.game import legal
from companion.memory.database import FILE_NAME, DamagedError
from companion.memory.journal import Journal
from companion.memory.session import ReadGame, Session
from companion.sentence import Sentence
from tests.companion.memory.data_folders import database, drop_triggers
from tests.companion.memory.sessions import played
from tests.companion.playing import four_players, two_players

MOST_BYTES = 12


class SilentError(AssertionError):
    """A game is another one than it was, or gone, and nobody was told."""


def sound_games(folder: Path) -> dict:
    """Save some games; their heads and rows by their numbers."""
    with closing(Journal.open(folder)) as journal:
        for setup, steps in ((two_players(), 12), (four_players(), 20), (two_players(), 8)):
            played(Session.begin(journal, setup), steps)
        journal.games()
        return {game.id: (game.head, journal.rows(game.id)) for game in journal.games()}


def spoil(path: Path, chance: random.Random) -> None:
    """Change some bytes of a file, here and there or side by side."""
    content = bytearray(path.read_bytes())
    place = chance.randrange(len(content))
    near = chance.random() < 0.3
    for _ in range(chance.randint(1, MOST_BYTES)):
        where = (place + chance.randrange(40)) % len(content)
        content[where if near else chance.randrange(len(content))] = chance.randrange(256)
    path.write_bytes(content)


def misfit(path: Path, chance: random.Random) -> None:
    """Have a row tell of another player, field or number than there was."""
    with database(path.parent) as file:
        drop_triggers(file)
        rows = "SELECT place, events FROM steps WHERE events IS NOT NULL"
        place, text = chance.choice(file.execute(rows).fetchall())
        told = chance.choice(
            list(re.finditer(r'(?<=:)\d+|"(?:red|blue|green|purple)"', expand(text)))
        )
        colors = sorted({'"red"', '"blue"', '"green"', '"purple"'} - {told[0]})
        other = chance.choice(("-1", "77", "922") if told[0].isdigit() else colors)
        changed = expand(text)[: told.start()] + other + expand(text)[told.end() :]
        file.execute("UPDATE steps SET events = ? WHERE place = ?", (abbreviate(changed), place))


def look(folder: Path, games: dict) -> str:
    """What became of the games; raises SilentError, and whatever the journal should not raise."""
    with closing(Journal.open(folder)) as journal:
        told = [journal.notice] if journal.notice else []
        found = {} if told else found_of(journal, games, told)
        check = ThoroughCheck(journal.path)
        try:
            check.run()
        except DamagedError:
            journal.quarantine(check)
        told += check.damaged
        if journal.notice is not None:
            told.append(journal.notice)
        missing = [game for game in games if found.get(game) != games[game][1]]
        if missing and not told:
            raise SilentError(f"games {missing} are not what they were")
        _go_on(journal)
    return "told" if told else "unharmed"


def found_of(journal: Journal, games: dict, told: list) -> dict:
    found = {}
    try:
        listed = journal.games()
    except JournalError as error:
        told.append(error)
        return found
    for game in listed:
        try:
            read = ReadGame.intact_part(journal, game.id)
        except JournalError as error:
            told.append(error)
            continue
        head, rows = games.get(game.id, (None, ()))
        if read.head != head or read.rows != rows[: len(read.rows)]:
            raise SilentError(f"game {game.id} is another one")
        if read.damage is not None:
            told.append(read.damage)
        elif read.rows != rows:
            raise SilentError(f"game {game.id} has lost its end")
        found[game.id] = read.rows
    return found


def _go_on(journal: Journal) -> None:
    """Play a step of the game that was played last, or of a new one."""
    try:
        session = Session.resume(journal, journal.games(limit=1)[0].id)
    except (JournalError, IndexError):
        session = Session.begin(journal, two_players())
    step = next(iter(legal(session.state)), None)
    if step is not None:
        session.apply(step)
    if session.unsaved is None:
        rows = journal.rows(session.game_id)
        if len(rows) != len(session.log):
            raise SilentError("a saved step is not there")
    elif not isinstance(session.unsaved, Sentence):
        raise TypeError(session.unsaved)


def spoil_often(journals: int, seed: int, on_fault, harm=spoil) -> Counter:
    """Spoil so many journals; how many ended how. `on_fault` hears of what should not be."""
    ends: Counter = Counter()
    with tempfile.TemporaryDirectory(prefix="meduris-") as scratch:
        sound = Path(scratch, "sound")
        games = sound_games(sound)
        for number in range(journals):
            folder = Path(scratch, "rotten")
            shutil.copytree(sound, folder)
            harm(folder / FILE_NAME, random.Random(f"{seed}-{number}"))
            try:
                ends[look(folder, games)] += 1
            except SilentError as error:
                ends["silent"] += 1
                on_fault(number, error)
            except Exception as error:  # noqa: BLE001 - nothing may be raised, whatever it is
                ends["traceback"] += 1
                on_fault(number, error)
            shutil.rmtree(folder)
    return ends


def main() -> int:
    """Spoil, and tell; returns the exit status."""
    journals = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1

    def tell(number: int, error: Exception) -> None:
        sys.stderr.write(f"journal {number}: {error!r}\n")
        traceback.print_exception(error)

    ends = spoil_often(journals, seed, tell, misfit if "misfit" in sys.argv else spoil)
    sys.stdout.write(f"{journals} journals: {dict(ends)}\n")
    return 1 if ends["silent"] or ends["traceback"] else 0


if __name__ == "__main__":
    sys.exit(main())
