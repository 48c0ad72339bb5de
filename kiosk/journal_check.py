"""Check of the saved games in the background, once the first picture is shown.

Configure Kivy before importing this.
"""

from companion.memory.database import DamagedError
from companion.memory.snapshots import IntegrityCheck
from companion.sentence import Sentence
from kiosk import routes
from kiosk.background import Job
from kiosk.navigator import Navigator
from kiosk.words.language import mark

_LISTS = (routes.Games, routes.Statistics)
"""Pages that show saved games. A repair closes these pages, as it may remove games."""


_NOT_CHECKED = mark(
    "The saved games could not be checked for damage: {reason}. They were left as they are, and "
    "every game goes on. It is tried again at the next start."
)


class JournalCheck:
    """Checks all saved games once, in a thread that starts when the object is created.

    If the file of the games is damaged, the app state repairs it, and pages with lists of games are
    replaced by the start page, which reports the repair. Damaged games are reported there too.
    """

    def __init__(self, navigator: Navigator) -> None:
        self._navigator = navigator
        self._check = IntegrityCheck(navigator.app_state.journal.path)
        self.job = Job(self._read, _NOT_CHECKED, name="saved games")
        navigator.run_job(self.job, self._heard)

    def close(self) -> None:
        """Stop the check. A damaged file is not repaired after this."""
        self.job.stop()

    def _read(self, _job: Job[bool]) -> bool:
        """Return whether the whole file can be read; called in the check's thread."""
        try:
            self._check.run()
        except DamagedError:
            return False
        return True

    def _heard(self, job: Job[bool]) -> None:
        if job.failure is not None:
            self._tell(job.failure)
            return
        if not job.result:
            self._navigator.app_state.repair(self._check, self._show)
            return
        if self._check.damaged:
            self._tell(
                Sentence(
                    "{number} saved game is damaged. It is repaired as far as possible once it is "
                    "opened.",
                    {"number": len(self._check.damaged)},
                    "{number} saved games are damaged. They are repaired as far as possible once "
                    "they are opened.",
                )
            )

    def _tell(self, sentence: Sentence) -> None:
        self._navigator.app_state.notices.append(sentence)
        self._show()

    def _show(self) -> None:
        shown = self._navigator.back_stack
        lists = self._navigator.current_route is routes.Start or any(
            shown.has(page) for page in _LISTS
        )
        if lists and not self.job.is_stopped:
            self._navigator.go(routes.Start())
