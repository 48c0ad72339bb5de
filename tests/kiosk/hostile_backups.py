"""Backups that somebody has made to do harm are restored, most of them from a stick, by touch.

    python -m tests.kiosk.hostile_backups [COUNT [BY_TOUCH]]

COUNT of them (500 unless told), the first BY_TOUCH (300) by the page. Each has to come to its end
within five seconds, or tell how far it is; with one sentence where it is refused, and then all is
as it was. Afterwards the first pages are shown, every game is looked at, and a new one is played
and saved.
"""

import shutil
import sys
import tempfile
import time
import traceback
from collections import Counter
from contextlib import closing, suppress
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import patch

from companion.errors import CompanionError
from companion.memory.journal import Journal
from companion.memory.people import People
from companion.memory.restoring import restore
from companion.memory.session import Session
from companion.memory.summing_up import summed_up
from tests.companion.memory.hostile_backups import hostile
from tests.companion.playing import commands, two_players

NAME = "evening.meduris-backup"
MOST_SECONDS = 5.0
_MOST_LETTERS = 300
_PATIENCE = 60.0
_LOOKED_AT = 20
"""Games of a restored folder that are all read."""


class WrongError(AssertionError):
    """Something went otherwise than it has to; the sentence says how."""


def by_hand(folder: Path, backup: Path) -> str:
    """Restore it as the command does; what came of it."""
    shares: list[float] = []
    began = time.monotonic()
    try:
        restore(folder, backup, force=True, heed=shares.append)
    except (CompanionError, OSError) as error:
        told = str(getattr(error, "sentence", error))
    else:
        told = "restored"
    _check_time(time.monotonic() - began, is_told=any(0 < share < 1 for share in shares))
    return _one_sentence(told)


def by_touch(folder: Path, sticks: Path) -> str:
    """Restore what lies on a stick by the page; what came of it."""
    from kivy.app import App  # noqa: PLC0415 - a window opens

    from kiosk.machine.wishes import Machine  # noqa: PLC0415
    from tests.kiosk.touch import Touchscreen  # noqa: PLC0415

    ends: list[str] = []
    app = SimpleNamespace(stop=lambda: ends.append("restored"))
    asked = folder.parent / "asked"
    asked.mkdir(exist_ok=True)
    with (
        patch.object(App, "get_running_app", staticmethod(lambda: app)),
        Touchscreen(folder) as screen,
    ):
        screen.stage.machine = Machine(asked, sticks)
        screen.stage.go("machine")
        screen.wait(0.3)
        screen.tap("backup")
        end = time.monotonic() + MOST_SECONDS
        while not screen.shows("back_up") and time.monotonic() < end:
            screen.wait(0.2)
        if not screen.shows("back_up"):
            raise WrongError("the stick was not read in time")
        if not screen.shows("restore"):
            return "not offered"
        began, seen = time.monotonic(), False
        screen.tap("restore")
        while not ends and time.monotonic() < began + _PATIENCE:
            screen.wait(0.2)
            seen = seen or screen.shows("stop")
            if screen.shows("restore.now"):
                screen.tap("restore.now")
            elif screen.shows("restore"):
                break
        _check_time(time.monotonic() - began, is_told=seen)
        if ends:
            return ends[0]
        return _one_sentence(max((text for text in screen.texts() if "." in text), key=_weight))


def _weight(text: str) -> int:
    return ("changed" in text) * 1_000 + len(text)


def _check_time(seconds: float, *, is_told: bool) -> None:
    if seconds > MOST_SECONDS and not is_told:
        raise WrongError(f"nobody was told anything for {seconds:.1f} s")


def _one_sentence(told: str) -> str:
    if not told or len(told) > _MOST_LETTERS or "Error" in told or "Traceback" in told:
        raise WrongError(f"this is no sentence: {told[:400]!r}")
    return told


def lives_on(folder: Path) -> None:
    """Look at all that is there, and play and save a game. Raises what goes wrong."""
    with closing(Journal.open(folder)) as journal:
        People.of(journal)
        for game in journal.games(limit=_LOOKED_AT):
            with suppress(CompanionError):
                summed_up(journal, game)
            with suppress(CompanionError):
                Session.resume(journal, game.id)
        session = Session.begin(journal, two_players())
        for command in commands(two_players(), 8):
            session.apply(command)
        if session.unsaved is not None or journal.trouble is not None:
            raise WrongError(f"a game is not saved: {session.unsaved or journal.trouble}")


def shown(folder: Path) -> None:
    """Show the first pages of what is there."""
    from tests.kiosk.touch import Touchscreen  # noqa: PLC0415

    with Touchscreen(folder, at="start") as screen:
        for page in ("history", "statistics"):
            if screen.shows(page):
                screen.tap(page)
                screen.wait(0.3)
                screen.tap("back")


def try_one(number: int, *, touch: bool) -> str:
    """Try the backup of that number; what kind it is of and what came of it."""
    kind, content = hostile(number)
    with tempfile.TemporaryDirectory(prefix="meduris-") as scratch:
        folder, stick = Path(scratch) / "data", Path(scratch) / "sticks" / "sda1"
        stick.mkdir(parents=True)
        (stick / NAME).write_bytes(content)
        before = _present(folder)
        told = by_touch(folder, stick.parent) if touch else by_hand(folder, stick / NAME)
        if told != "restored" and _present(folder) - before:
            raise WrongError(f"refused ({told}), but it left {_present(folder) - before}")
        lives_on(folder)
        if touch:
            shown(folder)
        shutil.rmtree(folder)
    return f"{kind}: {told}"


def _present(folder: Path) -> set[str]:
    if not folder.exists():
        return set()
    return {
        path.name for path in folder.iterdir() if not path.name.startswith(("games.db", "lock"))
    }


def main() -> None:
    """Try, and tell."""
    told = [int(word) for word in sys.argv[1:]]
    number, touched = (*told, *(500, 300)[len(told) :])
    seen: Counter[str] = Counter()
    wrong = 0
    slowest = 0.0
    for one in range(number):
        began = time.monotonic()
        try:
            seen[try_one(one, touch=one < touched)] += 1
        except Exception:  # noqa: BLE001 - each is told, and counted
            wrong += 1
            sys.stdout.write(f"{one} {hostile(one)[0]} went wrong:\n{traceback.format_exc()}\n")
        slowest = max(slowest, time.monotonic() - began)
        sys.stdout.flush()
    for told_so, times in sorted(seen.items()):
        sys.stdout.write(f"{times:4} {told_so}\n")
    sys.stdout.write(
        f"{number} hostile backups, {touched} by touch: {wrong} went wrong; "
        f"the slowest took {slowest:.1f} s with all that followed\n"
    )
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
