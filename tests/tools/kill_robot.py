"""Kills the app at random instants of a robot's game, and checks the next start.

    python -m tests.tools.kill_robot [--kills N] [--seed S]

Each kill is a SIGKILL. Afterwards the journal must have the last game that the screen confirmed,
including undo history, or that and one unconfirmed step: the screen shows a step at once, and
confirms it by asking for the next one. The disk is slow, so that kills also fall before a step is
on it, and between that and the screen's confirmation. The next robot continues from there, by
touches, from the start page on.
"""

import argparse
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from companion.commands import Roll
from companion.memory.journal import Journal
from companion.memory.session import read_game
from kiosk import routes
from kiosk.routes import AmendKind, Amendment
from tests.companion.playing import as_told, commands, told_by, two_players
from tests.kiosk.touch import SIZES, WRITING, Touchscreen, configure
from tests.tools.power_cuts import acts

ROOT = Path(__file__).parents[2]
_LONGEST = 3.0
"""Longest time of play before a kill, in seconds."""
_UNDO_EVERY = 7
"""A step in this many is undone and redone, so that kills fall there too."""
_AMEND_EVERY = 3
"""An older step in this many is changed and restored."""
_WHOLE_GAME = 5000
_MOST_UNCONFIRMED = 2
"""A step, and the correction that takes over a board that was read in another game."""
_SLOW = 0.03
"""Longest duration of a save before the disk has it, in seconds, and again after that."""


class LostError(Exception):
    """A confirmed step was lost; the message says which."""


def play(folder: Path, seed: int) -> None:
    """Continue the game of a seed by touches, printing everything that the screen confirms."""
    configure()
    _slow_down(random.Random(seed))
    from companion.rules.setup import initial_state  # noqa: PLC0415
    from tests.kiosk.robot import Robot  # noqa: PLC0415

    with Touchscreen(folder, SIZES[0]) as touch:
        touch.navigator.go(routes.Start())
        if touch.shows("resume"):
            touch.tap("resume")
            touch.tap("play")
        else:
            touch.app_state.begin(two_players())
            touch.navigator.go(routes.Table())
            touch.app_state.finish(WRITING)
        session = touch.app_state.session
        _tell(touch)
        game = commands(two_players(), _WHOLE_GAME, seed)
        while [step.command for step in session.steps] != game[: len(session.steps)]:
            touch.tap("undo")  # it was killed while an older step was changed
            _tell(touch)
        state = initial_state(session.setup) if not session.steps else session.steps[-1].after
        robot = Robot(touch, state)
        for command in game[len(session.steps) :]:
            # The question is repeated if an older step was changed.
            if len(session.steps) % _AMEND_EVERY == 1 and not session.answers:
                _change_a_step(touch)
            if len(session.steps) % _UNDO_EVERY == 0 and session.can_undo:
                touch.tap("undo")
                _tell(touch)
                touch.tap("redo")
                _tell(touch)
            robot.play(command)
            _tell(touch)


def _change_a_step(touch: Touchscreen) -> None:
    """Change the last face of the die or the first worker's plain, and restore it."""
    session = touch.app_state.session
    places = [place for place, step in enumerate(session.steps, 1) if _is_roll(step.command)]
    place = places[-1] if places else 1
    command = session.steps[place - 1].command
    touch.navigator.go(routes.Log())
    touch.navigator.go(routes.Amend(Amendment(place, AmendKind.CHANGE)))
    touch.wait(1)
    if places:
        touch.tap("face.plus" if command.face != "plus" else "face.minus")
    else:
        touch.tap_plain("stone" if command.plain != "stone" else "wood")
    touch.wait(1)
    if touch.shows("amend.end"):
        touch.tap("amend.end")
        touch.wait(1)
    for key in ("amend.do", "undo", "redo", "undo"):
        touch.tap(key)
        touch.wait(1)
        _tell(touch)


def _slow_down(chance: random.Random) -> None:
    save = Journal.save

    def save_slowly(journal: Journal, *game: object) -> object:
        time.sleep(chance.uniform(0, _SLOW))
        saved = save(journal, *game)  # type: ignore[arg-type]
        time.sleep(chance.uniform(0, _SLOW))
        return saved

    Journal.save = save_slowly  # type: ignore[method-assign]


def _is_roll(command: object) -> bool:
    return isinstance(command, Roll)


def _tell(touch: Touchscreen) -> None:
    if touch.app_state.is_saving:
        raise LostError("the screen has confirmed nothing yet")
    sys.stdout.buffer.write(told_by(touch.app_state.game) + b"\n")
    sys.stdout.buffer.flush()


def kill_once(folder: Path, seed: int, seconds: float) -> bool:
    """Let a robot play for some seconds, kill it, and compare; return whether its game had ended.

    Raises LostError, also if the robot itself could not continue.
    """
    words = [sys.executable, "-m", "tests.tools.kill_robot", "--play", str(folder), str(seed)]
    with subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE) as app:  # noqa: S603 - ours
        told = [app.stdout.readline()]
        time.sleep(seconds)
        app.kill()
        told += app.stdout.read().splitlines(keepends=True)
        status = app.wait()
    if status not in {0, -signal.SIGKILL}:
        raise LostError("the robot ended by itself, before it could be killed: see above")
    confirmed = [line.rstrip(b"\n") for line in told if line.endswith(b"\n")]
    if not confirmed:
        raise LostError("the robot ended before it could begin")
    _compare(folder, confirmed[-1])
    return status == 0


def _compare(folder: Path, confirmed: bytes) -> None:
    journal = Journal.open(folder)
    try:
        found = read_game(journal, journal.games()[0].id)
        known = as_told(found.rows, confirmed)
        if told_by(known) != confirmed:
            raise LostError("what is there is another game than the one that was confirmed")
        if not 0 <= acts(found) - acts(known) <= _MOST_UNCONFIRMED:
            raise LostError(f"{acts(known)} acts were confirmed, {acts(found)} are there")
    finally:
        journal.close()


def kill_often(kills: int, seed: int) -> str:
    """Kill a number of robots; return a line that sums it up. Raises LostError."""
    chance = random.Random(seed)
    games = 0
    with tempfile.TemporaryDirectory(prefix="meduris-") as scratch:
        for number in range(kills):
            folder = Path(scratch) / str(games)
            if kill_once(folder, seed + games, chance.uniform(0, _LONGEST)):
                games += 1
            if number % 20 == 19:
                sys.stderr.write(f"{number + 1} kills\n")
    return f"{kills} kills in {games + 1} games: nothing that was confirmed is lost"


def main() -> int:
    """Play, as a robot that will be killed, or kill; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.tools.kill_robot")
    parser.add_argument("--kills", type=int, default=200, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="S")
    parser.add_argument("--play", nargs=2, metavar=("FOLDER", "SEED"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.play:
        play(Path(options.play[0]), int(options.play[1]))
        return 0
    try:
        sys.stdout.write(kill_often(options.kills, options.seed) + "\n")
    except LostError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
