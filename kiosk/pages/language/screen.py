"""The first start: which language the table speaks, each under its own name."""

from functools import partial

from kivy.metrics import dp
from msgspec.structs import replace

from kiosk.pieces.emblem import emblem
from kiosk.stage import Screen, Stage
from kiosk.toolkit.surface import Box, Column
from kiosk.words.language import _, languages, own_name, use_language

_MARGIN = 16
_GAP = 16
_BUTTON = 80
_MOST_WIDTH = 360


class LanguageScreen(Screen):
    """Keys: `language.<code>` for each language that the app speaks; then comes the start screen.

    Nothing else is said: whoever reads this may understand only one of the buttons.
    """

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        sign, ways = self.box.inset(dp(_MARGIN)).parts((0.45, 0.55), dp(2 * _MARGIN))
        self._draw_sign(sign)
        codes = languages()
        height = len(codes) * dp(_BUTTON) + (len(codes) - 1) * dp(_GAP)
        width = min(ways.width, dp(_MOST_WIDTH))
        place = Box(
            ways.center[0] - width / 2, ways.center[1] - height / 2, width, min(height, ways.height)
        )
        for code, box in zip(codes, place.rows((1,) * len(codes), dp(_GAP)), strict=True):
            self.button(box, f"language.{code}", own_name(code), partial(self._choose, code))

    def _draw_sign(self, box: Box) -> None:
        radius = min(box.width * 0.46, box.height * 0.4)
        name = dp(44)
        top = box.center[1] + radius + name / 2
        with self.canvas:
            emblem((box.center[0], top - radius), radius)
        column = Column(Box(box.x, box.y, box.width, top - 2 * radius - box.y), 0)
        self.write(_("Meduris"), column.take(name), size=34, bold=True, halign="center")

    def _choose(self, code: str) -> None:
        use_language(code)
        self.desk.set(replace(self.desk.settings, language=code))
        self.stage.go_instead("start")
