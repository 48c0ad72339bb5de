"""What is heard: short tones and a voice, one sound at a time, from a thread of its own. No Kivy.

Tones are made of sines when they are first wanted. The voice is espeak-ng, a program of Debian's;
sounds are played by `aplay`, which finds the device that is there. Neither may hold anybody up:
what does not end in time is ended, told once, and tried again with the next sound.
"""

import io
import math
import subprocess
import time
import wave
from array import array
from collections.abc import Callable
from enum import Enum
from functools import cache
from threading import Condition, Thread
from typing import NamedTuple, Protocol

from kiosk.words.language import mark

RATE = 22_050
"""Samples a second of a tone: as many as espeak-ng's."""

GAP_SECONDS = 0.5
"""No tone begins so soon after another one has begun: the earlier is heard to its end."""

_GRACE_SECONDS = 2.0
"""So much longer than a sound itself may it take to be played."""
_VOICE_SECONDS = 5.0
_FADE_SECONDS = 0.012
_MOST_LETTERS = 400

NO_DEVICE = mark("No sound: the sound device cannot be used ({reason}).")
NO_PLAYER = mark("No sound: the program {program} is missing.")


class Note(NamedTuple):
    """A sine with softer overtones: in hertz, from when to when in seconds."""

    hertz: float
    begins: float
    seconds: float


_C5, _E5, _G5, _A5, _C6 = 523.25, 659.26, 783.99, 880.0, 1046.5
_G4, _A4, _E4 = 392.0, 440.0, 329.63


class Tone(Enum):
    """What a tone tells, and its notes: under a second each, low and soft rather than shrill."""

    ROLL = (Note(_E5, 0, 0.07), Note(_C5, 0.08, 0.07), Note(_G4, 0.16, 0.16))
    YOUR_TURN = (Note(_G4, 0, 0.14), Note(_C5, 0.12, 0.26))
    TAKE = (Note(_C5, 0, 0.1), Note(_E5, 0.09, 0.18))
    DRUID = (Note(_A4, 0, 0.22), Note(_E4, 0.2, 0.34))
    RIVER = (Note(_C5, 0, 0.12), Note(_E5, 0.1, 0.12), Note(_G5, 0.2, 0.12), Note(_E5, 0.3, 0.3))
    LAST_TURNS = (Note(_A4, 0, 0.2), Note(_A4, 0.26, 0.2), Note(_E5, 0.52, 0.34))
    END = (Note(_C5, 0, 0.16), Note(_E5, 0.14, 0.16), Note(_G5, 0.28, 0.16), Note(_C6, 0.42, 0.48))
    REFUSED = (Note(_E4, 0, 0.12), Note(_E4 * 0.89, 0.11, 0.2))


@cache
def waveform(tone: Tone) -> "array[int]":
    """A tone's samples, 16 bit, one channel, at full volume."""
    notes: tuple[Note, ...] = tone.value
    samples = array("h", bytes(2 * round(RATE * max(n.begins + n.seconds for n in notes))))
    for note in notes:
        first, number = round(note.begins * RATE), round(note.seconds * RATE)
        for at in range(min(number, len(samples) - first)):
            seconds = at / RATE
            rise = min(1.0, seconds / _FADE_SECONDS)
            fall = min(1.0, (number - at) / RATE / _FADE_SECONDS)
            angle = 2 * math.pi * note.hertz * seconds
            height = math.sin(angle) + 0.25 * math.sin(2 * angle) + 0.08 * math.sin(3 * angle)
            swings = rise * fall * math.exp(-5 * seconds / note.seconds)
            samples[first + at] += round(9_000 * height * swings)
    return samples


def tone_file(tone: Tone, volume: int) -> bytes:
    """A tone as a WAV file; `volume` is 0 to 100, as loud as an ear hears it."""
    share = (volume / 100) ** 2
    return wav(array("h", (round(share * sample) for sample in waveform(tone))))


