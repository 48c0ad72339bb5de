"""What a table can set: choices between two ways, and the brightness (touchscreen, "Screens")."""

from kivy.metrics import dp
from msgspec.structs import replace

from kiosk.machine.backlight import Backlight
from kiosk.pages.settings.view import Option, Wish, wishes
from kiosk.stage import Screen, Stage
from kiosk.toolkit import theme
from kiosk.toolkit.radio import draw_radio
from kiosk.toolkit.stepper import add_stepper
from kiosk.toolkit.surface import Box, Column, text_height
from kiosk.toolkit.tap import Tap
from kiosk.words.language import _
from kiosk.words.texts import said

_GAP = 12
_PADDING = 14
_MOST_ROW = 110
_BUTTON = 64
_TITLE = 26
_BACK = 110
_PANEL = 130
_LEAST_PERCENT = 10
"""Also the step: darker than that, nobody would find the way back."""
_MOST_PERCENT = 100


class SettingsScreen(Screen):
    """Keys: `setting.<name>.on|off` for `open_chips`, `motion` and `app_die`; `panel`; `back`.

    Where the display's light can be set, also `brightness.less` and `brightness.more`.
    """

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self._show()

    def _show(self) -> None:
        self.wipe()
        body = self.head(_("Settings"), self.stage.back)
        self._add_way_to_panel(body)
        shown = wishes(self.desk.settings)
        room = self._write_trouble(body)
        light = self.stage.backlight
        count = len(shown) + (light is not None and light.exists)
        height = min(dp(_MOST_ROW), (room.height - (count - 1) * dp(_GAP)) / count)
        column = Column(room, dp(_GAP))
        for wish in shown:
            self._draw_wish(wish, column.take(height))
        if light is not None and light.exists:
            self._draw_brightness(light, column.take(height))

    def _add_way_to_panel(self, body: Box) -> None:
        """A button beside the way back: a panel is tried without a game, too."""
        width, back = dp(_PANEL), dp(_BACK + _GAP)
        place = Box(body.right - back - width, body.top + dp(_GAP), width, dp(theme.TOUCH))
        self.button(place, "panel", _("Panel"), lambda: self.stage.go("panel"))

    def _write_trouble(self, body: Box) -> Box:
        """Say that the settings could not be saved; returns what is left of the box."""
        trouble = self.desk.settings_trouble
        if trouble is None:
            return body
        text = said(trouble)
        height = text_height(text, body.width - dp(24), theme.TEXT) + dp(16)
        box = Box(body.x, body.y, body.width, height)
        self.fill(theme.WARNING, box, radius=10)
        self.write(text, box.inset(dp(12), dp(8)), ground=theme.WARNING)
        return Box(body.x, box.top + dp(_GAP), body.width, body.height - height - dp(_GAP))

    def _draw_brightness(self, light: Backlight, box: Box) -> None:
        choice = self._draw_words(_("Brightness"), _("Of the light behind the display."), box)
        percent = self.desk.settings.brightness_percent

        def step(way: int) -> None:
            brightness = min(_MOST_PERCENT, max(_LEAST_PERCENT, percent + way * _LEAST_PERCENT))
            self.desk.set(replace(self.desk.settings, brightness_percent=brightness))
            light.adjust(brightness)
            self._show()

        text = _("{percent} %", percent=percent)
        add_stepper(self, choice, "brightness", text, step, ground=theme.SURFACE)

    def _draw_wish(self, wish: Wish, box: Box) -> None:
        row = self._draw_words(wish.title, wish.explanation, box)
        for option, place in zip(wish.options, row.split((1, 1), dp(_GAP)), strict=True):
            self._add_option(option, place)

    def _draw_words(self, title: str, explanation: str, box: Box) -> Box:
        """Write what a row is about; returns where it is set."""
        self.fill(theme.SURFACE, box, radius=12)
        inner = box.inset(dp(_PADDING), 0)
        words, choice = inner.split((0.48, 0.52), dp(_GAP))
        width = words.width
        below = text_height(explanation, width, theme.TEXT)
        top = words.center[1] + (dp(_TITLE) + below) / 2
        self.write(
            title,
            Box(words.x, top - dp(_TITLE), width, dp(_TITLE)),
            ground=theme.SURFACE,
            size=theme.TITLE_TEXT,
            bold=True,
        )
        self.write(
            explanation,
            Box(words.x, top - dp(_TITLE) - below, width, below),
            ink=theme.LIGHT_SOFT,
            ground=theme.SURFACE,
        )
        height = min(dp(_BUTTON), box.height - dp(16))
        return Box(choice.x, box.center[1] - height / 2, choice.width, height)

    def _add_option(self, option: Option, box: Box) -> None:
        tap = Tap(box, option.key, lambda: self._choose(option))
        draw_radio(tap, option.text, chosen=option.chosen)
        self.add_widget(tap)

    def _choose(self, option: Option) -> None:
        self.desk.set(option.settings)
        self._show()
