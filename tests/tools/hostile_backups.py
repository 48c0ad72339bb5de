"""Backups that somebody has made to do harm are restored, most of them from a stick, by touch.

    python -m tests.tools.hostile_backups [--backups N] [--by-touch N] [--first N]

N of them (500 unless told), the first of them (300) by the page, into folders that are empty and,
every other sixteen, into one with a game, settings and a board. Each has to come to its end within
five seconds, or tell how far it is; with one sentence where it is refused, and then all is as it
was. What is replaced is kept. Afterwards the first pages are shown, every game is looked at, and a
new one is played and saved. `--first` begins with another one than number 0: what went wrong is
told with its number.

Somebody waits by the wall clock, so that counts. Only where more waits for a processor than there
are (the load of the last minute) the seconds of processor time count instead; how often, is told.
"""

import argparse
import os
import shutil
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Sequence
from contextlib import closing, suppress
from pathlib import Path
from types import SimpleNamespace
from typing import NamedTuple
from unittest.mock import patch

from companion.errors import CompanionError
from companion.memory.exchange.backup import REPLACED
from companion.memory.exchange.restore import NewerGamesError, restore
from companion.memory.journal import Journal
from companion.memory.people import People
from companion.memory.session import Session
from companion.memory.summary import summarize
from kiosk import routes
from tests.companion.memory.data_folders import whole
from tests.companion.memory.hostile_backups import KINDS, hostile
from tests.companion.playing import commands, two_players
from tests.kiosk.touch import Touchscreen, configure

NAME = "evening.meduris-backup"
MOST_SECONDS = 5.0
_MOST_LETTERS = 300
_PATIENCE = 60.0
_LOOKED_AT = 20
"""Games of a restored folder that are all read."""
_TOLD_EVERY = 25
RESTORED = "restored"


class WrongError(AssertionError):
    """Something went otherwise than it has to; the sentence says how."""


class Tried(NamedTuple):
    """What came of a restoring, in so many seconds; `is_excused`: the machine was too busy."""

    told: str
    seconds: float
    is_excused: bool = False


class _Watch:
    """How long somebody waits, from now on."""

    def __init__(self) -> None:
        self._wall, self._processor = time.monotonic(), time.process_time()

    @property
    def seconds(self) -> float:
        """By the wall clock."""
        return time.monotonic() - self._wall

    def read(self, told: str, *, is_progress_shown: bool) -> Tried:
        """What came of it, in what time. Raises WrongError where that was too long in silence."""
        seconds = self.seconds
        if seconds <= MOST_SECONDS or is_progress_shown:
            return Tried(told, seconds)
        processor, load = time.process_time() - self._processor, os.getloadavg()[0]
        if processor > MOST_SECONDS or load <= (os.cpu_count() or 1):
            raise WrongError(
                f"nobody was told anything for {seconds:.1f} s, {processor:.1f} s of them on a "
                f"processor, at a load of {load:.1f}"
            )
        return Tried(told, seconds, is_excused=True)


def by_hand(folder: Path, backup: Path) -> Tried:
    """Restore it as the command does; what came of it."""
    shares: list[float] = []
    watch = _Watch()
    try:
        restore(folder, backup, force=True, progress=shares.append)
    except (CompanionError, OSError) as error:
        told = _one_sentence(str(getattr(error, "sentence", error)))
    else:
        told = RESTORED
    return watch.read(told, is_progress_shown=any(0 < share < 1 for share in shares))


def by_touch(folder: Path, sticks: Path) -> Tried:
    """Restore what lies on a stick by the page; what came of it."""
    from kivy.app import App  # noqa: PLC0415 - a window opens

    from kiosk.machine.requests import Machine  # noqa: PLC0415

    ends: list[str] = []
    app = SimpleNamespace(stop=lambda: ends.append(RESTORED))
    asked = folder.parent / "asked"
    asked.mkdir(exist_ok=True)
    with (
        patch.object(App, "get_running_app", staticmethod(lambda: app)),
        Touchscreen(folder) as screen,
    ):
        screen.navigator.machine = Machine(asked, sticks)
        screen.navigator.go(routes.Machine())
        screen.wait(0.3)
        known = set(screen.texts())
        screen.tap("backup")
        watch = _Watch()
        while not screen.shows("back_up") and watch.seconds < _PATIENCE:
            screen.wait(0.2)
        looking = watch.read("the stick was read", is_progress_shown=False)
        if not screen.shows("restore"):
            about = "The backup on the stick cannot be read. Take another stick to restore from."
            if about not in screen.texts():
                raise WrongError(f"nothing says why it is not offered: {screen.texts()}")
            return looking._replace(told=about)
        watch, is_stop_shown = _Watch(), False
        known |= set(screen.texts())
        screen.tap("restore")
        while not ends and watch.seconds < _PATIENCE:
            screen.wait(0.2)
            is_stop_shown = is_stop_shown or screen.shows("stop")
            if screen.shows("restore.now"):
                known |= set(screen.texts())
                screen.wait(1.1)  # a finger that trembles is not heard
                screen.tap("restore.now")
            elif screen.shows("restore"):
                break
        if ends:
            told = RESTORED
        else:
            new = [text for text in screen.texts() if text not in known]
            told = _one_sentence(" | ".join(new))
        return watch.read(told, is_progress_shown=is_stop_shown)


