"""Saved games onto a stick, and from a stick into the kiosk; reached from the machine screen."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from kivy.app import App
from kivy.clock import Clock
from kivy.metrics import dp

from companion.errors import JournalError
from companion.memory.backup import ENDING, back_up
from companion.memory.restoring import NewerGamesError
from companion.memory.saved_rows import now
from companion.sentence import Sentence
from kiosk.background import Job
from kiosk.pages.backup.restoring import Restoring
from kiosk.pages.backup.view import FoundBackups, about_backups, about_job, backups_on
from kiosk.stage import Screen, Stage
from kiosk.toolkit import theme
from kiosk.toolkit.surface import Column, Surface
from kiosk.toolkit.tap import Tap, draw_button
from kiosk.words.language import _, mark
from kiosk.words.moments import journal_text
from kiosk.words.texts import said

_LOOK_SECONDS = 1
_BUTTON = 64
_SENTENCE = 72
_GAP = 14
_ALL = 100
"""Percent: what is there is being replaced."""
_NOT_LOOKED = mark(
    "What is on the stick could not be read: {reason}. Plug the stick in again; if that does not "
    "help, take another one."
)
_Found = tuple[tuple[Path, ...], FoundBackups]
"""The sticks, and the backups on them."""


class BackupScreen(Screen):
    """Keys: `back_up` while a stick is plugged in, `restore` while one has a backup, `back`.

    `stop` leaves all as it is, as long as nothing is replaced yet.
    Where newer games would be lost, `restore.now` replaces them all the same. After a restoring
    the app ends, and its service starts it anew, on the games that are there now.
    """

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self._job = stage.stick_job
        self._sticks: tuple[Path, ...] = ()
        self._found = FoundBackups()
        self._looking = self._leaving = False
        self._trouble: Sentence | None = None
        kept = stage.half_entered
        self._restoring = kept if isinstance(kept, Restoring) else None
        self._refusal = ""
        self._newer = self._stopping = False
        self._sheet = Surface(self.head(_("Saved games"), self._back))
        self.add_widget(self._sheet)
        self._shown: object = None
        self._clock = Clock.schedule_interval(self._look, _LOOK_SECONDS)
        self._look()

    @property
    def half_entered(self) -> Restoring | None:
        """The restoring that is under way: it goes on as the page is drawn anew."""
        return self._restoring

    def leave(self) -> None:
        """Look for sticks no longer; what goes onto one goes on."""
        self._leaving = True
        self._clock.cancel()
        self._job.put_away()

    def _back(self) -> None:
        # Until the games are there again, no page may ask for them.
        if self._restoring is None:
            self.stage.back()

    def _look(self, _delta: float = 0) -> None:
        self._job.look()
        if self._restoring is not None and self._restoring.is_done:
            self._restored(self._restoring)
        self._show_what_is_new()
        # Whoever restores or writes lets go of the stick for nobody else.
        if not (self._looking or self._restoring is not None or self._job.is_under_way):
            self._looking = True
            self.stage.do_beside(Job(self._read_sticks, _NOT_LOOKED, name="stick"), self._see)

    def _read_sticks(self, _job: Job[_Found]) -> _Found:
        sticks = self.stage.machine.sticks()
        return sticks, backups_on(sticks)

    def _see(self, job: Job[_Found]) -> None:
        self._looking = False
        self._trouble = job.failure
        sticks, found = ((), FoundBackups()) if job.failure is not None else job.result
        if found != self._found:
            self._refusal, self._newer = "", False
        self._sticks, self._found = sticks, found
        self._show_what_is_new()

    def _show_what_is_new(self) -> None:
        state = (
            self._sticks,
            self._found,
            self._trouble,
            self._job.stage,
            about_job(self._job),
            self._refusal,
            self._newer,
            self._restoring,
            self._restoring and self._restoring.percent,
            self._stopping,
        )
        if not self._leaving and state != self._shown:
            self._shown = state
            self._show()

    def _show(self) -> None:
        self._sheet.wipe()
        area = self._sheet.box
        column = Column(area.inset(0 if area.is_upright else area.width * 0.14, 0), dp(_GAP))
        if self._restoring is not None:
            self._show_restoring(column, self._restoring)
            return
        self._sentence(column, about_job(self._job) or self._about_writing())
        if self._sticks and not self._job.is_under_way:
            self._choice(column, "back_up", _("Back up to the stick"), self._back_up)
        if self._job.is_under_way:
            return
        if told := self._refusal or about_backups(self._found):
            self._sentence(column, told)
        if self._found.newest is None:
            return
        if self._newer:
            replace = partial(self._restore, force=True)
            self._choice(column, "restore.now", _("Replace them all the same"), replace)
        else:
            restore = partial(self._restore, force=False)
            self._choice(column, "restore", _("Restore from the stick"), restore)

    def _show_restoring(self, column: Column, restoring: Restoring) -> None:
        if self._stopping:
            self._sentence(column, _("Being stopped: nothing is changed."))
            return
        told = _(
            "Restoring: {percent} %. The companion then starts anew.", percent=restoring.percent
        )
        self._sentence(column, told)
        if restoring.percent < _ALL:
            column.take(dp(_BUTTON))  # it lies where no button was before
            self._choice(column, "stop", _("Stop, and leave all as it is"), self._stop)

    def _stop(self) -> None:
        if self._restoring is not None:
            self._restoring.stop()
            self._stopping = True
            self._show_what_is_new()

    def _sentence(self, column: Column, text: str) -> None:
        self._sheet.write(text, column.take(dp(_SENTENCE)))

    def _choice(self, column: Column, key: str, text: str, on_tap: Callable[[], None]) -> None:
        tap = Tap(column.take(dp(_BUTTON)), key, on_tap)
        draw_button(tap, text=text, fill=theme.RAISED)
        self._sheet.add_widget(tap)

    def _about_writing(self) -> str:
        if self._trouble is not None:
            return said(self._trouble)
        if not self._sticks:
            return _(
                "Plug in a stick: all saved games, boards and settings can go onto it as one file, "
                "or come from one."
            )
        return _("All saved games, boards and settings go onto the stick as one file.")

    def _back_up(self) -> None:
        if self._sticks:
            name = f"meduris-{now()[:10]}{ENDING}"
            folder = self.desk.folder
            self._job.begin(self._sticks[0], lambda into: back_up(folder, into / name))
            self._show_what_is_new()

    def _restore(self, *, force: bool) -> None:
        self.stage.heed_no_trembling()
        backup = self._found.newest
        if backup is None:
            return
        try:
            is_closed = self.desk.let_go_of_games()
        except JournalError as error:
            self._refuse(journal_text(error))
            return
        self._restoring = Restoring(is_closed, self.desk.folder, backup.path, force=force)
        self._show_what_is_new()

    def _restored(self, restoring: Restoring) -> None:
        if restoring.failure is None:
            self._clock.cancel()
            App.get_running_app().stop()
            return
        self._restoring, self._stopping = None, False
        self._refuse(said(restoring.failure), newer=isinstance(restoring.error, NewerGamesError))

    def _refuse(self, told: str, *, newer: bool = False) -> None:
        self._refusal, self._newer = told, newer
        if newer:
            self._refusal = _("{reason} What is replaced is kept.", reason=told)
            # What is asked now comes by itself, under the finger and some time after its tap.
            self.stage.heed_no_trembling()
        self._show_what_is_new()
