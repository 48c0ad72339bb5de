import random
import subprocess
import sys
import time
from itertools import pairwise
from pathlib import Path

from companion.commands import Correct, SetPrinted
from companion.memory.boards import BoardShelf
from companion.memory.journal import Journal
from companion.memory.played_game import PlayedGame
from companion.memory.session import Session
from tests.companion.playing import as_told, told_by

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


def acts(told: bytes) -> int:
    """How many steps and head moves there were."""
    steps, moves = told.split()[:2]
    return int(steps) + int(moves)


def test_whenever_the_app_is_killed_no_confirmed_step_is_lost(tmp_path):
    chance = random.Random(5)
    began = None
    for seed in range(6):
        confirmed = play_until_killed(tmp_path, seed, chance.uniform(0, 0.12))
        journal = Journal.open(tmp_path)
        assert journal.notice is None
        assert journal.trouble is None
        (game,) = journal.games()
        rows = journal.game(game.id)
        # One act more may be written but not confirmed yet; a change of old steps has many rows.
        assert acts(confirmed[-1]) <= len(rows.steps) + len(rows.heads)
        if began is not None:
            assert confirmed[0] == began
        assert told_by(as_told(rows, confirmed[-1])) == confirmed[-1]
        shelf = BoardShelf(tmp_path)
        assert shelf.errors == ()
        resumed = Session.resume(journal, game.id, shelf)
        assert resumed.log == PlayedGame.load(rows).log
        board = resumed.state.board
        # What a correction told of an unread field, the shelf goes on knowing when it is undone.
        told = {
            change.field
            for step in resumed.game.history.steps
            if isinstance(step.command, Correct)
            for change in step.command.changes
            if isinstance(change, SetPrinted)
        }
        for number, field in enumerate(shelf.for_players(4).fields, start=1):
            assert field == board.field(number) or (number in told and field.known)
        assert all(acts(one) < acts(more) for one, more in pairwise(confirmed))
        began = told_by(resumed)
        journal.close()
