"""Base class of pages with a QR code, as large as fits, and words beside or below it."""

from abc import abstractmethod
from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from kivy.metrics import dp, sp
from msgspec.structs import replace

from companion.sentence import Sentence
from kiosk.background import Job
from kiosk.navigator import Navigator
from kiosk.pages.form_page import FormPage
from kiosk.pages.sticks import StickChoice, job_text
from kiosk.pieces.qr_code import QrCode
from kiosk.rotation import Rotation
from kiosk.ui.form import Block, Button, Column, Form, Row, Text, Tone, Widget, back_button
from kiosk.ui.surface import Box
from kiosk.ui.theme import DECISION_TEXT, GROUND, LARGE_TEXT
from kiosk.words.texts import sentence_text

MadeT = TypeVar("MadeT")
_QUIET_ZONE = 4
"""Modules around a code that stay white (ISO/IEC 18004)."""
_MARGIN = 12
_BESIDE, _BELOW = 294, (64, 168)
"""Least width in dp of the words beside the code, or least height below it, in dp and sp together.
"""
_LOOK_SECONDS = 1


class QrPage(FormPage, Generic[MadeT]):
    """Page with a QR code whose content is made in the background.

    `made` is the result, and `failure` why there is none; both are None before.
    """

    faces = Rotation.NONE  # a phone can be held any way

    def __init__(self, navigator: Navigator) -> None:
        super().__init__(navigator)
        self.made: MadeT | None = None
        self.failure: Sentence | None = None

    def make(self, work: Callable[[], MadeT], failed: str) -> None:
        """Set `made` to the result of `work`, in the background.

        `failed` is the error message, as for a `background.Job`.
        """

        def ended(job: Job[MadeT]) -> None:
            self.failure = job.failure
            self.made = None if job.failure is not None else job.result
            self.show()

        self.in_background(lambda _job: work(), failed, ended, name="code")

    @property
    def message(self) -> str:
        """Message in place of the texts beside the code; "" for none."""
        return "" if self.failure is None else sentence_text(self.failure)

    def below_head(self, form: Form) -> Box:  # noqa: ARG002 - the same for every form
        """Return the whole page: the code's quiet zone is a margin even at the screen's edge."""
        return self.box

    def code_form(
        self, rows: tuple[bytes, ...], title: str, texts: Sequence[str], *ways: Button
    ) -> Form:
        """Return a page with a code, and texts beside or below it, whichever makes it larger.

        `rows` as for `QrCode`; `ways` are buttons above the way back; a `message` replaces the
        texts. `more` turns the page if the words do not fit.
        """
        box = self.box
        beside = min(box.height, box.width - dp(_BESIDE))
        below = min(box.width, box.height - dp(_BELOW[0]) - sp(_BELOW[1]))
        is_above = below > beside
        buttons = (*ways, back_button(self.navigator.back))
        foot = (Row(buttons),) if is_above else tuple(Row((button,)) for button in buttons)
        told = (self.message,) if self.message else texts
        lines = tuple(Text(text, Tone.PLAIN, size=DECISION_TEXT) for text in told)
        paragraphs = Column(lines, gap=_MARGIN, pages="more", share=1)
        head = Text(title, Tone.BOLD, size=LARGE_TEXT)
        words = Column((head, paragraphs, *foot), gap=_MARGIN, pad=_MARGIN, ground=GROUND)
        code = Widget(QrCode, (rows,), share=below, width=beside)
        if is_above:
            shown: tuple[Block, ...] = (code, replace(words, share=box.height - below))
        else:
            shown = (Row((code, replace(words, width=box.width - beside)), share=1, gap=0),)
        return Form("", None, (Column(shown, gap=0),))


class StickQrPage(QrPage[MadeT]):
    """Page with a QR code whose content can also be written to a stick."""

    def __init__(self, navigator: Navigator) -> None:
        super().__init__(navigator)
        self.job = navigator.stick_job
        self.choice = StickChoice(self)

    @abstractmethod
    def stick_form(self, *, can_write: bool) -> Form:
        """Return the page with the code; `can_write`: there is content to write to a stick."""

    def watch_sticks(self) -> None:
        """Look for sticks and follow a copy in progress, now and every second."""
        self.look()
        self.every(_LOOK_SECONDS, self.look)

    def look(self) -> None:
        self.job.look()
        if self.navigator.machine.can_be_asked and not self.job.is_under_way:
            self.choice.look()
        self.show()

    def close(self) -> None:
        self.job.put_away()
        super().close()

    def form(self) -> Form:
        """Return the page with the code, or a question asking which stick to use."""
        can_write = bool(self.choice.found.usable) and not self.job.is_under_way
        return self.choice.form() or self.stick_form(can_write=can_write)

    @property
    def message(self) -> str:
        return job_text(self.job) or super().message


def code_rows(text: str) -> tuple[bytes, ...]:
    """Return the QR code of a text from the top down, a byte for each module: 0 black, 255 white.

    It includes the quiet zone. Takes 0.1 seconds, on a small computer a second.
    """
    # Imported late: it takes time and two mebibytes, with the formats of web and mail.
    import segno  # noqa: PLC0415

    # A screen is not torn or dirty: the least correction gives the largest modules.
    code = segno.make(text, error="l", micro=False, boost_error=False)
    modules = code.matrix_iter(border=_QUIET_ZONE)
    return tuple(bytes(0 if dark else 255 for dark in row) for row in modules)
