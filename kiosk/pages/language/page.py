"""The first start: which language the table speaks, each under its own name."""

from kivy.metrics import dp
from msgspec.structs import replace

from kiosk.navigator import Navigator
from kiosk.pages.form_page import FormPage
from kiosk.pieces.emblem import emblem
from kiosk.ui.form import GAP_ROW, Button, Column, Form, Picture, Row, call
from kiosk.ui.surface import Box, Surface
from kiosk.words.language import _, languages, own_name, use_language

_BUTTON = 80
_NAME = 44


class LanguagePage(FormPage):
    """Keys: `language.<code>` for each language that the app speaks; then comes the start screen.

    Nothing else is said: whoever reads this may understand only one of the buttons.
    """

    def __init__(self, navigator: Navigator) -> None:
        super().__init__(navigator)
        self.show()

    def form(self) -> Form:
        """The app's sign, and a button a language."""
        buttons = [
            Row((Button(f"language.{code}", call(self._choose, code), own_name(code)),), _BUTTON)
            for code in languages()
        ]
        sign = Picture(_draw_sign, width=0.45)
        ways = Column((GAP_ROW, *buttons, GAP_ROW), 0.55, gap=16, most=360)
        return Form("", None, (Column((Row((sign, ways), share=1, folds=1),)),))

    def _choose(self, code: str) -> None:
        use_language(code)
        self.app_state.set(replace(self.app_state.settings, language=code))
        self.navigator.go_instead("start")


def _draw_sign(surface: Surface, box: Box) -> None:
    radius = min(box.width * 0.46, box.height * 0.4)
    top = box.center[1] + radius + dp(_NAME) / 2
    with surface.canvas:
        emblem((box.center[0], top - radius), radius)
    name = Box(box.x, top - 2 * radius - dp(_NAME), box.width, dp(_NAME))
    surface.write(_("Meduris"), name, size=34, bold=True, halign="center")
