"""The QR code with which a phone imports a play into the app BG Stats."""

from collections.abc import Sequence
from pathlib import Path

import msgspec

from companion.errors import JournalError
from companion.memory.atomic_file import write_file
from companion.memory.exchange.plays import Play, address, bgsplay, csv_table, play_of
from companion.memory.people import People, by_name
from companion.memory.record import recorded, write_record
from companion.sentence import Sentence
from kiosk.background import Job
from kiosk.navigator import Navigator
from kiosk.pages.qr_page import QrPage, code_rows
from kiosk.pages.sticks import StickChoice, job_text
from kiosk.ui.form import Button, Form, back_button, call
from kiosk.words.language import _, csv_separator, mark
from kiosk.words.texts import sentence_text

_MOST = 2953
"""Bytes in the largest code with the least error correction."""
_LOOK_SECONDS = 1
_NO_CODE = mark(
    "The code could not be made: {reason}. The game is saved; its record and its file for BG "
    "Stats can go onto a stick."
)


class Code(msgspec.Struct, frozen=True):
    """A QR code: `rows` from the top down, a byte for each module: 0 black, 255 white.

    The rows include the quiet zone. `shortened`: names had to be shortened.
    """

    rows: tuple[bytes, ...] = ()
    shortened: bool = False


class HandOverPage(QrPage):
    """A finished game, the current or the viewed one, as a code.

    Keys: `back`; `to_stick`, if one is plugged in, copies its record, its table and its file for BG
    Stats.
    """

    def __init__(self, navigator: Navigator) -> None:
        super().__init__(navigator)
        self._code = Code()
        self._failure: Sentence | None = None
        self._game = navigator.viewed
        self._play = play = self._current_play()
        self._job = navigator.stick_job
        self._choice = StickChoice(self)
        self._look()
        self.every(_LOOK_SECONDS, self._look)
        # The code is computed in the background, so that the screen stays responsive.
        self.in_background(lambda _job: code_of(play), _NO_CODE, self._code_ready, name="code")

    def close(self) -> None:
        """Stop looking for sticks."""
        self._job.put_away()
        super().close()

    def _current_play(self) -> Play:
        try:
            who_is = People.of(self.app_state.journal).person_of
        except JournalError:  # Reported where games are saved; the play can be handed over anyway.
            who_is = by_name
        past = self.app_state.past
        looked_at = past is not None and past.game is self._game
        number = past.saved.id if past and looked_at else self.app_state.game.game_id
        return play_of(number, self._game, who_is)

    def _code_ready(self, job: Job[Code]) -> None:
        self._failure = job.failure
        if job.failure is None:
            self._code = job.result
        self.show()

    def _look(self) -> None:
        """Look for sticks, and follow a copy in progress."""
        self._job.look()
        if self.navigator.machine.can_be_asked and not self._job.is_under_way:
            self._choice.look()
        self.show()

    def form(self) -> Form:
        """Return the page with the code, or the question of which stick to use."""
        question = self._choice.form()
        if question is not None:
            return question
        ways = [back_button(self.navigator.back)]
        if self._choice.found.usable and not self._job.is_under_way:
            put = call(self._choice.choose, self._write_to)
            ways.insert(0, Button("to_stick", put, _("To the stick")))
        return self.code_form(self._code.rows, _("For BG Stats"), self._texts(), ways)

    def _texts(self) -> Sequence[str]:
        """Return the result of copying, or the purpose of the code."""
        progress = job_text(self._job)
        if progress:
            return (progress,)
        if self._failure is not None:
            return (sentence_text(self._failure),)
        purpose = _("Point a phone's camera at the code: the BG Stats app adds this play.")
        if unusable := self._choice.about:
            return (purpose, unusable)
        if self._code.shortened:
            return (purpose, _("The longest names did not fit: they end in “…”."))
        return (purpose,)

    def _write_to(self, stick: Path) -> None:
        record = write_record(self._game.setup, recorded(self._game.steps))
        play = self._play
        self._job.begin(stick, lambda folder: write_files(folder, play, record))
        self._look()


def code_of(play: Play) -> Code:
    """Return the code of a finished play. Takes 0.1 seconds, on a small computer a second."""
    text, shortened = address(play, sentence_text, _MOST)
    return Code(code_rows(text), shortened)


def write_files(folder: Path, play: Play, record: bytes) -> None:
    """Write a play's record, its table and its file for BG Stats into a folder. Raises OSError."""
    name = f"meduris-{play.began:%Y-%m-%d}-{play.key[:8]}"
    for ending, content in (
        ("jsonl", record),
        ("csv", csv_table([play], csv_separator())),
        ("bgsplay", bgsplay([play], sentence_text)),
    ):
        write_file(folder / f"{name}.{ending}", content)
