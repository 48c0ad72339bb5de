"""Base classes of pages that show a large QR code, with texts beside or below the code."""

from abc import abstractmethod
from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from kivy.graphics import Color, Rectangle
from kivy.graphics.texture import Texture
from kivy.metrics import dp, sp
from msgspec.structs import replace

from companion.sentence import Sentence
from kiosk.background import Job
from kiosk.navigator import Navigator
from kiosk.pages.form_page import FormPage
from kiosk.pages.sticks import StickChoice, stick_job_text
from kiosk.rotation import Rotation
from kiosk.ui.form import Block, Button, Column, Form, Row, Text, TextStyle, Widget, back_button
from kiosk.ui.surface import Box, Surface
from kiosk.ui.theme import DECISION_TEXT, GROUND, LARGE_TEXT
from kiosk.words.texts import sentence_text


class QrCodeWidget(Surface):
    """Widget that draws a QR code; `rows` are made by `qr_code_rows`, or () to draw nothing."""

    def __init__(self, box: Box, rows: tuple[bytes, ...]) -> None:
        super().__init__(box)
        if not rows:
            return
        pixels = int(min(box.width, box.height)) // len(rows)
        side = pixels * len(rows)
        center = box.center
        with self.canvas:
            Color(1, 1, 1)
            Rectangle(
                texture=_texture(rows),
                pos=(round(center[0] - side / 2), round(center[1] - side / 2)),
                size=(side, side),
            )


def _texture(rows: tuple[bytes, ...]) -> Texture:
    texture = Texture.create(size=(len(rows), len(rows)), colorfmt="rgb")
    texture.mag_filter = "nearest"

    def draw(texture: Texture) -> None:
        # Kivy's textures begin with the lowest row.
        content = b"".join(bytes((grey,)) * 3 for row in reversed(rows) for grey in row)
        texture.blit_buffer(content, colorfmt="rgb", bufferfmt="ubyte")

    draw(texture)
    texture.add_reload_observer(draw)
    return texture


MadeT = TypeVar("MadeT")
_QUIET_ZONE = 4
"""Width in modules of the white margin around a QR code (ISO/IEC 18004)."""
_MARGIN = 12
_BESIDE, _BELOW = 294, (64, 168)
"""Minimum width in dp of texts beside the code; minimum height of texts below the code, as a sum of
dp and sp."""
_LOOK_SECONDS = 1


class QrPage(FormPage, Generic[MadeT]):
    """Page with a QR code computed in the background.

    When the computation ends, `made` is set to the result. If the computation fails, `failure` is
    set to the reason instead.
    """

    wanted_rotation = Rotation.NONE  # a phone can be held any way

    def __init__(self, navigator: Navigator) -> None:
        super().__init__(navigator)
        self.made: MadeT | None = None
        self.failure: Sentence | None = None

    def make_code_in_background(self, work: Callable[[], MadeT], failed: str) -> None:
        """Call `work` in the background, and set `made` to its result.

        If `work` fails, `failure` is set to the message `failed`, in which the cause replaces the
        placeholder `{reason}` (see `background.Job`).
        """

        def ended(job: Job[MadeT]) -> None:
            self.failure = job.failure
            self.made = None if job.failure is not None else job.result
            self.show()

        self.run_in_background(lambda _job: work(), failed, ended, name="code")

    @property
    def status_text(self) -> str:
        """Message that replaces the texts beside the code; "" to show the texts."""
        return "" if self.failure is None else sentence_text(self.failure)

    def box_below_head(self, form: Form) -> Box:  # noqa: ARG002 - the same for every form
        return self.box  # there is no head, and the QR code has its own border

    def build_code_form(
        self, rows: tuple[bytes, ...], title: str, texts: Sequence[str], *ways: Button
    ) -> Form:
        """Return a form with a QR code, and a title and texts beside or below the code.

        `rows` are the rows of the code, made by `qr_code_rows`; `ways` are additional buttons. The
        texts are placed so that the code is as large as possible.
        """
        box = self.box
        beside = min(box.height, box.width - dp(_BESIDE))
        below = min(box.width, box.height - dp(_BELOW[0]) - sp(_BELOW[1]))
        is_above = below > beside
        buttons = (*ways, back_button(self.navigator.back))
        foot = (Row(buttons),) if is_above else tuple(Row((button,)) for button in buttons)
        told = (self.status_text,) if self.status_text else texts
        lines = tuple(Text(text, TextStyle.PLAIN, size=DECISION_TEXT) for text in told)
        paragraphs = Column(lines, gap=_MARGIN, pages="more", share=1)
        head = Text(title, TextStyle.BOLD, size=LARGE_TEXT)
        words = Column((head, paragraphs, *foot), gap=_MARGIN, pad=_MARGIN, ground=GROUND)
        code = Widget(QrCodeWidget, (rows,), share=below, width=beside)
        if is_above:
            shown: tuple[Block, ...] = (code, replace(words, share=box.height - below))
        else:
            shown = (Row((code, replace(words, width=box.width - beside)), share=1, gap=0),)
        return Form("", None, (Column(shown, gap=0),))


class StickQrPage(QrPage[MadeT]):
    """Page with a QR code, which can also write the code's content to a USB stick."""

    def __init__(self, navigator: Navigator) -> None:
        super().__init__(navigator)
        self.job = navigator.stick_job
        self.choice = StickChoice(self)
        self.call_every(_LOOK_SECONDS, self.look_for_sticks)

    @abstractmethod
    def build_qr_form(self, *, can_write_to_stick: bool) -> Form:
        """Return the form with the QR code.

        It has a button to write to a stick if `can_write_to_stick` is set.
        """

    def look_for_sticks(self) -> None:
        self.job.update_stage()
        if self.navigator.machine.can_take_requests and not self.job.is_under_way:
            self.choice.look_for_sticks()
        self.show()

    def destroy(self) -> None:
        self.job.clear_result()
        super().destroy()

    def build_form(self) -> Form:
        can_write_to_stick = bool(self.choice.found.usable) and not self.job.is_under_way
        return self.choice.build_question_form() or self.build_qr_form(
            can_write_to_stick=can_write_to_stick
        )

    @property
    def status_text(self) -> str:
        return stick_job_text(self.job) or super().status_text


def qr_code_rows(text: str) -> tuple[bytes, ...]:
    """Return a text's QR code as rows from the top; each module is a byte (0 black, 255 white).

    The rows include the quiet zone. The computation takes up to a second on a small computer.
    """
    # Imported only when needed: the import takes time, and two mebibytes of memory.
    import segno  # noqa: PLC0415

    # A code on a screen is never damaged, so use the lowest error correction: it gives the largest
    # modules.
    code = segno.make(text, error="l", micro=False, boost_error=False)
    modules = code.matrix_iter(border=_QUIET_ZONE)
    return tuple(bytes(0 if dark else 255 for dark in row) for row in modules)
