"""Playback of tones and speech, one sound at a time, in a thread. Imports no Kivy.

Tones are synthesised at first use. Speech comes from espeak-ng, and `aplay` plays all sounds; both
are Debian programs. A program that does not end in time is killed and reported as an error. The
next sound starts the program again.
"""

import io
import math
import os
import re
import subprocess
import time
import wave
from array import array
from collections.abc import Callable, Iterator, Sequence
from enum import Enum
from functools import cache, lru_cache
from threading import Condition
from typing import NamedTuple

from companion.errors import CompanionError, system_reason
from companion.sentence import Sentence
from kiosk.background import Job
from kiosk.words.language import mark

RATE = 22_050
"""Sample rate, the same as espeak-ng's."""

GAP_SECONDS = 0.5
"""Least time in seconds between the starts of two tones, so that the first tone is played
completely."""

_GRACE_SECONDS = 2.0
"""Seconds that playing a sound may take beyond the sound's length."""
_KILL_SECONDS = 1.0
_VOICE_SECONDS = 5.0
_LOOK_SECONDS = 0.03
"""Seconds between checks whether the current sound is still wanted."""
_FADE_SECONDS = 0.012
_MOST_LETTERS = 400
_GROUP_LENGTH = 160
"""Largest number of characters that are spoken together. A long text is split, so that its first
words are heard soon."""
_KEPT_TONES = 16

_NO_PROGRAM = mark("{program} cannot be started ({reason}).")
_NO_ANSWER = mark("{program} does not answer.")
_FAILED = mark("{program} says: {reason}.")
_NOT_HEARD = mark("There is no sound: {reason}. The app tries again with the next one.")


class Note(NamedTuple):
    """Note of a tone: a sine with softer overtones.

    `start_seconds` is counted from the beginning of the tone.
    """

    hertz: float
    start_seconds: float
    duration_seconds: float


_C5, _E5, _G5, _C6 = 523.25, 659.26, 783.99, 1046.5
_G4, _A4, _E4 = 392.0, 440.0, 329.63


class Tone(Enum):
    """Tones that the app plays, each with a few notes, shorter than a second, low and soft."""

    ROLL = (Note(_E5, 0, 0.07), Note(_C5, 0.08, 0.07), Note(_G4, 0.16, 0.16))
    YOUR_TURN = (Note(_G4, 0, 0.14), Note(_C5, 0.12, 0.26))
    TAKE = (Note(_C5, 0, 0.1), Note(_E5, 0.09, 0.18))
    DRUID = (Note(_A4, 0, 0.22), Note(_E4, 0.2, 0.34))
    RIVER = (Note(_C5, 0, 0.12), Note(_E5, 0.1, 0.12), Note(_G5, 0.2, 0.12), Note(_E5, 0.3, 0.3))
    LAST_TURNS = (Note(_A4, 0, 0.2), Note(_A4, 0.26, 0.2), Note(_E5, 0.52, 0.34))
    END = (Note(_C5, 0, 0.16), Note(_E5, 0.14, 0.16), Note(_G5, 0.28, 0.16), Note(_C6, 0.42, 0.48))
    REFUSED = (Note(_E4, 0, 0.12), Note(_E4 * 0.89, 0.11, 0.2))


@cache
def tone_samples(tone: Tone) -> "array[int]":
    """Return the samples of a tone at full volume, in 16 bits, for one channel."""
    notes: tuple[Note, ...] = tone.value
    samples = array(
        "h", bytes(2 * round(RATE * max(n.start_seconds + n.duration_seconds for n in notes)))
    )
    for note in notes:
        first, number = round(note.start_seconds * RATE), round(note.duration_seconds * RATE)
        for at in range(min(number, len(samples) - first)):
            seconds = at / RATE
            rise = min(1.0, seconds / _FADE_SECONDS)
            fall = min(1.0, (number - at) / RATE / _FADE_SECONDS)
            angle = 2 * math.pi * note.hertz * seconds
            height = math.sin(angle) + 0.25 * math.sin(2 * angle) + 0.08 * math.sin(3 * angle)
            swings = rise * fall * math.exp(-5 * seconds / note.duration_seconds)
            samples[first + at] += round(9_000 * height * swings)
    return samples


@lru_cache(maxsize=_KEPT_TONES)
def tone_wav(tone: Tone, volume: int) -> bytes:
    """Return a tone as a WAV file; `volume` is the perceived loudness from 0 to 100."""
    share = (volume / 100) ** 2
    return encode_wav(array("h", (round(share * sample) for sample in tone_samples(tone))))


