"""Saved games onto a stick, and from a stick into the kiosk; reached from the machine screen."""

from collections.abc import Callable, Iterator
from pathlib import Path

from kivy.app import App
from kivy.clock import Clock

from companion.errors import JournalError
from companion.memory.exchange.backup import ENDING, back_up
from companion.memory.exchange.restore import NewerGamesError
from companion.memory.journal.rows import now
from companion.sentence import Sentence
from kiosk.background import Job
from kiosk.navigator import Navigator
from kiosk.pages.backup.restoring import Restoring
from kiosk.pages.backup.view import FoundBackups, about_backups, about_job, backups_on
from kiosk.pages.form_page import FormPage
from kiosk.ui.form import Block, Button, Column, Form, Row, Text, Tone, call, way_back
from kiosk.words.language import _, mark
from kiosk.words.moments import journal_text
from kiosk.words.texts import said

_LOOK_SECONDS = 1
_BUTTON = 64
_SENTENCE = 72
_GAP = 14
_MOST_WIDTH = 560
_ALL = 100
"""Percent: what is there is being replaced."""
_NOT_LOOKED = mark(
    "What is on the stick could not be read: {reason}. Plug the stick in again; if that does not "
    "help, take another one."
)
_Found = tuple[tuple[Path, ...], FoundBackups]
"""The sticks, and the backups on them."""


class BackupPage(FormPage):
    """Keys: `back_up` while a stick is plugged in, `restore` while one has a backup, `back`.

    `stop` leaves all as it is, as long as nothing is replaced yet.
    Where newer games would be lost, `restore.now` replaces them all the same. After a restoring
    the app ends, and its service starts it anew, on the games that are there now.
    """

    def __init__(self, navigator: Navigator) -> None:
        super().__init__(navigator)
        self._job = navigator.stick_job
        self._sticks: tuple[Path, ...] = ()
        self._found = FoundBackups()
        self._looking = self._leaving = False
        self._trouble: Sentence | None = None
        kept = navigator.half_entered
        self._restoring = kept if isinstance(kept, Restoring) else None
        self._refusal = ""
        self._newer = self._stopping = False
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
            self.navigator.back()

    def _look(self, _delta: float = 0) -> None:
        self._job.look()
        if self._restoring is not None and self._restoring.is_done:
            self._restored(self._restoring)
        self._show_what_is_new()
        # Whoever restores or writes lets go of the stick for nobody else.
        if not (self._looking or self._restoring is not None or self._job.is_under_way):
            self._looking = True
            self.navigator.do_beside(Job(self._read_sticks, _NOT_LOOKED, name="stick"), self._see)

    def _read_sticks(self, _job: Job[_Found]) -> _Found:
        sticks = self.navigator.machine.sticks()
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
        if not self._leaving:
            self.show()

    def form(self) -> Form:
        """What lies on the stick and in the machine, and what becomes of it."""
        column = Column(tuple(self._rows()), gap=_GAP, most=_MOST_WIDTH)
        return Form(_("Saved games"), way_back(self._back), (column,))

    def _rows(self) -> Iterator[Block]:
        if self._restoring is not None:
            yield from self._while_restoring(self._restoring)
            return
        yield _sentence(about_job(self._job) or self._about_writing())
        if self._sticks and not self._job.is_under_way:
            yield _button("back_up", self._back_up, _("Back up to the stick"))
        if self._job.is_under_way:
            return
        if told := self._refusal or about_backups(self._found):
            yield _sentence(told)
        if self._found.newest is None:
            return
        if self._newer:
            replace = call(self._restore, force=True)
            yield _button("restore.now", replace, _("Replace them all the same"))
        else:
            restore = call(self._restore, force=False)
            yield _button("restore", restore, _("Restore from the stick"))

    def _while_restoring(self, restoring: Restoring) -> Iterator[Block]:
        if self._stopping:
            yield _sentence(_("Being stopped: nothing is changed."))
            return
        percent = restoring.percent
        yield _sentence(
            _("Restoring: {percent} %. The companion then starts anew.", percent=percent)
        )
        if percent < _ALL:
            yield Row(height=_BUTTON)  # the way to stop lies where no button was before
            yield _button("stop", self._stop, _("Stop, and leave all as it is"))

    def _stop(self) -> None:
        if self._restoring is not None:
            self._restoring.stop()
            self._stopping = True
            self._show_what_is_new()

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
            folder = self.app_state.folder
            self._job.begin(self._sticks[0], lambda into: back_up(folder, into / name))
            self._show_what_is_new()

    def _restore(self, *, force: bool) -> None:
        self.navigator.heed_no_trembling()
        backup = self._found.newest
        if backup is None:
            return
        try:
            is_closed = self.app_state.let_go_of_games()
        except JournalError as error:
            self._refuse(journal_text(error))
            return
        self._restoring = Restoring(is_closed, self.app_state.folder, backup.path, force=force)
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
            self.navigator.heed_no_trembling()
        self._show_what_is_new()


def _sentence(text: str) -> Block:
    return Row((Text(text, Tone.PLAIN),), _SENTENCE)


def _button(key: str, act: Callable[[], None], text: str) -> Block:
    return Row((Button(key, act, text),), _BUTTON)
