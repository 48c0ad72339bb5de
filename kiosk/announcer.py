"""Sound output at the table: tones and speech. Imports no Kivy.

Pages request every sound; the settings decide whether it is played. No call blocks.
"""

import math
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from msgspec.structs import replace

from companion.sentence import Sentence
from hardware.panel import Notes
from kiosk.app_state import AppState
from kiosk.machine.sound_devices import choose_sound_device, sound_devices
from kiosk.settings import SoundSettings, SpeechLevel
from kiosk.sound import (
    GAP_SECONDS,
    Aplay,
    EspeakVoice,
    LazyText,
    Note,
    SoundError,
    Speaker,
    Tone,
    resolve_text,
)
from kiosk.words.language import language, mark
from kiosk.words.spoken_text import join_as_sentences, spoken_text

_NO_DEVICE = mark("There is no sound device: plug in a loudspeaker or headphones.")
_OWN_DEFAULT = "etc/asound.conf"


def buzzer_notes(tone: Tone) -> Notes:
    """Convert a tone to notes for a buzzer.

    Each note of the result is a frequency in hertz and a duration in milliseconds.
    """
    notes: tuple[Note, ...] = tone.value
    begins = [note.start_seconds for note in notes]
    ends = [*begins[1:], notes[-1].start_seconds + notes[-1].duration_seconds]
    return tuple(
        (round(note.hertz), round(1000 * (end - note.start_seconds)))
        for note, end in zip(notes, ends, strict=True)
    )


def _spoken(parts: Sequence[LazyText]) -> str:
    return spoken_text(join_as_sentences(map(resolve_text, parts)))


class Announcer:
    """Plays tones and speaks sentences, if the settings in `app_state` allow it.

    - `speaker`: plays the sounds; by default, through the sound device of the machine.
    - `picks_device`: if it is set, the app chooses the sound device that is most likely to have
      loudspeakers, until the players choose one.
    - `root`: root folder of the file system, in which the app looks for sound devices.
    - `buzzer`: function that plays notes on the button panel, and returns whether the panel has a
      buzzer. If it has none, `speaker` plays the tones.
    - `by_keys`: true while a keyboard is in use.
    - `last_screen`: content of the screen that was spoken last. Pages compare the current content
      with it and speak only the differences.
    """

    def __init__(
        self,
        app_state: AppState,
        speaker: Speaker | None = None,
        *,
        picks_device: bool = False,
        root: Path = Path("/"),
    ) -> None:
        self._app_state = app_state
        self._picks_device = picks_device and not (root / _OWN_DEFAULT).exists()
        self._root = root
        self.speaker = speaker or Speaker(Aplay(self._device), EspeakVoice(), 0)
        self.buzzer: Callable[[Notes], bool] | None = None
        self._buzzed = -math.inf
        self.by_keys = False
        self.last_screen: object = None
        self.spoken_count = 0

    @property
    def settings(self) -> SoundSettings:
        return self._app_state.settings.sound

    @property
    def speech_level(self) -> SpeechLevel:
        """Amount of speech that the settings allow: `NOTHING` while sound is muted."""
        return SpeechLevel.NOTHING if self.settings.muted else self.settings.spoken

    @property
    def speaks_everything(self) -> bool:
        """True if everything on the screen is read out.

        Players can turn this on in the settings. It is also on while a keyboard is in use, unless
        speech is off.
        """
        says = self.speech_level
        return says is SpeechLevel.EVERYTHING or (self.by_keys and says is not SpeechLevel.NOTHING)

    @property
    def playback_error(self) -> Sentence | None:
        """Error of the last playback, or None if the playback succeeded."""
        return self.speaker.playback_error

    def play_tone(self, tone: Tone | None) -> None:
        """Play a tone if the settings allow it; do nothing for None."""
        if tone is not None and self.settings.tones and not self.settings.muted:
            self._ring(tone)

    def _ring(self, tone: Tone) -> None:
        now = time.monotonic()
        if now - self._buzzed < GAP_SECONDS:
            return
        if self.buzzer is not None and self.buzzer(buzzer_notes(tone)):
            self._buzzed = now
        else:
            self._speaker.play_tone(tone)

    def say(self, sentence: str) -> None:
        """Stop the sentence being spoken, if any, and speak `sentence`, unless it is empty."""
        if sentence:
            self._say(partial(spoken_text, sentence))

    def say_parts(self, parts: Sequence[LazyText]) -> None:
        """Stop the sentence being spoken, if any, and speak each part as a sentence.

        Empty parts are skipped.
        """
        if parts:
            self._say(partial(_spoken, parts))

    def _say(self, words: LazyText) -> None:
        if self.speech_level is not SpeechLevel.NOTHING:
            self.spoken_count += 1
            self._speaker.say(words, language())

    def turn_voice_on(self) -> None:
        """If speech is off or muted, unmute the sound and set the voice to speak everything."""
        if self.speech_level is SpeechLevel.NOTHING:
            settings = self._app_state.settings
            sound = replace(settings.sound, spoken=SpeechLevel.EVERYTHING, muted=False)
            self._app_state.set_settings(replace(settings, sound=sound))

    def say_to_keyboard_user(self, sentence: str) -> None:
        if self.by_keys:
            self.say(sentence)

    def play_sample(self, sentence: str) -> None:
        """Play a tone and a sentence as the settings say, even while the sound is muted.

        If only speech is switched on, no tone is played; if speech is switched off, no sentence is
        spoken.
        """
        if self.settings.tones or self.settings.spoken is SpeechLevel.NOTHING:
            self._ring(Tone.YOUR_TURN)
        if self.settings.spoken is not SpeechLevel.NOTHING:
            self._speaker.say(spoken_text(sentence), language())

    def set_muted(self, *, muted: bool) -> None:
        settings = self._app_state.settings
        self._app_state.set_settings(replace(settings, sound=replace(settings.sound, muted=muted)))
        if muted:
            self.speaker.stop_sound()

    def stop_sound(self) -> None:
        self.speaker.stop_sound()

    def close(self) -> None:
        self.speaker.close()

    @property
    def _speaker(self) -> Speaker:
        self.speaker.volume = self.settings.volume
        return self.speaker

    def _device(self) -> str:
        wanted = self.settings.device
        if not wanted and not self._picks_device:
            return ""
        device = choose_sound_device(sound_devices(self._root), wanted)
        if device is None:
            raise SoundError(Sentence(_NO_DEVICE))
        return device.alsa_pcm_name
