"""A backup takes the place of the saved games beside all else; knows no Kivy."""

from pathlib import Path
from threading import Thread

from companion.errors import CompanionError
from companion.memory.restoring import restore


class Restoring:
    """Restores in a thread, and begins when it is made; nothing may use the data folder meanwhile.

    `refused` tells why nothing was changed, once it `is_done`; None: all was restored.
    """

    def __init__(self, folder: Path, backup: Path, *, force: bool) -> None:
        self.refused: CompanionError | OSError | None = None
        work = self._restore
        self._thread = Thread(
            target=work, args=(folder, backup, force), name="restoring", daemon=True
        )
        self._thread.start()

    @property
    def is_done(self) -> bool:
        """Whether it has come to its end."""
        return not self._thread.is_alive()

    def _restore(self, folder: Path, backup: Path, force: bool) -> None:  # noqa: FBT001 - a thread's
        try:
            restore(folder, backup, force=force)
        except (CompanionError, OSError) as error:
            self.refused = error
