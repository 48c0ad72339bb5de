"""Page with a report for technical support, as QR codes or as a file on a USB stick.

Players can also write their last game to the stick. The game contains names and hands; the report
never does.
"""

from contextlib import closing
from functools import partial
from pathlib import Path
from typing import NamedTuple

from companion.errors import JournalError
from companion.memory.atomic_file import write_file_atomically
from companion.memory.clock import current_time
from companion.memory.journal import Journal
from companion.memory.local_time import local_time
from companion.memory.record import commands_for_record, encode_record
from companion.memory.session import read_game
from kiosk.machine.doctor.checks import diagnose
from kiosk.machine.support_report import split_for_qr_codes, support_report_text
from kiosk.navigator import Navigator
from kiosk.pages.qr_page import StickQrPage, qr_code_rows
from kiosk.rotation import Rotation, TouchCalibration
from kiosk.ui.form import Button, Form, call
from kiosk.words.language import _, mark

_NOT_MADE = mark("The report could not be made: {reason}. You can play on.")


class _Report(NamedTuple):
    text: str
    codes: tuple[tuple[bytes, ...], ...]


class SupportReportPage(StickQrPage[_Report]):
    def __init__(self, navigator: Navigator) -> None:
        super().__init__(navigator)
        self._number = 0
        app_state, display = self.app_state, navigator.display
        area = navigator.rotated_view.area
        tell = partial(
            support_report_text,
            settings=app_state.settings,
            window=f"{area.width:.0f}x{area.height:.0f}",
            rotation=Rotation.NONE if display is None else display.rotation,
            touch=TouchCalibration() if display is None else display.touch_calibration,
            games=self._games,
            notices=tuple(app_state.notices),
        )
        root = navigator.machine.root

        def make() -> _Report:
            text = tell(diagnose(root))
            return _Report(text, tuple(map(qr_code_rows, split_for_qr_codes(text))))

        self.make_code_in_background(make, _NOT_MADE)
        self.look_for_sticks()

    def build_qr_form(self, *, can_write_to_stick: bool) -> Form:
        codes = () if self.made is None else self.made.codes
        ways = []
        if len(codes) > 1:
            label = _("Next ({page} of {pages})", page=self._number + 1, pages=len(codes))
            ways.append(Button("next", call(self._turn, len(codes)), label))
        if can_write_to_stick and self.made is not None:
            text = self.made.text
            put = call(self.choice.write_to_chosen_stick, call(self._write, text, with_game=False))
            ways.append(Button("to_stick", put, _("To the stick")))
            if self._games:
                both = call(
                    self.choice.write_to_chosen_stick, call(self._write, text, with_game=True)
                )
                ways.append(Button("to_stick.game", both, _("With the last game")))
        rows = codes[self._number] if codes else ()
        return self.build_code_form(rows, _("For help"), self._texts(len(codes)), *ways)

    def _texts(self, codes: int) -> tuple[str, ...]:
        if not codes:
            return (_("One moment: checking the machine."),)
        purpose = _("Scan the code with a phone, and send what it says to whoever helps you.")
        if codes > 1:
            purpose = _("Scan each code with a phone, and send what it says to whoever helps you.")
        if self.choice.found.usable and self._games:
            return purpose, _("Only the last game contains names.")
        asks = self.navigator.machine.can_take_requests and not self.choice.found.usable
        stick = (self.choice.unusable_reason or _("Or plug in a stick."),) if asks else ()
        return (purpose, *stick, _("It contains no names and no game."))

    @property
    def _games(self) -> int:
        try:
            return len(self.app_state.journal.games())
        except JournalError:
            return 0

    def _turn(self, codes: int) -> None:
        self._number = (self._number + 1) % codes
        self.show()

    def _write(self, text: str, stick: Path, *, with_game: bool) -> None:
        data = self.app_state.folder

        def make(folder: Path) -> None:
            day = f"{local_time(current_time()):%Y-%m-%d}"
            write_file_atomically(folder / f"meduris-help-{day}.txt", text.encode())
            if with_game:
                write_file_atomically(folder / f"meduris-help-{day}.jsonl", _last_game(data))

        self.job.begin(stick, make)
        self.look_for_sticks()


def _last_game(data: Path) -> bytes:
    with closing(Journal.open_for_reading(data)) as journal:
        (last,) = journal.games(limit=1)
        game = read_game(journal, last.id)
        return encode_record(game.setup, commands_for_record(game.steps))
