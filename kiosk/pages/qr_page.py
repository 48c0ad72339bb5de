"""Pages with a QR code that is as large as there is room, and words beside or below it."""

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
"""So many modules round a code stay white (ISO/IEC 18004)."""
_MARGIN = 12
_BESIDE, _BELOW = 294, (64, 168)
"""The least width in dp of what stands beside the code, and the least height of what stands below
it instead, in dp and sp together."""


class QrPage(FormPage):
    """A page whose form is made by `code_form`."""

    faces = Rotation.NONE  # a phone is held as anybody likes

    def below_head(self, form: Form) -> Box:  # noqa: ARG002 - whatever is told
        """All of the page: the code's quiet zone is a margin, at the screen's edge too."""
        return self.box

    def code_form(
        self, rows: tuple[bytes, ...], title: str, texts: Sequence[str], ways: Sequence[Button]
    ) -> Form:
        """The code, and beside or below it, where it is larger so, what it is for.

        `rows` are as `QrCode` shows them; `ways` stand at the foot. `more` turns the page
        where words have no room.
        """
        box = self.box
        beside = min(box.height, box.width - dp(_BESIDE))
        below = min(box.width, box.height - dp(_BELOW[0]) - sp(_BELOW[1]))
        is_above = below > beside
        foot = (Row(tuple(ways)),) if is_above else tuple(Row((way,)) for way in ways)
        lines = tuple(Text(text, Tone.PLAIN, size=DECISION_TEXT) for text in texts)
        told = Column(lines, gap=_MARGIN, pages="more", share=1)
        head = Text(title, Tone.BOLD, size=LARGE_TEXT)
        words = Column((head, told, *foot), gap=_MARGIN, pad=_MARGIN, ground=GROUND)
        code = Widget(QrCode, (rows,), share=below, width=beside)
        if is_above:
            shown: tuple[Block, ...] = (code, replace(words, share=box.height - below))
        else:
            shown = (Row((code, replace(words, width=box.width - beside)), share=1, gap=0),)
        return Form("", None, (Column(shown, gap=0),))


def code_rows(text: str) -> tuple[bytes, ...]:
    """The code of a text from the top down, a byte a module, 0 where it is black, else 255.

    Its quiet zone belongs to it. Takes a tenth of a second, on a small computer a whole one.
    """
    # Takes its time and two mebibytes: the web's and the mail's formats come with it.
    import segno  # noqa: PLC0415

    # What is shown on a screen is not torn: the least correction gives the largest modules.
    code = segno.make(text, error="l", micro=False, boost_error=False)
    modules = code.matrix_iter(border=_QUIET_ZONE)
    return tuple(bytes(0 if dark else 255 for dark in row) for row in modules)
