"""Pages with a QR code, as large as there is room, and words beside or below it."""

from collections.abc import Sequence

from kivy.metrics import dp, sp
from msgspec.structs import replace

from kiosk.pages.form_page import FormPage
from kiosk.pieces.qr_code import QrCode
from kiosk.rotation import Rotation
from kiosk.ui.form import Block, Button, Column, Form, Row, Text, Tone, Widget
from kiosk.ui.surface import Box
from kiosk.ui.theme import DECISION_TEXT, GROUND, LARGE_TEXT

_QUIET_ZONE = 4
"""Number of modules round a code that stay white (ISO/IEC 18004)."""
_MARGIN = 12
_BESIDE, _BELOW = 294, (64, 168)
"""Least width in dp of the words beside the code, or least height below it, in dp and sp together.
"""


class QrPage(FormPage):
    """A page whose form is made by `code_form`."""

    faces = Rotation.NONE  # a phone can be held any way

    def below_head(self, form: Form) -> Box:  # noqa: ARG002 - the same for every form
        """Return the whole page: the code's quiet zone is a margin even at the screen's edge."""
        return self.box

    def code_form(
        self, rows: tuple[bytes, ...], title: str, texts: Sequence[str], ways: Sequence[Button]
    ) -> Form:
        """Return the code, and its purpose beside or below it, whichever makes it larger.

        `rows` as for `QrCode`; `ways` are the buttons at the foot. `more` turns the page if the
        words do not fit.
        """
        box = self.box
        beside = min(box.height, box.width - dp(_BESIDE))
        below = min(box.width, box.height - dp(_BELOW[0]) - sp(_BELOW[1]))
        is_above = below > beside
        foot = (Row(tuple(ways)),) if is_above else tuple(Row((way,)) for way in ways)
        lines = tuple(Text(text, Tone.PLAIN, size=DECISION_TEXT) for text in texts)
        paragraphs = Column(lines, gap=_MARGIN, pages="more", share=1)
        head = Text(title, Tone.BOLD, size=LARGE_TEXT)
        words = Column((head, paragraphs, *foot), gap=_MARGIN, pad=_MARGIN, ground=GROUND)
        code = Widget(QrCode, (rows,), share=below, width=beside)
        if is_above:
            shown: tuple[Block, ...] = (code, replace(words, share=box.height - below))
        else:
            shown = (Row((code, replace(words, width=box.width - beside)), share=1, gap=0),)
        return Form("", None, (Column(shown, gap=0),))


def code_rows(text: str) -> tuple[bytes, ...]:
    """Return the code of a text from the top down, a byte for each module: 0 black, 255 white.

    It includes the quiet zone. Takes 0.1 seconds, on a small computer a second.
    """
    # Imported late: takes time and two mebibytes, with the formats of web and mail.
    import segno  # noqa: PLC0415

    # A screen is not torn or dirty: the least correction gives the largest modules.
    code = segno.make(text, error="l", micro=False, boost_error=False)
    modules = code.matrix_iter(border=_QUIET_ZONE)
    return tuple(bytes(0 if dark else 255 for dark in row) for row in modules)
