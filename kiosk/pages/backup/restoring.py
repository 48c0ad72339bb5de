"""A backup takes the place of the saved games beside all else; knows no Kivy."""

from pathlib import Path
from threading import Event

from companion.errors import JournalError, StoppedError
from companion.memory.exchange.restore import STOPPED, Restored, restore
from companion.sentence import Sentence
from kiosk.background import Job
from kiosk.words.language import mark

_WHOLE = 100
_CLOSE_SECONDS = 30
"""So long it waits for the games' file to be closed, at most: a card may take a while."""
_IN_USE = mark("The last steps are still being saved. Nothing was changed. Try again in a moment.")
_NOT_RESTORED = mark(
    "The backup could not be restored: {reason}. What was here is kept; restart the companion, and "
    "look at the list of games before you try again."
)


class Restoring(Job[Restored]):
    """Restores in a thread, beginning once `is_closed`, the games' file; nobody may open it then.

    `failure` tells why not all was restored, once it `is_done`; None: all was. It can be stopped
    until it begins to replace what is there.
    """

    def __init__(self, is_closed: Event, folder: Path, backup: Path, *, force: bool) -> None:
        def work(job: Job[Restored]) -> Restored:
            if not is_closed.wait(_CLOSE_SECONDS):
                raise JournalError(Sentence(_IN_USE))
            try:
                return restore(
                    folder, backup, force=force, heed=lambda share: job.progress(_WHOLE * share)
                )
            except StoppedError as error:
                raise StoppedError(STOPPED) from error

        super().__init__(work, _NOT_RESTORED, name="restoring")
        self.begin()
