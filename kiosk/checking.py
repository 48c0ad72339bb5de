"""Checks the saved games while people play: all of their file is read, after the first picture.

Kivy has to be configured before this is imported.
"""

from threading import Thread

from kivy.clock import Clock

from companion.memory.journal_file import DamagedError
from companion.memory.thorough_check import ThoroughCheck
from companion.sentence import Sentence
from kiosk.stack import FIRST
from kiosk.stage import Stage

_LISTS = ("history", "statistics", "unfinished")
"""The pages that, with all above them, show saved games: these are gone once they are set aside."""


class Checking:
    """Reads the saved games of a desk once, in a thread; begins when it is made.

    Where they are damaged the desk sets them aside, in the thread that draws; a page that lists
    them gives way to the first one, which tells. Of single games that are damaged it tells too.
    """

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._check = ThoroughCheck(stage.desk.journal.path)
        self._closed = False
        # Nobody waits for its end: it changes nothing, and may take as long as the disk does.
        self._thread = Thread(target=self._read, name="saved games", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Set nothing aside any more."""
        self._closed = True

    def _read(self) -> None:
        try:
            self._check.run()
        except DamagedError:
            Clock.schedule_once(self._set_aside)
            return
        if self._check.damaged:
            Clock.schedule_once(self._tell_damaged)

    def _tell_damaged(self, _delta: float) -> None:
        if not self._closed:
            told = Sentence(
                "{number} saved game is damaged. It can be resumed as it stood before the damage; "
                "nothing of it is deleted.",
                {"number": len(self._check.damaged)},
                "{number} saved games are damaged. They can be resumed as they stood before the "
                "damage; nothing of them is deleted.",
            )
            self._stage.desk.notices.append(told)
            self._tell()

    def _set_aside(self, _delta: float) -> None:
        if not self._closed:
            self._stage.desk.set_aside(self._check, self._tell)

    def _tell(self) -> None:
        shown = self._stage.stack
        lists = self._stage.screen_name == FIRST or any(map(shown.has, _LISTS))
        if lists and not self._closed:
            self._stage.go(FIRST)
