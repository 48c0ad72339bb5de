"""What the table hears: tones and sentences, as far as its settings want them. No Kivy.

Whoever has something to tell tells it here, whatever is set; nobody waits for it.
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
from kiosk.machine.sound_devices import chosen, sound_devices
from kiosk.settings import SoundSettings, Spoken
from kiosk.sound import (
    GAP_SECONDS,
    Aplay,
    EspeakVoice,
    Note,
    SoundError,
    Speaker,
    Tone,
    Words,
    in_words,
)
from kiosk.words.aloud import sentences, spoken
from kiosk.words.language import language, mark

_NO_DEVICE = mark("There is no sound device: plug in a loudspeaker or headphones.")
_OWN_DEFAULT = "etc/asound.conf"


def buzzing(tone: Tone) -> Notes:
    """A tone as a buzzer plays it: one note after the other, each until the next begins."""
    notes: tuple[Note, ...] = tone.value
    begins = [note.begins for note in notes]
    ends = [*begins[1:], notes[-1].begins + notes[-1].seconds]
    return tuple(
        (round(note.hertz), round(1000 * (end - note.begins)))
        for note, end in zip(notes, ends, strict=True)
    )


def _spoken(parts: Sequence[Words]) -> str:
    return spoken(sentences(map(in_words, parts)))


class Hearing:
    """Tells the table's speaker what is to be heard; nothing where neither tones nor voice are set.

    Tones come from the panel's `buzzer` where it has one: who builds one in wants to hear it.

    `picks_device`: on a machine of our own, where nobody else has chosen a device, the one that is
    there is taken. `by_keys`: somebody plays with the keys of a keyboard, and hears where they are.
    `heard` is what the table has heard last, for whoever tells what is new; `told` counts all that
    was told.
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
        self.heard: object = None
        self.told = 0

    @property
    def settings(self) -> SoundSettings:
        """What is set."""
        return self._app_state.settings.sound

    @property
    def says(self) -> Spoken:
        """How much is said now."""
        return Spoken.NOTHING if self.settings.muted else self.settings.spoken

    @property
    def says_all(self) -> bool:
        """Whether all is said that is told: to a table that wants it, or who plays with keys."""
        says = self.says
        return says is Spoken.EVERYTHING or (self.by_keys and says is not Spoken.NOTHING)

    @property
    def trouble(self) -> Sentence | None:
        """The last playback error, or None."""
        return self.speaker.trouble

    def tone(self, tone: Tone | None) -> None:
        """Let a tone be heard, if there is one."""
        if tone is not None and self.settings.tones and not self.settings.muted:
            self._ring(tone)

    def _ring(self, tone: Tone) -> None:
        now = time.monotonic()
        if now - self._buzzed < GAP_SECONDS:
            return
        if self.buzzer is not None and self.buzzer(buzzing(tone)):
            self._buzzed = now
        else:
            self._speaker.tone(tone)

    def say(self, sentence: str) -> None:
        """Let a sentence be heard, in place of the one before it, where a voice is wanted."""
        if sentence:
            self._say(partial(spoken, sentence))

    def tell(self, parts: Sequence[Words]) -> None:
        """As `say`, several things, none of them without words: each is a sentence of its own."""
        if parts:
            self._say(partial(_spoken, parts))

    def _say(self, words: Words) -> None:
        if self.says is not Spoken.NOTHING:
            self.told += 1
            self._speaker.say(words, language())

    def speak_up(self) -> None:
        """Let a voice be heard from now on that says everything, if there is none."""
        if self.says is Spoken.NOTHING:
            settings = self._app_state.settings
            sound = replace(settings.sound, spoken=Spoken.EVERYTHING, muted=False)
            self._app_state.set(replace(settings, sound=sound))

    def say_to_keys(self, sentence: str) -> None:
        """Let somebody hear a sentence who plays with the keys of a keyboard."""
        if self.by_keys:
            self.say(sentence)

    def try_out(self, sentence: str) -> None:
        """Let everything that is set be heard once, whether it is muted or not."""
        if self.settings.tones or self.settings.spoken is Spoken.NOTHING:
            self._ring(Tone.YOUR_TURN)
        if self.settings.spoken is not Spoken.NOTHING:
            self._speaker.say(spoken(sentence), language())

    def mute(self, *, muted: bool) -> None:
        """Be quiet at once and from now on, or no more."""
        settings = self._app_state.settings
        self._app_state.set(replace(settings, sound=replace(settings.sound, muted=muted)))
        if muted:
            self.speaker.hush()

    def hush(self) -> None:
        """End what is heard now."""
        self.speaker.hush()

    def close(self) -> None:
        """End what is heard, for good."""
        self.speaker.close()

    @property
    def _speaker(self) -> Speaker:
        self.speaker.volume = self.settings.volume
        return self.speaker

    def _device(self) -> str:
        """What ALSA calls the device that is to be heard; "" where the system chooses."""
        wanted = self.settings.device
        if not wanted and not self._picks_device:
            return ""
        device = chosen(sound_devices(self._root), wanted)
        if device is None:
            raise SoundError(Sentence(_NO_DEVICE))
        return device.pcm
