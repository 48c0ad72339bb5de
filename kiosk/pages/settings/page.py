"""What a table can set: choices between two ways, and the brightness (touchscreen, "Screens")."""

from msgspec.structs import replace

from kiosk.machine.backlight import Backlight
from kiosk.navigator import Navigator
from kiosk.pages.form_page import FormPage
from kiosk.pages.settings.view import Option, Way, Wish, language_wish, ways, wishes
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

    def __init__(self, navigator: Navigator) -> None:
        super().__init__(navigator)
        self.show()

    def form(self) -> Form:
        """All settings as they stand, and why they could not be saved."""
        settings, trouble = self.app_state.settings, self.app_state.settings_trouble
        rows = [self._wish(wish) for wish in (language_wish(settings), *wishes(settings))]
        rows += [self._way(way) for way in ways(settings)]
        if self.navigator.backlight is not None and self.navigator.backlight.exists:
            rows.append(self._brightness(self.navigator.backlight))
        told = (
            ()
            if trouble is None
            else (Column((Text(said(trouble), Tone.PLAIN),), ground=Ground.WARNING),)
        )
        return Form(
            _("Settings"),
            way_back(self.navigator.back),
            (Column(tuple(rows), gap=10, pages="more"),),
            beside=(Button("panel", call(self.navigator.go, "panel"), _("Panel")),),
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
        button = Button(way.screen, call(self.navigator.go, way.screen), way.text)
        return _setting(way.title, Text(way.explanation), button)

    def _brightness(self, light: Backlight) -> Block:
        percent = self.app_state.settings.brightness_percent

        def step(way: int) -> None:
            brightness = min(_MOST_PERCENT, max(_LEAST_PERCENT, percent + way * _LEAST_PERCENT))
            self.app_state.set(replace(self.app_state.settings, brightness_percent=brightness))
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
        if language is not None and language != self.app_state.settings.language:
            use_language(language)
        self.app_state.set(option.settings)
        self.navigator.fit_letters()
        self.show()


def _setting(title: str, explanation: Text, *ways: Block) -> Block:
    """What is set, and how: beside each other, on an upright page below."""
    words = (Text(title, Tone.HEADING), explanation)
    two = len(ways) <= 2
    middle = Column((GAP_ROW, *words, GAP_ROW), _WORDS if two else _WORDS_OF_MANY, gap=0)
    choice = Column((GAP_ROW, Row(ways, _BUTTON), GAP_ROW), gap=0)
    return Column((Row((middle, choice), _ROW, folds=1),), ground=Ground.SURFACE, pad=8)
