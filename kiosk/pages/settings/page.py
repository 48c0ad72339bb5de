"""What a table can set: choices between two ways, and the brightness (touchscreen, "Screens")."""

from msgspec.structs import replace

from kiosk.machine.backlight import Backlight
from kiosk.pages.form_page import FormPage
from kiosk.pages.settings.view import Option, Way, Wish, language_wish, ways, wishes
from kiosk.stage import Stage
from kiosk.ui.form import (
    GAP_ROW,
    Align,
    Block,
    Button,
    Column,
    Form,
    Ground,
    Row,
    Style,
    Text,
    Tone,
    call,
    way_back,
)
from kiosk.words.language import _, use_language
from kiosk.words.texts import said

_ROW = 110
_BUTTON = 64
_WORDS, _WORDS_OF_MANY = 0.92, 0.56
"""How wide the words are beside two ways, and beside more."""
_LEAST_PERCENT = 10
"""Also the step: darker than that, nobody would find the way back."""
_MOST_PERCENT = 100


class SettingsPage(FormPage):
    """Keys: `setting.<name>.on|off` for `open_chips`, `motion` and `app_die`; `panel`; `back`.

    `rulings` leads to the house rules. Where the display's light can be set, also
    `brightness.less` and `brightness.more`. Where not all fits at once, `more` turns the page.
    """

    leads_to = ("rulings",)

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self.show()

    def form(self) -> Form:
        """All settings as they stand, and why they could not be saved."""
        settings, trouble = self.desk.settings, self.desk.settings_trouble
        rows = [self._wish(wish) for wish in (language_wish(settings), *wishes(settings))]
        rows += [self._way(way) for way in ways(settings)]
        if self.stage.backlight is not None and self.stage.backlight.exists:
            rows.append(self._brightness(self.stage.backlight))
        told = (
            ()
            if trouble is None
            else (Column((Text(said(trouble), Tone.PLAIN),), ground=Ground.WARNING),)
        )
        return Form(
            _("Settings"),
            way_back(self.stage.back),
            (Column(tuple(rows), gap=10, pages="more"),),
            beside=(Button("panel", call(self.stage.go, "panel"), _("Panel")),),
            above=told,
        )

    def _wish(self, wish: Wish) -> Block:
        choices = [
            Button(
                option.key,
                call(self._choose, option),
                option.text,
                Style.RADIO,
                chosen=option.chosen,
            )
            for option in wish.options
        ]
        explained = tuple(option.explanation for option in wish.options)
        return _setting(wish.title, Text(wish.explanation, others=explained), *choices)

    def _way(self, way: Way) -> Block:
        button = Button(way.screen, call(self.stage.go, way.screen), way.text)
        return _setting(way.title, Text(way.explanation), button)

    def _brightness(self, light: Backlight) -> Block:
        percent = self.desk.settings.brightness_percent

        def step(way: int) -> None:
            brightness = min(_MOST_PERCENT, max(_LEAST_PERCENT, percent + way * _LEAST_PERCENT))
            self.desk.set(replace(self.desk.settings, brightness_percent=brightness))
            light.adjust(brightness)
            self.show()

        return _setting(
            _("Brightness"),
            Text(_("Of the light behind the display.")),
            Button("brightness.less", call(step, -1), "−", width=0.4),
            Text(_("{percent} %", percent=percent), Tone.PLAIN, align=Align.CENTER),
            Button("brightness.more", call(step, 1), "+", width=0.4),
        )

    def _choose(self, option: Option) -> None:
        language = option.settings.language
        if language is not None and language != self.desk.settings.language:
            use_language(language)
        self.desk.set(option.settings)
        self.stage.fit_letters()
        self.show()


def _setting(title: str, explanation: Text, *ways: Block) -> Block:
    """What is set, and how: beside each other, on an upright page below."""
    words = (Text(title, Tone.HEADING), explanation)
    two = len(ways) <= 2
    middle = Column((GAP_ROW, *words, GAP_ROW), _WORDS if two else _WORDS_OF_MANY, gap=0)
    choice = Column((GAP_ROW, Row(ways, _BUTTON), GAP_ROW), gap=0)
    return Column((Row((middle, choice), _ROW, folds=1),), ground=Ground.SURFACE, pad=8)