def encode_wav(samples: "array[int]") -> bytes:
    out = io.BytesIO()
    with wave.open(out, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(samples.tobytes())
    return out.getvalue()


def wav_duration(wav: bytes) -> float:
    """Return the duration in seconds of the WAV file with the content `wav`.

    The duration is calculated from the number of bytes, because a program that writes into a pipe
    cannot put the length into the header. Raises wave.Error for an invalid file.
    """
    with wave.open(io.BytesIO(wav)) as file:
        a_second: int = file.getframerate() * file.getsampwidth() * file.getnchannels()
    return len(wav) / a_second


class SoundError(CompanionError): ...


IsWanted = Callable[[], bool]
"""Function that returns whether a sound is still wanted. It is called repeatedly while the sound
plays."""


class ExternalProgram:
    """External program that can run repeatedly, but in only one process at a time.

    A process cannot be killed while its sound device hangs. As long as such a process exists, the
    program is not started again.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._stuck: subprocess.Popen[bytes] | None = None

    def run(
        self, arguments: Sequence[str], stdin: bytes, timeout_seconds: float, is_wanted: IsWanted
    ) -> bytes:
        """Run the program with `arguments`, with `stdin` as its input, and return its output.

        As soon as `is_wanted` returns false, the program is killed and the result is empty. Raises
        SoundError if the program fails or takes longer than `timeout_seconds`.
        """
        if self._stuck is not None and self._stuck.poll() is None:
            raise self._error(_NO_ANSWER)
        self._stuck = None
        try:
            # Writing to a pipe would take as long as the device plays.
            with os.fdopen(os.memfd_create(self._name), "w+b", buffering=0) as memory:
                memory.write(stdin)
                memory.seek(0)
                running = subprocess.Popen(  # noqa: S603 - the app chooses the arguments
                    [self._name, *arguments],
                    stdin=memory,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.PIPE,
                )
        except OSError as error:
            raise self._error(_NO_PROGRAM, system_reason(error)) from error
        until = time.monotonic() + timeout_seconds
        while is_wanted():
            try:
                said, complained = running.communicate(timeout=_LOOK_SECONDS)
            except subprocess.TimeoutExpired:
                if time.monotonic() < until:
                    continue
                self._end(running)
                raise self._error(_NO_ANSWER) from None
            if running.returncode != 0:
                lines = complained.decode(errors="replace").strip().splitlines()
                reason = lines[-1].rstrip(".") if lines else str(running.returncode)
                raise self._error(_FAILED, reason)
            return said
        self._end(running)
        return b""

    def _end(self, running: "subprocess.Popen[bytes]") -> None:
        running.kill()
        for pipe in filter(None, (running.stdin, running.stdout, running.stderr)):
            pipe.close()
        try:
            running.wait(_KILL_SECONDS)
        except subprocess.TimeoutExpired:
            self._stuck = running

    def _error(self, message: str, reason: str | Sentence = "") -> SoundError:
        return SoundError(Sentence(message, {"program": self._name, "reason": reason}))


class Aplay:
    """Sound output by Debian's `aplay`.

    `device` is a function that returns the ALSA name of the device, or "" for the default device.
    """

    def __init__(self, device: Callable[[], str] = str) -> None:
        self._device = device
        self._program = ExternalProgram("aplay")

    def play(self, wav: bytes, is_wanted: IsWanted) -> None:
        """Play a WAV file until it ends or `is_wanted` returns false. Raises SoundError."""
        device = self._device()
        chosen = ["--device", device] if device else []
        seconds = wav_duration(wav) + _GRACE_SECONDS
        self._program.run(["--quiet", *chosen, "-"], wav, seconds, is_wanted)


class EspeakVoice:
    """Voice of the program espeak-ng, which speaks all languages of the app and says any name."""

    def __init__(self) -> None:
        self._program = ExternalProgram("espeak-ng")

    def synthesize(self, sentence: str, language: str, volume: int, is_wanted: IsWanted) -> bytes:
        """Return the content of a WAV file with a sentence, spoken slowly.

        `language` is the code of the language, and `volume` is 0 to 100. If `is_wanted` returns
        false before the sentence is ready, the result is empty. Raises SoundError if the sentence
        cannot be spoken.
        """
        words = sentence[:_MOST_LETTERS].replace("[[", " ").encode(errors="replace")
        how = ["-v", language, "-s", "150", "-a", str(volume * 2), "--stdin", "--stdout"]
        said = self._program.run(how, words, _VOICE_SECONDS, is_wanted)
        if not said and is_wanted():
            raise SoundError(Sentence(_NO_ANSWER, {"program": "espeak-ng"}))
        return said


LazyText = str | Callable[[], str]
"""Text, or a function that creates it. The function may take time, so it runs in the speaker's
thread; its data must be immutable."""


def resolve_text(text: LazyText) -> str:
    return text if isinstance(text, str) else text()


_ENDS = re.compile(r"(?<=[.!?:])\s+")


def sentence_groups(text: str) -> Iterator[str]:
    """Split a text into groups of one or more whole sentences.

    The groups are short, so that the voice can begin soon.
    """
    said = ""
    for sentence in filter(None, _ENDS.split(text)):
        if said and len(said) + len(sentence) > _GROUP_LENGTH:
            yield said
            said = ""
        said = f"{said} {sentence}" if said else sentence
    if said:
        yield said


class _PendingSounds(NamedTuple):
    tone: Tone | None = None
    sentence: LazyText = ""
    language: str = ""


_NOTHING = _PendingSounds()


class Speaker:
    """Plays one sound at a time, in a thread.

    `sink` plays sounds, and `voice` converts sentences to sounds. `play_tone` and `say` return
    immediately. A sound that is requested cancels a sentence that is waiting or being spoken, but
    never a tone, because tones are short. `volume` is 0 (silent) to 100. `clock` returns a
    monotonic time in seconds.
    """

    def __init__(
        self,
        sink: Aplay,
        voice: EspeakVoice,
        volume: int,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.volume = volume
        self.voice = voice
        self._sink = sink
        self._clock = clock
        self._last_tone = -math.inf
        self._wanted = self._heard = _NOTHING
        self._is_playing = self._is_closed = False
        self._changed = Condition()
        self._job: Job[None] | None = None
        self._trouble: Sentence | None = None

    @property
    def playback_error(self) -> Sentence | None:
        if self._job is not None and self._job.is_done and self._job.failure is not None:
            return self._job.failure
        return self._trouble

    def play_tone(self, tone: Tone) -> None:
        """Play a tone, unless the tone before it began less than `GAP_SECONDS` ago."""
        now = self._clock()
        if not self.volume or now - self._last_tone < GAP_SECONDS:
            return
        self._last_tone = now
        self._want(_PendingSounds(tone))

    def say(self, sentence: LazyText, language: str) -> None:
        """Speak a sentence; `language` is the code of its language.

        If a tone has just been requested, the sentence follows the tone.
        """
        if self.volume:
            with self._changed:
                self._want(_PendingSounds(self._wanted.tone, sentence, language))

    def stop_sound(self) -> None:
        with self._changed:
            self._want(_NOTHING)
            self._heard = _NOTHING

    def close(self) -> None:
        self._is_closed = True
        self.stop_sound()
        if self._job is not None:
            self._job.wait(_GRACE_SECONDS)

    def wait_until_silent(self, seconds: float) -> bool:
        """Wait at most `seconds` for all sounds to end; return whether all have ended."""
        with self._changed:
            return self._changed.wait_for(
                lambda: self._wanted is _NOTHING and not self._is_playing, seconds
            )

    def _want(self, wanted: _PendingSounds) -> None:
        with self._changed:
            self._wanted = wanted
            if self._heard.sentence:
                self._heard = _NOTHING
            if wanted is not _NOTHING and (self._job is None or self._job.is_done):
                self._job = Job(self._run, _NOT_HEARD, name="sound").start()
            self._changed.notify_all()

    def _run(self, _job: Job[None]) -> None:
        while not self._is_closed:
            with self._changed:
                self._heard = _NOTHING
                self._is_playing = False
                self._changed.notify_all()
                self._changed.wait_for(lambda: self._is_closed or self._wanted is not _NOTHING)
                wanted = self._wanted
                self._wanted = _NOTHING
                if wanted.tone is not None and wanted.sentence:
                    self._wanted = wanted._replace(tone=None)
                    wanted = _PendingSounds(wanted.tone)
                self._heard = wanted
                self._is_playing = True
            if not self._is_closed:
                self._hear(wanted)

    def _hear(self, wanted: _PendingSounds) -> None:
        def is_wanted() -> bool:
            return self._heard is wanted

        try:
            if wanted.tone is not None:
                self._sink.play(tone_wav(wanted.tone, self.volume), is_wanted)
            for part in sentence_groups(resolve_text(wanted.sentence)):
                if is_wanted():
                    sound = self.voice.synthesize(part, wanted.language, self.volume, is_wanted)
                    if sound and is_wanted():
                        self._sink.play(sound, is_wanted)
        except SoundError as error:
            self._trouble = error.sentence
        else:
            self._trouble = None
