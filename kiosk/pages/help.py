"""The machine's report for a helper: as codes for a phone, and on a stick."""

from contextlib import closing
from functools import partial
from pathlib import Path

from companion.errors import JournalError
from companion.memory.atomic_file import write_file
from companion.memory.clock import this_moment
from companion.memory.journal import Journal
from companion.memory.local_time import local_time
from companion.memory.record import recorded, write_record
from companion.memory.session import read_game
from companion.sentence import Sentence
from kiosk.background import Job
from kiosk.machine.doctor.checks import check_up
from kiosk.machine.help_report import codes_of, report
from kiosk.navigator import Navigator
from kiosk.pages.qr_page import QrPage, code_rows
from kiosk.pages.sticks import StickChoice, job_text
from kiosk.rotation import Rotation, TouchFit
from kiosk.ui.form import Button, Form, back_button, call
from kiosk.words.language import _, mark
from kiosk.words.texts import sentence_text

_LOOK_SECONDS = 1
_NOT_MADE = mark("The report could not be made: {reason}. Every game goes on.")
_Made = tuple[str, tuple[tuple[bytes, ...], ...]]
"""The report, and its codes."""


class HelpPage(QrPage):
    """Keys: `next` shows the next of several codes; `back`.

    `to_stick`, if one is plugged in, copies the report, `to_stick.game` also the game that was
    played last, which contains names and hands.
    """

    def __init__(self, navigator: Navigator) -> None:
        super().__init__(navigator)
        self._text = ""
        self._codes: tuple[tuple[bytes, ...], ...] = ()
        self._number = 0
        self._failure: Sentence | None = None
        self._job = navigator.stick_job
        self._choice = StickChoice(self)
        self._begin()
        self._look()
        self.every(_LOOK_SECONDS, self._look)

    def _begin(self) -> None:
        """Examine the machine and compute the codes in the background."""
        navigator, app_state = self.navigator, self.app_state
        area, display = navigator.rotated_view.area, navigator.display
        tell = partial(
            report,
            settings=app_state.settings,
            window=f"{area.width:.0f}x{area.height:.0f}",
            rotation=Rotation.NONE if display is None else display.rotation,
            touch=TouchFit() if display is None else display.touch,
            games=self._games,
            told=tuple(app_state.notices),
        )
        root = navigator.machine.root
        self.in_background(
            lambda _job: _with_codes(tell(check_up(root))),
            _NOT_MADE,
            self._codes_ready,
            name="help",
        )

    def close(self) -> None:
        """Stop looking for sticks."""
        self._job.put_away()
        super().close()

    def _codes_ready(self, job: Job[_Made]) -> None:
        self._failure = job.failure
        if job.failure is None:
            self._text, self._codes = job.result
        self.show()

    def _look(self) -> None:
        """Look for sticks, and follow a copy in progress."""
        self._job.look()
        if self.navigator.machine.can_be_asked and not self._job.is_under_way:
            self._choice.look()
        self.show()

    @property
    def _can_write(self) -> bool:
        return bool(self._choice.found.usable and self._text) and not self._job.is_under_way

    def form(self) -> Form:
        """Return the page with a code, or the question which stick to use."""
        question = self._choice.form()
        if question is not None:
            return question
        ways = [back_button(self.navigator.back)]
        if self._can_write:
            put = call(self._choice.choose, self._write_to)
            ways.insert(0, Button("to_stick", put, _("To the stick")))
            if self._games:
                both = call(self._choice.choose, self._write_with_game)
                ways.insert(1, Button("to_stick.game", both, _("With the last game")))
        if len(self._codes) > 1:
            label = _("Next ({page} of {pages})", page=self._number + 1, pages=len(self._codes))
            ways.insert(0, Button("next", call(self._turn), label))
        rows = self._codes[self._number] if self._codes else ()
        return self.code_form(rows, _("For help"), self._texts(), ways)

    def _texts(self) -> tuple[str, ...]:
        """Return the result of copying, or the purpose of the code."""
        progress = job_text(self._job)
        if progress:
            return (progress,)
        if self._failure is not None:
            return (sentence_text(self._failure),)
        if not self._codes:
            return (_("One moment: checking the machine."),)
        if len(self._codes) > 1:
            purpose = _("Scan each code with a phone, and send what it says to whoever helps you.")
        else:
            purpose = _("Scan the code with a phone, and send what it says to whoever helps you.")
        asks = self.navigator.machine.can_be_asked and not self._choice.found.usable
        ask = self._choice.about or _("Or plug in a stick.")
        stick = (ask,) if asks else ()
        if self._choice.found.usable and self._games:
            return purpose, _("Names are only in the last game.")
        return (purpose, *stick, _("No names are in it, and no game."))

    @property
    def _games(self) -> int:
        """Number of saved games; 0 if they cannot be read."""
        try:
            return len(self.app_state.journal.games())
        except JournalError:
            return 0

    def _turn(self) -> None:
        self._number = (self._number + 1) % len(self._codes)
        self.show()

    def _write_with_game(self, stick: Path) -> None:
        self._write_to(stick, with_game=True)

    def _write_to(self, stick: Path, *, with_game: bool = False) -> None:
        text, data = self._text, self.app_state.folder

        def make(folder: Path) -> None:
            day = f"{local_time(this_moment()):%Y-%m-%d}"
            write_file(folder / f"meduris-help-{day}.txt", text.encode())
            if with_game:
                write_file(folder / f"meduris-help-{day}.jsonl", _last_game(data))

        self._job.begin(stick, make)
        self._look()


def _with_codes(text: str) -> _Made:
    return text, tuple(map(code_rows, codes_of(text)))


def _last_game(data: Path) -> bytes:
    """Return the record of the game that was played last. Raises JournalError."""
    with closing(Journal.open_for_reading(data)) as journal:
        (last,) = journal.games(limit=1)
        game = read_game(journal, last.id)
        return write_record(game.setup, recorded(game.steps))
