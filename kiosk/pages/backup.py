"""Page to back up saved games to a USB stick, or to restore them, which restarts the app."""

from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from threading import Event
from typing import NamedTuple

import msgspec
from kivy.app import App

from companion.errors import CompanionError, JournalError, StoppedByUserError
from companion.memory.clock import current_time, parse_timestamp
from companion.memory.exchange.backup import ENDING, back_up, open_backup
from companion.memory.exchange.records import ArchiveError
from companion.memory.exchange.restore import STOPPED, RestoreResult, WouldLoseGamesError, restore
from companion.memory.local_time import local_time
from companion.sentence import Sentence
from kiosk.background import Job
from kiosk.machine.sticks import PluggedInSticks, StickPartition
from kiosk.navigator import Navigator
from kiosk.pages.form_page import FormPage
from kiosk.pages.sticks import (
    NOT_READ,
    StickChoice,
    button_row,
    choice_form,
    narrow_column,
    sentence_row,
    stick_job_text,
)
from kiosk.ui.form import Block, Button, Form, back_button, call
from kiosk.words.language import _, mark, plural
from kiosk.words.texts import sentence_text
from kiosk.words.times import date_and_time_text

_MOST_LOOKED_AT = 50
"""Maximum number of backups read from each stick, so that a full stick does not delay the page."""


class FoundBackup(msgspec.Struct, frozen=True):
    """Readable backup on a USB stick; `time_made` is in UTC."""

    path: Path
    time_made: str
    number_of_games: int


class FoundBackups(NamedTuple):
    """Backups found on the plugged-in USB sticks.

    `backups` are the readable backups, newest first. `has_unreadable` is set if there is also a
    backup that cannot be read.
    """

    backups: tuple[FoundBackup, ...] = ()
    has_unreadable: bool = False

    @property
    def newest(self) -> FoundBackup | None:
        return self.backups[0] if self.backups else None


def find_backups(sticks: tuple[StickPartition, ...]) -> FoundBackups:
    def time_made(backup: FoundBackup) -> datetime:
        return parse_timestamp(backup.time_made) or datetime.min.replace(tzinfo=UTC)

    looked_at = [_found(path) for stick in sticks for path in _files_on(stick.mount_point)]
    found = [one for one in looked_at if one is not None]
    return FoundBackups(tuple(sorted(found, key=time_made, reverse=True)), None in looked_at)


def _files_on(stick: Path) -> Iterator[Path]:
    with suppress(OSError):  # The stick is pulled out, or fails.
        # Names of backups made by the app begin with the date.
        names = sorted(stick.glob(f"[!.]*{ENDING}"), reverse=True)
        for path in names[:_MOST_LOOKED_AT]:
            if not path.is_symlink() and path.is_file():
                yield path


def _found(path: Path) -> FoundBackup | None:
    try:
        with path.open("rb") as stream, open_backup(stream) as (_archive, manifest):
            return FoundBackup(path, manifest.made, manifest.games)
    except (CompanionError, ArchiveError, OSError):
        return None


def found_backups_text(found: FoundBackups) -> str:
    if found.newest is None and found.has_unreadable:
        return _("The backup on the stick cannot be read. Use another stick to restore from.")
    if found.newest is None:
        return ""
    text = plural(
        "On the stick is a backup of {moment} with {number} game.",
        "On the stick is a backup of {moment} with {number} games.",
        found.newest.number_of_games,
        moment=date_and_time_text(found.newest.time_made),
    )
    if len(found.backups) > 1:
        text = _("{backup} There are others, too.", backup=text)
    if found.has_unreadable:
        return _("{backup} Another one there cannot be read.", backup=text)
    return text


_CLOSE_SECONDS = 30
"""Maximum time in seconds to wait for the journal to close, as memory cards may be slow."""
_ALL = 100
"""Progress in percent at which the job begins to replace files."""
_IN_USE = mark("The last steps are still being saved. Nothing was changed. Try again in a moment.")
_NOT_RESTORED = mark(
    "The backup could not be restored: {reason}. Everything that was here is kept. Restart the "
    "app, and look at the list of games before you try again."
)


class RestoreJob(Job[RestoreResult]):
    """Background job that restores a backup; it starts when it is created.

    The job first waits for the event `is_closed`, which the app sets when it has closed the file of
    the saved games. While the job runs, callers must not open a game. The job can be cancelled
    until it begins to replace files. If the backup could not be restored, `failure` is the reason.
    With `force`, the backup is restored even if games on this machine would be lost.
    """

    def __init__(self, is_closed: Event, folder: Path, backup: FoundBackup, *, force: bool) -> None:
        self.backup = backup

        def work(job: Job[RestoreResult]) -> RestoreResult:
            if not is_closed.wait(_CLOSE_SECONDS):
                raise JournalError(Sentence(_IN_USE))
            try:
                return restore(
                    folder,
                    backup.path,
                    force=force,
                    progress=lambda one: job.report_progress(_ALL * one),
                )
            except StoppedByUserError as error:
                raise StoppedByUserError(STOPPED) from error

        super().__init__(work, _NOT_RESTORED, name="restoring")
        self.start()


_LOOK_SECONDS = 1
_Found = tuple[PluggedInSticks, FoundBackups]
"""The USB sticks, and the backups found on them."""


