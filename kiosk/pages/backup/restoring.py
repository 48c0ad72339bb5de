"""A backup takes the place of the saved games beside all else; knows no Kivy."""

from functools import partial
from pathlib import Path
from threading import Event, Thread

from companion.errors import CompanionError, JournalError
from companion.memory.restoring import restore
from companion.sentence import Sentence
from kiosk.words.language import mark

_CLOSE_SECONDS = 30
"""So long it waits for the games' file to be closed, at most: a card may take a while."""
_IN_USE = mark("The last steps are still being saved. Nothing was changed. Try again in a moment.")


class Restoring:
    """Restores in a thread, beginning once `is_closed`, the games' file; nobody may open it then.

    `refused` tells why nothing was changed, once it `is_done`; None: all was restored.
    """

    def __init__(self, is_closed: Event, folder: Path, backup: Path, *, force: bool) -> None:
        self.refused: CompanionError | OSError | None = None
        self._is_closed = is_closed
        work = partial(self._restore, folder, backup, force=force)
        self._thread = Thread(target=work, name="restoring", daemon=True)
        self._thread.start()

    @property
    def is_done(self) -> bool:
        """Whether it has come to its end."""
        return not self._thread.is_alive()

    def _restore(self, folder: Path, backup: Path, *, force: bool) -> None:
        if not self._is_closed.wait(_CLOSE_SECONDS):
            self.refused = JournalError(Sentence(_IN_USE))
            return
        try:
            restore(folder, backup, force=force)
        except (CompanionError, OSError) as error:
            self.refused = error
