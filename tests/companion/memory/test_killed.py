import random
import subprocess
import sys
import time
from itertools import pairwise
from pathlib import Path

from companion.memory.timeline import Timeline

from companion.memory.boards import BoardShelf
from companion.memory.journal import Journal
from companion.memory.played_game import read_setup
from companion.memory.session import Session
from tests.companion.playing import MOST_IN_A_SAVE, told_by

ROOT = Path(__file__).parents[3]


def play_until_killed(folder, seed, seconds):
    """Confirmed states of an app that is killed some time after it has confirmed the first."""
    command = [sys.executable, "-m", "tests.companion.playing", str(folder), str(seed)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as app:  # noqa: S603
        first = app.stdout.readline()
        time.sleep(seconds)
        app.kill()
        others = app.stdout.read().split(b"\n")[:-1]
        assert app.wait() == -9
    return [first.rstrip(b"\n"), *others]


def test_whenever_the_app_is_killed_no_confirmed_step_is_lost(tmp_path):
    chance = random.Random(5)
    next_row = 0
    for seed in range(6):
        confirmed = play_until_killed(tmp_path, seed, chance.uniform(0, 0.12))
        journal = Journal.open(tmp_path)
        assert journal.notice is None
        assert journal.trouble is None
        (game,) = journal.games()
        rows = journal.rows(game.id)
        known = int(confirmed[-1].split()[0])
        # One save may be written but not confirmed yet, the first together with the taking over.
        assert known <= len(rows) <= known + 1 + MOST_IN_A_SAVE
        setup = read_setup(game.head)
        numbers = [int(told.split()[0]) for told in confirmed]
        assert numbers[0] == next_row
        # An answer that waits for others is kept beside the rows.
        assert all(0 <= more - one <= 1 + MOST_IN_A_SAVE for one, more in pairwise(numbers))
        assert told_by(Timeline.of(setup, rows[:known])) == confirmed[-1]
        shelf = BoardShelf(tmp_path)
        assert shelf.errors == ()
        resumed = Session.resume(journal, game.id, shelf)
        assert resumed.log == Timeline.of(setup, rows).log
        assert shelf.for_players(4) == resumed.state.board
        next_row = len(resumed.log)
        journal.close()


def test_an_app_that_is_killed_while_it_makes_its_file_leaves_a_folder_that_opens(tmp_path):
    for number in range(3):
        folder = tmp_path / str(number)
        command = [sys.executable, "-m", "tests.companion.playing", str(folder), "1"]
        with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL) as app:  # noqa: S603
            while not any(folder.glob("*")):
                time.sleep(0.0005)
            app.kill()
        journal = Journal.open(folder)
        assert journal.notice is None
        assert journal.trouble is None
        assert len(journal.games()) <= 1
        journal.close()
