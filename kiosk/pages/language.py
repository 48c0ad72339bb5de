"""The first start: which language the table speaks, each under its own name."""

from msgspec.structs import replace

from kiosk import routes
from kiosk.navigator import Navigator
from kiosk.pages.form_page import FormPage
from kiosk.pieces.emblem import draw_sign
from kiosk.ui.form import GAP_ROW, Button, Column, Form, Picture, Row, call
from kiosk.words.language import _, languages, own_name, use_language

_BUTTON = 80


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
        sign = Picture(draw_sign, width=0.45, about=(_("Meduris"),))
        ways = Column((GAP_ROW, *buttons, GAP_ROW), 0.55, gap=16, most=360)
        return Form("", None, (Column((Row((sign, ways), share=1, folds=1),)),))

    def _choose(self, code: str) -> None:
        use_language(code)
        self.app_state.set(replace(self.app_state.settings, language=code))
        self.navigator.replace(routes.Start())