class BackupPage(FormPage):
    def __init__(self, navigator: Navigator) -> None:
        super().__init__(navigator)
        self._job = navigator.stick_job
        self._choice = StickChoice(self)
        self._found = FoundBackups()
        kept = navigator.state_to_restore
        self._restoring = kept if isinstance(kept, RestoreJob) else None
        self._refusal = ""
        self._is_asking = self._stopping = False
        self._newer: FoundBackup | None = None
        self.call_every(_LOOK_SECONDS, self._look)
        self._look()

    @property
    def state_to_restore(self) -> RestoreJob | None:
        return self._restoring

    def destroy(self) -> None:
        super().destroy()
        self._job.clear_result()

    def _back(self) -> None:
        # No page may open games while they are being restored.
        if self._restoring is None:
            self.navigator.back()

    def _look(self) -> None:
        self._job.update_stage()
        if self._restoring is not None and self._restoring.is_done:
            self._restore_ended(self._restoring)
        self.show()
        # While a backup or a restoration uses a stick, do not look for others.
        if self._restoring is None and not self._job.is_under_way:
            self.run_in_background(self._read_sticks, NOT_READ, self._sticks_found, name="stick")

    def _read_sticks(self, _job: Job[_Found]) -> _Found:
        sticks = self.navigator.machine.plugged_in_sticks()
        return sticks, find_backups(sticks.usable)

    def _sticks_found(self, job: Job[_Found]) -> None:
        self._choice.trouble = job.failure
        nothing = PluggedInSticks(), FoundBackups()
        sticks, found = nothing if job.failure is not None else job.result
        if found != self._found:
            self._refusal, self._newer = "", None
        self._choice.found, self._found = sticks, found
        self.show()

    def build_form(self) -> Form:
        which_stick = self._choice.build_question_form()
        if which_stick is not None:
            return which_stick
        if self._is_asking and len(self._found.backups) > 1:
            buttons = []
            for number, backup in enumerate(self._found.backups, 1):
                moment = date_and_time_text(backup.time_made)
                text = plural(
                    "{moment}, {number} game",
                    "{moment}, {number} games",
                    backup.number_of_games,
                    moment=moment,
                )
                buttons.append(Button(f"backup.{number}", call(self._take, backup), text))
            return choice_form(_("Which backup?"), buttons, self._cancel_choice)
        self._is_asking = False
        column = narrow_column(self._rows())
        return Form(_("Saved games"), back_button(self._back), (column,))

    def _rows(self) -> Iterator[Block]:
        if self._restoring is not None:
            yield from self._restore_rows(self._restoring)
            return
        yield sentence_row(stick_job_text(self._job) or self._backup_advice())
        if self._choice.found.usable and not self._job.is_under_way:
            back_up = call(self._choice.write_to_chosen_stick, self._back_up_to)
            yield button_row(Button("back_up", back_up, _("Back up to the stick")))
        if self._job.is_under_way:
            return
        if message := self._refusal or found_backups_text(self._found):
            yield sentence_row(message)
        if self._found.newest is None:
            return
        if self._newer is not None:
            replace = call(self._restore, self._newer, force=True)
            yield button_row(Button("restore.now", replace, _("Replace them all the same")))
        elif len(self._found.backups) > 1:
            yield button_row(Button("restore", self._ask, _("Restore from the stick")))
        else:
            restore = call(self._restore, self._found.newest, force=False)
            yield button_row(Button("restore", restore, _("Restore from the stick")))

    def _restore_rows(self, restoring: RestoreJob) -> Iterator[Block]:
        if self._stopping:
            yield sentence_row(_("Stopping: nothing will change."))
            return
        percent = restoring.percent
        text = _("Restoring: {percent} %. Then the app restarts.", percent=percent)
        yield sentence_row(text)
        if percent < _ALL:
            # An empty row takes the place of the button that was tapped, so that a second tap there
            # does not hit “Stop”.
            yield button_row()
            yield button_row(Button("stop", self._stop, _("Stop and change nothing")))

    def _stop(self) -> None:
        if self._restoring is not None:
            self._restoring.request_stop()
            self._stopping = True
            self.show()

    def _backup_advice(self) -> str:
        if not self._choice.found.usable:
            return self._choice.unusable_reason or _(
                "Plug in a stick to back up all saved games, boards and settings to it in one "
                "file, or to restore them."
            )
        return _("All saved games, boards and settings go onto the stick as one file.")

    def _back_up_to(self, stick: Path) -> None:
        name = f"meduris-{local_time(current_time()):%Y-%m-%d}{ENDING}"
        folder = self.app_state.folder
        self._job.begin(stick, lambda into: back_up(folder, into / name))
        self.show()

    def _ask(self) -> None:
        self._is_asking = True
        self.show_first_pages()

    def _take(self, backup: FoundBackup) -> None:
        self._is_asking = False
        self._restore(backup, force=False)

    def _cancel_choice(self) -> None:
        self._is_asking = False
        self.show_first_pages()

    def _restore(self, backup: FoundBackup, *, force: bool) -> None:
        try:
            is_closed = self.app_state.close_journal()
        except JournalError as error:
            self._refuse(sentence_text(error.sentence))
            return
        self._restoring = RestoreJob(is_closed, self.app_state.folder, backup, force=force)
        self.show()

    def _restore_ended(self, restoring: RestoreJob) -> None:
        if restoring.failure is None:
            self.stop()
            App.get_running_app().stop()
            return
        self._restoring, self._stopping = None, False
        is_newer = isinstance(restoring.error, WouldLoseGamesError)
        self._refuse(sentence_text(restoring.failure), restoring.backup if is_newer else None)

    def _refuse(self, reason: str, newer: FoundBackup | None = None) -> None:
        self._refusal, self._newer = reason, newer
        if newer is not None:
            self._refusal = _("{reason} Replaced games are kept.", reason=reason)
        self.show()
