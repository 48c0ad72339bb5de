"""Saved games onto a stick, and from a stick into the kiosk; reached from the machine screen."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from threading import Thread

from kivy.app import App
from kivy.clock import Clock
from kivy.metrics import dp

from companion.errors import CompanionError, JournalError
from companion.memory.backup import ENDING, back_up
from companion.memory.restoring import NewerGamesError
from companion.memory.saved_rows import now
from kiosk.pages.backup.restoring import Restoring
from kiosk.pages.backup.view import FoundBackup, about_backup, about_job, newest_backup, told
from kiosk.stage import Screen, Stage
from kiosk.toolkit import theme
from kiosk.toolkit.surface import Column, Surface
from kiosk.toolkit.tap import Tap, draw_button
from kiosk.words.language import _

_LOOK_SECONDS = 1
_BUTTON = 64
_SENTENCE = 72
_GAP = 14


class BackupScreen(Screen):
    """Keys: `back_up` while a stick is plugged in, `restore` while one has a backup, `back`.

    Where newer games would be lost, `restore.now` replaces them all the same. After a restoring
    the app ends, and its service starts it anew, on the games that are there now.
    """

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self._job = stage.stick_job
        self._sticks: tuple[Path, ...] = ()
        self._found: FoundBackup | None = None
        self._looking = self._leaving = False
        kept = stage.half_entered
        self._restoring = kept if isinstance(kept, Restoring) else None
        self._refusal = ""
        self._newer = False
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
            Thread(target=self._read_sticks, name="stick", daemon=True).start()

    def _read_sticks(self) -> None:
        sticks = self.stage.machine.sticks()
        found = newest_backup(sticks)
        Clock.schedule_once(lambda _delta: self._see(sticks, found))

    def _see(self, sticks: tuple[Path, ...], found: FoundBackup | None) -> None:
        self._looking = False
        if found != self._found:
            self._refusal, self._newer = "", False
        self._sticks, self._found = sticks, found
        self._show_what_is_new()

    def _show_what_is_new(self) -> None:
        state = (
            self._sticks,
            self._found,
            about_job(self._job),
            self._refusal,
            self._newer,
            self._restoring,
        )
        if not self._leaving and state != self._shown:
            self._shown = state
            self._show()

    def _show(self) -> None:
        self._sheet.wipe()
        area = self._sheet.box
        column = Column(area.inset(0 if area.is_upright else area.width * 0.14, 0), dp(_GAP))
        if self._restoring is not None:
            self._sentence(column, _("Restoring. The companion then starts anew."))
            return
        self._sentence(column, about_job(self._job) or self._about_writing())
        if self._sticks and not self._job.is_under_way:
            self._choice(column, "back_up", _("Back up to the stick"), self._back_up)
        if self._job.is_under_way or self._found is None:
            return
        self._sentence(column, self._refusal or about_backup(self._found))
        if self._newer:
            replace = partial(self._restore, force=True)
            self._choice(column, "restore.now", _("Replace them all the same"), replace)
        else:
            restore = partial(self._restore, force=False)
            self._choice(column, "restore", _("Restore from the stick"), restore)

    def _sentence(self, column: Column, text: str) -> None:
        self._sheet.write(text, column.take(dp(_SENTENCE)))

    def _choice(self, column: Column, key: str, text: str, on_tap: Callable[[], None]) -> None:
        tap = Tap(column.take(dp(_BUTTON)), key, on_tap)
        draw_button(tap, text=text, fill=theme.RAISED)
        self._sheet.add_widget(tap)

    def _about_writing(self) -> str:
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
        if self._found is None:
            return
        try:
            is_closed = self.desk.let_go_of_games()
        except JournalError as error:
            self._refuse(error)
            return
        self._restoring = Restoring(is_closed, self.desk.folder, self._found.path, force=force)
        self._show_what_is_new()

    def _restored(self, restoring: Restoring) -> None:
        if restoring.refused is None:
            self._clock.cancel()
            App.get_running_app().stop()
        else:
            self._restoring = None
            self._refuse(restoring.refused)

    def _refuse(self, error: CompanionError | OSError) -> None:
        self._newer = isinstance(error, NewerGamesError)
        self._refusal = told(error)
        if self._newer:
            self._refusal = _("{reason} What is replaced is kept.", reason=self._refusal)
            # What is asked now comes by itself, under the finger and some time after its tap.
            self.stage.heed_no_trembling()
        self._show_what_is_new()
