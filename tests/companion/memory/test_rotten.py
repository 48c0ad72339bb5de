"""Journals with damaged bytes: no game changes silently.

Afterwards every game is unchanged, or shortened with a notice, or left out with a notice; every
failure ends in a sentence, and resumed games can be saved. Games that were checked before the
damage have snapshots, so that nothing of them is lost. `HYPOTHESIS_PROFILE=hunt` tries 1,000.
"""

import random
import re
import shutil
import tempfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import JournalError
from companion.game import legal_commands
from companion.memory.database import FILE_NAME
from companion.memory.journal import GAME_TABLES, GameRows, Journal
from companion.memory.session import Session
from companion.memory.snapshots import check_and_snapshot_games
from companion.sentence import Sentence
from tests.companion.memory.data_folders import database, write_checksums
from tests.companion.memory.sessions import played
from tests.companion.playing import four_players, two_players

MOST_BYTES = 12

seeds = st.integers(0, 2**32 - 1)


@pytest.fixture(scope="module")
def sound(tmp_path_factory):
    """A data folder with some games, and their rows by their keys."""
    folder = tmp_path_factory.mktemp("sound")
    with closing(Journal.open(folder)) as journal:
        for setup, steps in ((two_players(), 12), (four_players(), 20), (two_players(), 8)):
            session = played(Session.begin(journal, setup), steps)
            session.undo()
        games = [*map(journal.game_rows, journal.game_numbers())]
    return folder, {game.head.key: game for game in games}


@given(seed=seeds, checked=st.booleans())
def test_of_games_in_a_rotten_journal_none_goes_on_as_another_one(sound, seed, checked):
    found_after(rot, sound, seed, checked=checked)


@given(seed=seeds, checked=st.booleans())
def test_of_games_with_rows_that_can_be_read_but_do_not_fit_none_goes_on_as_another_one(
    sound, seed, checked
):
    assert found_after(misfit, sound, seed, checked=checked)


def rot(path: Path, chance: random.Random) -> None:
    """Change some bytes of a file, scattered or adjacent."""
    content = bytearray(path.read_bytes())
    place = chance.randrange(len(content))
    near = chance.random() < 0.3
    for _ in range(chance.randint(1, MOST_BYTES)):
        where = (place + chance.randrange(40)) % len(content)
        content[where if near else chance.randrange(len(content))] = chance.randrange(256)
    path.write_bytes(content)


def misfit(path: Path, chance: random.Random) -> None:
    """Put an impossible player or number into the events of a row, whose checksum matches."""
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


def found_after(
    damage: Callable[[Path, random.Random], None],
    sound: tuple[Path, dict[str, GameRows]],
    seed: int,
    *,
    checked: bool,
) -> bool:
    """Damage a copy of a folder, start on it and play on; return whether there was a notice."""
    original, games = sound
    with tempfile.TemporaryDirectory(prefix="meduris-") as scratch:
        folder = shutil.copytree(original, Path(scratch, "rotten"))
        if checked:
            check_and_snapshot_games(folder / FILE_NAME)
        damage(folder / FILE_NAME, random.Random(seed))
        with closing(Journal.open(folder)) as journal:
            told = [journal.notice] if journal.notice else []
            if check_and_snapshot_games(journal.path):
                journal.repair()
                told.append(journal.notice)
            assert not check_and_snapshot_games(journal.path)
            found = resumed(journal, games, told)
            missing = [key for key, game in games.items() if found.get(key) != game]
            assert not missing or (told and not checked)
            go_on(journal)
    return bool(told)


def resumed(
    journal: Journal, games: dict[str, GameRows], told: list[object]
) -> dict[str, GameRows]:
    """Resume all games; each is a former one or its beginning, or there is a notice instead."""
    found = {}
    for number in journal.game_numbers():
        try:
            game = Session.resume(journal, number).game.rows
        except JournalError as error:
            told.append(error)
            continue
        former = games[game.head.key]
        assert game.head == former.head
        for table in GAME_TABLES:
            rows = game.table_rows(table)
            assert rows == former.table_rows(table)[: len(rows)]
        found[game.head.key] = game
    return found


def go_on(journal: Journal) -> None:
    """Play a step of the game that was played last, or of a new one."""
    try:
        session = Session.resume(journal, journal.games(limit=1)[0].id)
    except (JournalError, IndexError):
        session = Session.begin(journal, two_players())
    step = next(iter(legal_commands(session.state)), None)
    if step is not None:
        session.apply(step)
    if session.unsaved is None:
        assert journal.game_rows(session.game_id) == session.game.rows
    else:
        assert isinstance(session.unsaved, Sentence)