def wav(samples: "array[int]") -> bytes:
    """Samples, 16 bit, one channel, as a WAV file."""
    out = io.BytesIO()
    with wave.open(out, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(samples.tobytes())
    return out.getvalue()


def seconds_of(sound: bytes) -> float:
    """How long a WAV file plays. Raises wave.Error where it is none.

    A program that writes into a pipe does not know its length: then that of the bytes counts.
    """
    with wave.open(io.BytesIO(sound)) as file:
        a_second: int = file.getframerate() * file.getsampwidth() * file.getnchannels()
    return len(sound) / a_second


class SoundError(Exception):
    """A sound that could not be made or played; its message is why."""


class Sink(Protocol):
    """Where sounds go. Only the thread of a `Speaker` plays; `stop` is called from any."""

    def play(self, sound: bytes, is_wanted: Callable[[], bool]) -> None:
        """Play a WAV file to its end or to `stop`, if it still `is_wanted`. Raises SoundError."""

    def stop(self) -> None:
        """End what is playing, if anything is."""


class Voice(Protocol):
    """What makes a sentence a sound."""

    def speak(self, sentence: str, language: str, volume: int) -> bytes:
        """A sentence as a WAV file; `language` is a code, `volume` 0 to 100. Raises SoundError."""


class Aplay:
    """The system's default sound device, by the program `aplay` of Debian's alsa-utils."""

    def __init__(self) -> None:
        self._playing: subprocess.Popen[bytes] | None = None

    def play(self, sound: bytes, is_wanted: Callable[[], bool]) -> None:
        """Play it; a device that takes longer than the sound lasts is given up."""
        try:
            playing = subprocess.Popen(
                ["aplay", "--quiet", "-"],  # noqa: S607 - wherever this system has it
                stdin=subprocess.PIPE,
                stderr=subprocess.PIPE,
            )
        except OSError as error:
            raise SoundError(str(error)) from error
        self._playing = playing
        if not is_wanted():  # What ended it before it had begun found nothing to stop.
            playing.kill()
        try:
            _, told = playing.communicate(sound, timeout=seconds_of(sound) + _GRACE_SECONDS)
        except subprocess.TimeoutExpired as error:
            playing.kill()
            playing.communicate()
            raise SoundError("it does not answer") from error
        finally:
            self._playing = None
        if playing.returncode > 0:
            raise SoundError(_last_line(told))

    def stop(self) -> None:
        """End what is playing."""
        playing = self._playing
        if playing is not None:
            playing.kill()


class EspeakVoice:
    """The voice of espeak-ng, which knows all three languages and every name."""

    def speak(self, sentence: str, language: str, volume: int) -> bytes:
        """The sentence, said a little more slowly than usual."""
        command = ["espeak-ng", "-v", language, "-s", "150", "-a", str(volume * 2), "--stdin"]
        try:
            done = subprocess.run(  # noqa: S603 - no word of the sentence is among its arguments
                [*command, "--stdout"],
                input=sentence[:_MOST_LETTERS].encode(),
                capture_output=True,
                timeout=_VOICE_SECONDS,
                check=False,
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            raise SoundError(str(error)) from error
        if done.returncode != 0 or not done.stdout:
            raise SoundError(_last_line(done.stderr))
        return done.stdout


def _last_line(told: bytes) -> str:
    lines = told.decode(errors="replace").strip().splitlines()
    return lines[-1] if lines else "it says nothing"


class _Wanted(NamedTuple):
    """What is to be heard next: a tone, and a sentence in a language after it."""

    tone: Tone | None = None
    sentence: str = ""
    language: str = ""


_NOTHING = _Wanted()


class Speaker:
    """Plays one sound at a time; whoever asks for one waits for nothing.

    A sentence ends the one before it, whether that has begun or not, but no tone: that is short,
    and is heard first. `volume` is 0 (nothing is heard) to 100. `trouble` says why nothing was
    heard the last time, and is empty where it was.
    """

    def __init__(
        self, sink: Sink, voice: Voice, volume: int, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.volume = volume
        self.trouble = ""
        self._sink = sink
        self._voice = voice
        self._clock = clock
        self._last_tone = -math.inf
        self._wanted = self._heard = _NOTHING
        self._is_closed = False
        self._changed = Condition()
        self._thread: Thread | None = None

    def tone(self, tone: Tone) -> None:
        """Let a tone be heard, unless another one has just begun."""
        now = self._clock()
        if not self.volume or now - self._last_tone < GAP_SECONDS:
            return
        self._last_tone = now
        self._want(self._wanted._replace(tone=tone))

    def say(self, sentence: str, language: str) -> None:
        """Let a sentence be heard, in place of the one that may be spoken now."""
        if self.volume:
            self._want(_Wanted(self._wanted.tone, sentence, language))
            self._end(self._heard if self._heard.sentence else _NOTHING)

    def hush(self) -> None:
        """End all that is heard, and what would have been."""
        self._want(_NOTHING)
        self._end(self._heard)

    def close(self) -> None:
        """End all that is heard, for good."""
        self._is_closed = True
        self.hush()
        if self._thread is not None:
            self._thread.join(_GRACE_SECONDS)

    def wait(self, seconds: float) -> bool:
        """Wait until all is heard, at most so long; whether it is."""
        with self._changed:
            return self._changed.wait_for(lambda: self._wanted is self._heard is _NOTHING, seconds)

    def _want(self, wanted: _Wanted) -> None:
        with self._changed:
            self._wanted = wanted
            if self._thread is None and wanted is not _NOTHING:
                self._thread = Thread(target=self._run, name="sound", daemon=True)
                self._thread.start()
            self._changed.notify_all()

    def _end(self, heard: _Wanted) -> None:
        """End what is heard, unless that has ended by itself."""
        if heard is not _NOTHING:
            self._heard = _NOTHING
            self._sink.stop()

    def _run(self) -> None:
        while not self._is_closed:
            with self._changed:
                self._heard = _NOTHING
                self._changed.notify_all()
                self._changed.wait_for(lambda: self._is_closed or self._wanted is not _NOTHING)
                wanted = self._wanted
                self._wanted = _NOTHING
                if wanted.tone is not None:
                    if wanted.sentence:
                        self._wanted = wanted._replace(tone=None)
                    wanted = _Wanted(wanted.tone)
                self._heard = wanted
            if not self._is_closed:
                self._hear(wanted)

    def _hear(self, wanted: _Wanted) -> None:
        try:
            if wanted.tone is not None:
                sound = tone_file(wanted.tone, self.volume)
            else:
                sound = self._voice.speak(wanted.sentence, wanted.language, self.volume)
            self._sink.play(sound, lambda: self._heard is wanted)
        except SoundError as error:
            self.trouble = str(error)
        else:
            self.trouble = ""
