"""Somebody who hears what the table's loudspeaker would play, at once and without a thread."""

from msgspec.structs import replace

from companion.sentence import Sentence
from kiosk.announcer import Announcer
from kiosk.settings import SoundSettings, SpeechLevel
from kiosk.sound import LazyText, Tone, resolve_text

EVERYTHING = SoundSettings(tones=True, spoken=SpeechLevel.EVERYTHING)
QUESTIONS = SoundSettings(tones=True, spoken=SpeechLevel.QUESTIONS)


class Ear:
    """Takes the place of a speaker: `sentences` with their languages, and `tones`."""

    def __init__(self) -> None:
        self.sentences: list[tuple[str, str]] = []
        self.tones: list[Tone] = []
        self.volume = 0
        self.hushed = 0
        self.playback_error: Sentence | None = None

    def play_tone(self, tone: Tone) -> None:
        self.tones.append(tone)

    def say(self, sentence: LazyText, language: str) -> None:
        self.sentences.append((resolve_text(sentence), language))

    def stop_sound(self) -> None:
        self.hushed += 1

    def close(self) -> None:
        self.stop_sound()

    @property
    def said(self) -> list[str]:
        found = [sentence for sentence, _language in self.sentences]
        self.sentences.clear()
        return found

    @property
    def rung(self) -> list[Tone]:
        found, self.tones = self.tones, []
        return found


def listen(announcer: Announcer, sound: SoundSettings = EVERYTHING) -> Ear:
    announcer.speaker = ear = Ear()
    app_state = announcer._app_state
    app_state.set_settings(replace(app_state.settings, sound=sound))
    return ear
