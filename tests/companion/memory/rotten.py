"""Journals with damaged bytes: no game changes silently.

    python -m tests.companion.memory.rotten [JOURNALS [SEED [misfit]]]

In each journal some random bytes of the file are changed; with `misfit` a word or a number in the
events of one row, whose checksum matches. Afterwards every game is unchanged, or shortened with a
notice, or left out with a notice; every failure ends in a sentence, and resumed games can be saved.
Every second journal was checked before, so that nothing of it is lost.
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

from companion.errors import JournalError
from companion.game import legal_commands
from companion.memory.database import FILE_NAME
from companion.memory.journal import GAME_TABLES, GameRows, Journal
from companion.memory.session import Session
from companion.memory.snapshots import find_damage
from companion.sentence import Sentence
from tests.companion.memory.data_folders import database, write_checksums
from tests.companion.memory.sessions import played
from tests.companion.playing import four_players, two_players

MOST_BYTES = 12


class SilentError(AssertionError):
    """A game has changed or disappeared without a notice."""


def sound_games(folder: Path) -> dict[str, GameRows]:
    """Save some games; return their rows by their keys."""
    with closing(Journal.open(folder)) as journal:
        for setup, steps in ((two_players(), 12), (four_players(), 20), (two_players(), 8)):
            session = played(Session.begin(journal, setup), steps)
            session.undo()
        games = map(journal.game, journal.game_numbers())
        return {game.head.key: game for game in games}


def spoil(path: Path, chance: random.Random) -> None:
    """Change some bytes of a file, scattered or adjacent."""
    content = bytearray(path.read_bytes())
    place = chance.randrange(len(content))
    near = chance.random() < 0.3
    for _ in range(chance.randint(1, MOST_BYTES)):
        where = (place + chance.randrange(40)) % len(content)
        content[where if near else chance.randrange(len(content))] = chance.randrange(256)
    path.write_bytes(content)


def misfit(path: Path, chance: random.Random) -> None:
    """Put an impossible player or number into a row."""
    with database(path.parent) as file:
        game, number, text = chance.choice(
            file.execute("SELECT game, number, events FROM steps").fetchall()
        )
        told = chance.choice([*re.finditer(r'(?<=,)\d+|"(?:red|blue|green|purple)"', text)])
        players = file.execute("SELECT setup FROM games WHERE id = ?", (game,)).fetchone()[0]
        colors = [one for one in ('"red"', '"blue"', '"green"', '"purple"') if one not in players]
        other = chance.choice(("-1", "77000000") if told[0].isdigit() else (*colors, '"pink"'))
        changed = text[: told.start()] + other + text[told.end() :]
        file.execute(
            "UPDATE steps SET events = ? WHERE game = ? AND number = ?", (changed, game, number)
        )
        write_checksums(file)


def look(folder: Path, games: dict[str, GameRows], *, checked: bool) -> str:
    """Return what became of the games; raises SilentError, and unexpected errors of the journal.

    `checked` ones have snapshots, so that nothing is lost.
    """
    with closing(Journal.open(folder)) as journal:
        told = [journal.notice] if journal.notice else []
        if find_damage(journal.path):
            journal.repair()
            told.append(journal.notice)
        if find_damage(journal.path):
            raise SilentError("the repaired file is still damaged")
        found = found_of(journal, games, told)
        missing = [key for key, game in games.items() if found.get(key) != game]
        if missing and (checked or not told):
            raise SilentError(f"games {missing} are not what they were")
        _go_on(journal)
    return "told" if told else "unharmed"


def found_of(
    journal: Journal, games: dict[str, GameRows], told: list[object]
) -> dict[str, GameRows]:
    """Return the games by their keys, as resumed."""
    found = {}
    for number in journal.game_numbers():
        try:
            session = Session.resume(journal, number)
        except JournalError as error:
            told.append(error)
            continue
        game = session.game.rows
        former = games.get(session.game.key)
        if former is None or game.head != former.head or not _begins(game, former):
            raise SilentError(f"game {number} is another one")
        found[session.game.key] = game
    return found


def _begins(game: GameRows, former: GameRows) -> bool:
    """Whether a game's rows are the first ones of a former game."""
    return all(
        game.table_rows(table) == former.table_rows(table)[: len(game.table_rows(table))]
        for table in GAME_TABLES
    )


def _go_on(journal: Journal) -> None:
    """Play a step of the game that was played last, or of a new one."""
    try:
        session = Session.resume(journal, journal.games(limit=1)[0].id)
    except (JournalError, IndexError):
        session = Session.begin(journal, two_players())
    step = next(iter(legal_commands(session.state)), None)
    if step is not None:
        session.apply(step)
    if session.unsaved is None:
        if journal.game(session.game_id) != session.game.rows:
            raise SilentError("a saved step is not there")
    elif not isinstance(session.unsaved, Sentence):
        raise TypeError(session.unsaved)


def spoil_often(journals: int, seed: int, on_fault, harm=spoil) -> Counter:
    """Damage a number of journals; count the results. `on_fault` receives unexpected ones."""
    ends: Counter = Counter()
    with tempfile.TemporaryDirectory(prefix="meduris-") as scratch:
        sound = Path(scratch, "sound")
        games = sound_games(sound)
        for number in range(journals):
            folder = Path(scratch, "rotten")
            shutil.copytree(sound, folder)
            checked = bool(number % 2)
            if checked:
                find_damage(folder / FILE_NAME)
            harm(folder / FILE_NAME, random.Random(f"{seed}-{number}"))
            try:
                ends[look(folder, games, checked=checked)] += 1
            except SilentError as error:
                ends["silent"] += 1
                on_fault(number, error)
            except Exception as error:  # noqa: BLE001 - nothing may be raised, whatever it is
                ends["traceback"] += 1
                on_fault(number, error)
            shutil.rmtree(folder)
    return ends


def main() -> int:
    """Damage, and print; return the exit status."""
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
