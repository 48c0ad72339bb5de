"""Page with the settings of the table."""

from collections.abc import Callable, Iterable

import msgspec
from msgspec.structs import replace

from companion.teaching.hint_setting import HintSetting
from kiosk import routes
from kiosk.first_steps import FirstStartQuestion
from kiosk.machine.backlight import Backlight
from kiosk.navigator import Navigator
from kiosk.pages.form_page import FormPage
from kiosk.rotation import Rotation
from kiosk.settings import Settings, SoundSettings, SpeechLevel
from kiosk.ui.form import (
    GAP_ROW,
    Block,
    Button,
    ButtonStyle,
    Column,
    Form,
    Ground,
    Row,
    Text,
    TextStyle,
    back_button,
    call,
    stepper,
)
from kiosk.words.language import _, language, languages, native_language_name, plural, use_language
from kiosk.words.time_zones import time_zone_name

_ROW = 64
_BUTTON = 64
_WORDS, _WORDS_OF_MANY = 0.92, 0.56
"""Width of a setting's text, relative to one button: for two options, and for more options."""
_LEAST_PERCENT = 10
"""Minimum brightness in percent, and the size of a step. On a darker screen, players could not find
the button that makes it brighter again."""
_MOST_PERCENT = 100


class SettingOption(msgspec.Struct, frozen=True):
    """Option of a setting.

    `settings_after` are all settings of the table as they are after a tap on this option.
    """

    key: str
    text: str
    explanation: str
    settings_after: Settings


class SettingChoice(msgspec.Struct, frozen=True):
    """Setting with its options, the default first; `chosen_index` is an index in `options`."""

    title: str
    options: tuple[SettingOption, ...]
    chosen_index: int

    def build_row(self, choose: Callable[[SettingOption], object]) -> Block:
        """Return a row with a button for each option; a tap calls `choose` with that option."""
        choices = []
        for place, option in enumerate(self.options):
            act, chosen = call(choose, option), place == self.chosen_index
            button = Button(option.key, act, option.text, ButtonStyle.RADIO, chosen=chosen)
            choices.append(button)
        explained = tuple(option.explanation for option in self.options)
        text = Text(explained[self.chosen_index], others=explained)
        return setting_block(self.title, text, *choices)


def setting_choice(
    settings: Settings, title: str, *options: SettingOption, chosen: int | None = None
) -> SettingChoice:
    """Return a setting with its options.

    `settings` are the current settings. `chosen` is the index of the chosen option; by default this
    is the option that would leave the settings unchanged.
    """
    if chosen is None:
        chosen = [option.settings_after for option in options].index(settings)
    return SettingChoice(title, options, chosen)


class SettingsPage(FormPage):
    def __init__(self, navigator: Navigator) -> None:
        super().__init__(navigator)
        self.show()

    def build_form(self) -> Form:
        settings, light = self.app_state.settings, self.navigator.backlight
        choices = (_language(settings), *table_setting_choices(settings))
        rows = [one.build_row(self._choose) for one in choices]
        sound = Button("sound", routes.Sound(), _("Set up"))
        rows.append(setting_block(_("Sound"), Text(_sound_text(settings.sound)), sound))
        if self.app_state.session is not None:
            where = Text(_("Which side do you sit on? Each question turns to you."))
            change = Button("seats", routes.Seats(), _("Change"))
            rows.insert(0, setting_block(_("Who sits where?"), where, change))
        if self.app_state.seen_concepts:
            number = len(self.app_state.seen_concepts)
            text = plural("You have seen {number} hint.", "You have seen {number} hints.", number)
            button = Button("hints.reset", self._forget, _("Show them again"))
            rows.append(setting_block(_("Explained so far"), Text(text), button))
        if light is not None and light.is_available:
            rows.append(self._brightness(light))
        if self.navigator.display is not None:
            turn = Button(
                "screen",
                routes.FirstStart((FirstStartQuestion.UP,), returns_afterwards=True),
                _("Turn"),
            )
            rows.append(setting_block(_("Screen"), Text(_("Which side is up.")), turn))
            rows.append(_time_zone(settings))
        return Form(
            _("Settings"),
            back_button(self.navigator.back),
            (setting_column(rows, upright=self.box.is_upright),),
            head_buttons=(Button("panel", routes.ButtonPanel(), _("Panel")),),
            above=self.unsaved_settings_warning,
        )

    def _forget(self) -> None:
        self.app_state.mark_all_unseen()
        self.show()

    def _brightness(self, light: Backlight) -> Block:
        percent = _("{percent} %", percent=self.app_state.settings.brightness_percent)
        text = Text(_("How bright the screen is."))
        step = stepper("brightness", percent, call(self._step, light), _BUTTON)
        return setting_block(_("Brightness"), text, *step.items)

    def _step(self, light: Backlight, way: int) -> None:
        settings = self.app_state.settings
        percent = settings.brightness_percent + way * _LEAST_PERCENT
        brightness = min(_MOST_PERCENT, max(_LEAST_PERCENT, percent))
        self.app_state.set_settings(replace(settings, brightness_percent=brightness))
        light.set_lit_brightness_percent(brightness)
        self.show()

    def _choose(self, option: SettingOption) -> None:
        language = option.settings_after.language
        if language is not None and language != self.app_state.settings.language:
            use_language(language)
        self.app_state.set_settings(option.settings_after)
        self.navigator.apply_letter_size()
        self.show()


