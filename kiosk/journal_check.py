"""Check of the saved games in the background, once the first picture is shown.

Configure Kivy before importing this.
"""

from companion.memory.database import FileIdentity
from companion.memory.snapshots import find_damage
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

    If the file or a game in it is damaged, the app state repairs it, and pages with lists of games
    are replaced by the start page, which reports the repair.
    """

    def __init__(self, navigator: Navigator) -> None:
        self._navigator = navigator
        path = navigator.app_state.journal.path
        self.job = Job(lambda _job: find_damage(path), _NOT_CHECKED, name="saved games")
        navigator.run_job(self.job, self._heard)

    def close(self) -> None:
        """Stop the check. A damaged file is not repaired after this."""
        self.job.stop()

    def _heard(self, job: Job[FileIdentity | None]) -> None:
        app_state = self._navigator.app_state
        if job.failure is not None:
            app_state.notices.append(job.failure)
            self._show()
        elif job.result is not None:
            app_state.repair(job.result, self._show)

    def _show(self) -> None:
        shown = self._navigator.back_stack
        lists = self._navigator.current_route is routes.Start or any(
            shown.has(page) for page in _LISTS
        )
        if lists and not self.job.is_stopped:
            self._navigator.go(routes.Start())
