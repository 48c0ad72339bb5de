"""Page with the settings for sound: tones, voice, volume and loudspeaker."""

from msgspec.structs import replace

from kiosk.machine.sound_devices import SoundDevice, SoundOutputKind, sound_devices
from kiosk.navigator import Navigator
from kiosk.pages.form_page import FormPage, warning_card
from kiosk.pages.settings import (
    SettingChoice,
    SettingOption,
    setting_block,
    setting_choice,
    setting_column,
)
from kiosk.settings import Settings, SoundSettings, SpeechLevel
from kiosk.ui.form import (
    Block,
    Button,
    ButtonStyle,
    Form,
    Text,
    back_button,
    stepper,
)
from kiosk.words.language import _, mark, translate_in_context
from kiosk.words.texts import sentence_text

_WAYS = {
    SoundOutputKind.USB: mark("On USB"),
    SoundOutputKind.HDMI: mark("The display"),
    SoundOutputKind.SILENT_HDMI: mark("The display"),
    SoundOutputKind.JACK: mark("Headphones"),
}
"""Common names of sound devices, by kind of output. If two devices would get the same name, the
page shows the names that the devices themselves report."""
_STEP, _LEAST, _MOST = 10, 10, 100
_BUTTON = 64
_LOOK_SECONDS = 1


class SoundPage(FormPage):
    def __init__(self, navigator: Navigator) -> None:
        super().__init__(navigator)
        self._announcer = navigator.announcer
        self._devices = sound_devices()
        self._trouble = self._announcer.playback_error
        self._has_tried = False
        self.call_every(_LOOK_SECONDS, self._look)
        self.show()

    def destroy(self) -> None:
        if self._has_tried:
            self._announcer.stop_sound()
        super().destroy()

    def build_form(self) -> Form:
        settings = self.app_state.settings
        volume = _("{percent} %", percent=settings.sound.volume)
        step = stepper("volume", volume, self._step, _BUTTON)
        test = Button("try", self._try, _("Test"), ButtonStyle.PRIMARY)
        rows = [one.build_row(self._choose) for one in _sound_choices(settings)]
        rows.append(setting_block(_("Volume"), Text(_("For tones and voice.")), *step.items, test))
        if len(self._devices) > 1 or settings.sound.device:
            rows.append(_devices(settings, self._devices).build_row(self._choose))
        return Form(
            _("Sound"),
            back_button(self.navigator.back),
            (setting_column(rows, upright=self.box.is_upright),),
            above=(*self.unsaved_settings_warning, *self._error_notice),
        )

    @property
    def _error_notice(self) -> tuple[Block, ...]:
        if self._trouble is None:
            return ()
        advice = _("Check the loudspeaker and its cable, then tap “Test”.")
        text = f"{sentence_text(self._trouble)} {advice}"
        return (warning_card(text),)

    def _step(self, way: int) -> None:
        sound = self.app_state.settings.sound
        self._set(replace(sound, volume=min(_MOST, max(_LEAST, sound.volume + way * _STEP))))

    def _try(self) -> None:
        self._has_tried = True
        self._announcer.play_sample(_("That is how it sounds."))

    def _set(self, sound: SoundSettings) -> None:
        # A change of any setting switches the sound on, so that the change is audible.
        settings = replace(self.app_state.settings, sound=replace(sound, muted=False))
        self.app_state.set_settings(settings)
        self.show()

    def _choose(self, option: SettingOption) -> None:
        self._set(option.settings_after.sound)

    def _look(self) -> None:
        devices, trouble = sound_devices(), self._announcer.playback_error
        if (devices, trouble) != (self._devices, self._trouble):
            self._devices, self._trouble = devices, trouble
            self.show()


def _option(
    settings: Settings, key: str, text: str, explanation: str, **changes: object
) -> SettingOption:
    there = replace(settings, sound=replace(settings.sound, **changes))
    return SettingOption(f"sound.{key}", text, explanation, there)


def _sound_choices(settings: Settings) -> tuple[SettingChoice, ...]:
    def says(spoken: SpeechLevel, text: str, explanation: str) -> SettingOption:
        return _option(settings, f"spoken.{spoken}", text, explanation, spoken=spoken)

    quiet, heard = (
        _("Rolls and turns are silent."),
        _("A short tone: a roll, your turn, the druid."),
    )
    return (
        setting_choice(
            settings,
            _("Tones"),
            _option(settings, "tones.off", _("Off"), quiet, tones=False),
            _option(settings, "tones.on", _("On"), heard, tones=True),
        ),
        setting_choice(
            settings,
            _("Voice"),
            says(SpeechLevel.NOTHING, _("Off"), _("Nobody speaks but you.")),
            says(
                SpeechLevel.QUESTIONS,
                translate_in_context("voice", "Questions"),
                _("Reads questions aloud. Tap a player's symbol to hear them again."),
            ),
            says(
                SpeechLevel.EVERYTHING,
                translate_in_context("voice", "All"),
                _("Reads questions and moves aloud. Tap a player's symbol to hear them again."),
            ),
        ),
    )


def _devices(settings: Settings, devices: tuple[SoundDevice, ...]) -> SettingChoice:
    called = [_WAYS.get(one.output_kind, one.name) for one in devices]
    # For translators: short, on a button: the app chooses the loudspeaker
    names = {"": translate_in_context("loudspeaker", "Auto")}
    for one, name in zip(devices, called, strict=True):
        names[one.id] = _(name) if called.count(name) == 1 else one.name
    details = _("Where the sound comes out; if unplugged, another device is used.")
    options = (
        _option(settings, f"device.{device}", text, details, device=device)
        for device, text in names.items()
    )
    wanted = settings.sound.device if settings.sound.device in names else ""
    return setting_choice(settings, _("Loudspeaker"), *options, chosen=[*names].index(wanted))