def _time_zone(settings: Settings) -> Block:
    zone = settings.time_zone
    text = _("As set on the machine.") if zone is None else time_zone_name(zone)
    change = Button(
        "zone", routes.FirstStart((FirstStartQuestion.ZONE,), returns_afterwards=True), _("Change")
    )
    return setting_block(_("Time zone"), Text(text), change)


def _sound_text(sound: SoundSettings) -> str:
    if sound.muted and sound.uses_sound:
        return _("Muted: tap the loudspeaker at the table to hear it again.")
    match sound.tones, sound.spoken:
        case _, SpeechLevel.EVERYTHING:
            return _("A voice reads questions and moves aloud.")
        case _, SpeechLevel.QUESTIONS:
            return _("A voice reads questions aloud.")
        case True, _:
            return _("Short tones.")
        case _:
            return _("Sound is off.")


def setting_column(rows: Iterable[Block], *, upright: bool) -> Column:
    return Column(tuple(rows), gap=10, least_gap=3, pages="more", page_button_in_head=not upright)


def setting_block(title: str, explanation: Text, *ways: Block) -> Block:
    words = (Text(title, TextStyle.HEADING), explanation)
    two = len(ways) <= 2
    middle = Column((GAP_ROW, *words, GAP_ROW), _WORDS if two else _WORDS_OF_MANY, gap=0)
    choice = Column((GAP_ROW, Row(ways, _BUTTON), GAP_ROW), gap=0)
    return Column((Row((middle, choice), _ROW, wraps_after=1),), ground=Ground.SURFACE, pad=8)


def table_setting_choices(settings: Settings) -> tuple[SettingChoice, ...]:
    return (
        _choice(
            settings,
            "booklet",
            _("Booklet"),
            (False, _("Without"), _("Rules do not name its pages.")),
            (True, _("At hand"), _("We have it here: rules name its pages.")),
        ),
        _choice(
            settings,
            "large_letters",
            _("Text size"),
            (False, _("Normal"), _("Shows as much as possible at once.")),
            (True, _("Large"), _("A third larger, to read from across the table.")),
        ),
        _choice(
            settings,
            "open_chips",
            _("Chips"),
            (
                False,
                _("Secret"),
                _("They stay behind the cardboard screens: hold your own tray to look."),
            ),
            (True, _("Open"), _("Everybody's chips are shown where there is room.")),
        ),
        _choice(
            settings,
            "motion",
            _("Movement"),
            (True, _("On"), _("Die and druid move, points count up, moved pieces flash briefly.")),
            (False, _("Off"), _("No animation.")),
        ),
        _choice(
            settings,
            "app_die",
            _("Die"),
            (True, _("The app's"), _("The app rolls when you tap it.")),
            (False, _("Wooden"), _("You roll the wooden die and tap the face that it shows.")),
        ),
        _choice(
            settings,
            "times",
            _("Time"),
            (False, _("Off"), _("Times are hidden.")),
            (True, _("On"), _("With the rolls you also see thinking times and the longest wait.")),
        ),
        _choice(
            settings,
            "screen_turns",
            _("Seats"),
            (
                False,
                _("The question"),
                _("Once seats are set, each question turns to the player who decides."),
            ),
            (
                True,
                _("The screen"),
                _("Once seats are set, the whole screen turns to the player who decides."),
            ),
        ),
        _choice(
            settings,
            "tick_all",
            _("Ticking off"),
            (
                False,
                _("By itself"),
                _("What you had to move counts as moved when your next turn begins."),
            ),
            (
                True,
                _("By tapping"),
                _("What you have to move stays in your tray until you tap it."),
            ),
        ),
        _choice(
            settings,
            "hints",
            _("Hints"),
            (HintSetting.NEVER, _("Never"), _("Nothing is explained unless you ask.")),
            (
                HintSetting.NEWS,
                _("New things only"),
                _("Only what has never happened at this table before."),
            ),
            (
                HintSetting.FIRST_GAME,
                _("First game"),
                _("Everything is explained once, before you need it."),
            ),
        ),
        _river(settings),
    )


def _river(settings: Settings) -> SettingChoice:
    explained = _("Where it is on your board, seen from the front.")
    names = (_("Left"), _("Below"), _("Right"), _("Above"))
    options = ((side, name, explained) for side, name in zip(Rotation, names, strict=True))
    return _choice(settings, "river", _("River"), *options)


def _language(settings: Settings) -> SettingChoice:
    explained = _("For everything on screen.")
    options = ((code, native_language_name(code), explained) for code in languages())
    chosen = languages().index(language())  # the one in use, even if none has been set
    return _choice(settings, "language", _("Language"), *options, chosen=chosen)


def _choice(
    settings: Settings,
    name: str,
    title: str,
    *options: tuple[object, str, str],
    chosen: int | None = None,
) -> SettingChoice:
    def option(value: object, text: str, explained: str) -> SettingOption:
        key = ("off", "on")[value] if isinstance(value, bool) else value
        there = replace(settings, **{name: value})
        return SettingOption(f"setting.{name}.{key}", text, explained, there)

    return setting_choice(settings, title, *(option(*one) for one in options), chosen=chosen)