def _one_sentence(told: str) -> str:
    is_one = told and len(told) <= _MOST_LETTERS and not any(w in told for w in ("|", "Traceback"))
    if not is_one or "Error" in told or NewerGamesError.__name__ in told:
        raise WrongError(f"this is no sentence: {told[:400]!r}")
    return told


def lives_on(folder: Path) -> None:
    """Look at all that is there, and play and save a game. Raises what goes wrong."""
    with closing(Journal.open(folder)) as journal:
        People.of(journal)
        for game in journal.games(limit=_LOOKED_AT):
            with suppress(CompanionError):
                summarize(journal, game)
            with suppress(CompanionError):
                Session.resume(journal, game.id)
        session = Session.begin(journal, two_players())
        for command in commands(two_players(), 8):
            session.apply(command)
        if session.unsaved is not None or journal.trouble is not None:
            raise WrongError(f"a game is not saved: {session.unsaved or journal.trouble}")


def shown(folder: Path) -> None:
    """Show the first pages of what is there."""
    with Touchscreen(folder, at="start") as screen:
        for page in ("games", "statistics"):
            if screen.shows(page):
                screen.tap(page)
                screen.wait(0.3)
                screen.tap("back")


def _lay(folder: Path) -> None:
    """A data folder in which somebody has played."""
    with closing(Journal.open(folder)) as journal:
        session = Session.begin(journal, two_players())
        for command in commands(two_players(), 12):
            session.apply(command)
    (folder / "settings.json").write_text('{"open_chips": true}')
    (folder / "boards").mkdir()
    (folder / "boards/ours.toml").write_text("ours")


def try_one(number: int, *, touch: bool) -> tuple[str, Tried]:
    """Try the backup of that number; what kind it is of and what came of it."""
    kind, content = hostile(number)
    with tempfile.TemporaryDirectory(prefix="meduris-") as scratch:
        folder, stick = Path(scratch) / "data", Path(scratch) / "sticks" / "sda1"
        stick.mkdir(parents=True)
        (stick / NAME).write_bytes(content)
        is_used = number // len(KINDS) % 2 == 1
        if is_used:
            _lay(folder)
        before = _present(folder)
        tried = by_touch(folder, stick.parent) if touch else by_hand(folder, stick / NAME)
        if tried.told != RESTORED:
            _must_be(before, _present(folder), f"it was refused ({tried.told})")
        elif is_used:
            (kept,) = folder.glob(f"{REPLACED}*")
            _must_be(before, _present(kept), "it is what was replaced")
        lives_on(folder)
        if touch:
            shown(folder)
        shutil.rmtree(folder)
    return kind, tried


def _present(folder: Path) -> dict[str, object]:
    return {"games": [], **whole(folder)}


def _must_be(before: dict[str, object], after: dict[str, object], why: str) -> None:
    """Raises WrongError where what lies in a folder now is not what lay there before."""
    if before != after:
        odd = [name for name in {**before, **after} if before.get(name) != after.get(name)]
        raise WrongError(f"{why}, but there is other than there was: {odd}")


def _arguments(told: Sequence[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.tools.hostile_backups")
    parser.add_argument("--backups", type=int, default=500, metavar="N", help="how many are tried")
    by_touch_help = "how many of them, the first ones, by the page"
    parser.add_argument("--by-touch", type=int, default=300, metavar="N", help=by_touch_help)
    first_help = "the number of the first; each is always made in the same way"
    parser.add_argument("--first", type=int, default=0, metavar="N", help=first_help)
    return parser.parse_args(told)


def main() -> None:
    """Try, and tell; the exit status is 1 where anything went wrong."""
    told = _arguments()
    configure()
    seen: Counter[str] = Counter()
    wrong = excused = 0
    slowest = Tried("", 0.0)
    for done in range(told.backups):
        number = told.first + done
        try:
            kind, tried = try_one(number, touch=done < told.by_touch)
        except Exception:  # noqa: BLE001 - each is told, and counted
            wrong += 1
            kind = KINDS[number % len(KINDS)].__name__
            sys.stdout.write(f"{number} {kind}: wrong\n{traceback.format_exc()}\n")
        else:
            seen[f"{kind}: {tried.told}"] += 1
            excused += tried.is_excused
            slowest = max(slowest, tried, key=lambda one: one.seconds)
        if (done + 1) % _TOLD_EVERY == 0 or done + 1 == told.backups:
            sys.stdout.write(f"{done + 1} of {told.backups} tried, {wrong} went wrong\n")
            sys.stdout.flush()
    for told_so, times in sorted(seen.items()):
        sys.stdout.write(f"{times:4} {told_so}\n")
    touched = min(told.by_touch, told.backups)
    sys.stdout.write(
        f"{told.backups} hostile backups, {touched} by touch: {wrong} went wrong; the longest wait "
        f"was {slowest.seconds:.1f} s, at a load of {os.getloadavg()[0]:.1f} on {os.cpu_count()} "
        f"processors; for that, {excused} of more than {MOST_SECONDS:.0f} s were excused\n"
    )
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
