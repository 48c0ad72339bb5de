import cmath
import io
import math
import shutil
import threading
import time
import wave
from array import array
from pathlib import Path

import pytest

from companion.sentence import Sentence
from kiosk.sound import (
    GAP_SECONDS,
    RATE,
    Aplay,
    EspeakVoice,
    SoundError,
    Speaker,
    Tone,
    encode_wav,
    tone_samples,
    tone_wav,
    wav_duration,
)
from kiosk.words.texts import sentence_text
from tests.hardware.cables import LONG, eventually


class HeldSink:
    """Hears what is played; each sound lasts until it is let go or not wanted any more."""

    def __init__(self) -> None:
        self.begun: list[bytes] = []
        self.cut: list[bytes] = []
        self.at_once = True
        self.breaks = ""
        self._lets_go = threading.Event()

    def play(self, sound, is_wanted) -> None:
        if self.breaks:
            raise SoundError(Sentence(self.breaks))
        self._lets_go.clear()
        self.begun.append(sound)
        until = time.monotonic() + LONG
        while not self.at_once and is_wanted() and not self._lets_go.wait(0.001):
            assert time.monotonic() < until, "nobody let it go"
        if not is_wanted():
            self.cut.append(sound)

    def let_go(self) -> None:
        self._lets_go.set()


class SpellingVoice:
    def synthesize(self, sentence: str, language: str, volume: int, is_wanted) -> bytes:
        return f"{language} {volume}: {sentence}".encode()


@pytest.fixture
def sink():
    return HeldSink()


@pytest.fixture
def speaker(sink, clock):
    speaker = Speaker(sink, SpellingVoice(), 80, clock)
    yield speaker
    speaker.close()


def test_a_tone_comes_before_the_sentence_that_was_asked_for_with_it(speaker, sink):
    speaker.play_tone(Tone.DRUID)
    speaker.say("The druid asks Bo.", "en")
    assert speaker.wait_until_silent(LONG)
    assert sink.begun == [tone_wav(Tone.DRUID, 80), b"en 80: The druid asks Bo."]


def test_no_tone_begins_so_soon_after_another(speaker, sink, clock):
    for tone, seconds in ((Tone.ROLL, GAP_SECONDS - 0.01), (Tone.TAKE, 0.01), (Tone.REFUSED, 0)):
        speaker.play_tone(tone)
        assert speaker.wait_until_silent(LONG)
        clock.now += seconds
    assert sink.begun == [tone_wav(tone, 80) for tone in (Tone.ROLL, Tone.REFUSED)]


def test_a_long_text_is_said_to_its_end_sentence_by_sentence_in_words_found_by_the_thread(
    speaker, sink
):
    text = " ".join(
        f"This is sentence {number} of a rule that is read aloud." for number in range(40)
    )
    speaker.say(lambda: f"{threading.current_thread().name}. {text}", "en")
    assert speaker.wait_until_silent(LONG)
    parts = [sound.removeprefix(b"en 80: ").decode() for sound in sink.begun]
    assert len(parts) > 5
    assert " ".join(parts) == f"sound. {text}"


def test_a_new_sentence_ends_a_long_text_in_all_its_parts(speaker, sink):
    sink.at_once = False
    speaker.say("One of many words. " * 60, "en")
    eventually(lambda: len(sink.begun) == 1)
    speaker.say("Two", "en")
    eventually(lambda: sink.begun[1:] == [b"en 80: Two"])
    sink.let_go()
    assert speaker.wait_until_silent(LONG)
    assert len(sink.begun) == 2


def test_what_is_ended_before_it_begins_is_not_even_put_into_words(speaker, sink):
    sink.at_once = False
    speaker.say("A long one", "de")
    eventually(lambda: len(sink.begun) == 1)
    sink.at_once = True
    asked = []
    with speaker._changed:  # the thread gets on only then
        speaker.say(lambda: asked.append("an old one") or "old", "de")
        speaker.say(lambda: asked.append("a new one") or "new", "de")
    assert speaker.wait_until_silent(LONG)
    assert asked == ["a new one"]
    assert sink.begun[1:] == [b"de 80: new"]


def test_a_sentence_ends_no_tone_and_of_several_only_the_newest_is_spoken_after_it(speaker, sink):
    sink.at_once = False
    speaker.play_tone(Tone.END)
    eventually(lambda: len(sink.begun) == 1)
    for number in range(5):
        speaker.say(str(number), "fr")
    time.sleep(0.01)
    assert sink.cut == []
    sink.let_go()
    eventually(lambda: sink.begun[1:] == [b"fr 80: 4"])
    sink.let_go()
    assert speaker.wait_until_silent(LONG)


def test_words_and_a_device_that_fail_are_told_and_the_next_sentence_is_heard(speaker, sink):
    speaker.say(lambda: str(1 // 0), "en")
    eventually(lambda: speaker.playback_error is not None)
    assert "ZeroDivisionError" in str(sentence_text(speaker.playback_error))
    sink.breaks = "no such device"
    speaker.say("One", "en")
    eventually(lambda: speaker.playback_error == Sentence("no such device"))
    sink.breaks = ""
    speaker.say("Two", "en")
    eventually(lambda: sink.begun == [b"en 80: Two"])
    eventually(lambda: speaker.playback_error is None)


def test_mute_is_quiet_at_once_and_begins_no_thread(sink, clock):
    before = threading.active_count()
    speaker = Speaker(sink, SpellingVoice(), 0, clock)
    speaker.play_tone(Tone.ROLL)
    speaker.say("Nothing", "en")
    speaker.stop_sound()
    assert (threading.active_count(), sink.begun) == (before, [])
    speaker.close()


def test_hush_ends_what_is_heard_and_what_would_have_been(speaker, sink):
    sink.at_once = False
    speaker.play_tone(Tone.END)
    speaker.say("Ada wins.", "en")
    eventually(lambda: len(sink.begun) == 1)
    speaker.stop_sound()
    assert speaker.wait_until_silent(LONG)
    assert sink.cut == sink.begun == [tone_wav(Tone.END, 80)]


def test_a_tone_ends_a_sentence_that_is_spoken(speaker, sink):
    sink.at_once = False
    speaker.say("A long one", "de")
    eventually(lambda: len(sink.begun) == 1)
    speaker.play_tone(Tone.REFUSED)
    eventually(lambda: sink.begun[1:] == [tone_wav(Tone.REFUSED, 80)])
    assert sink.cut == [b"de 80: A long one"]
    sink.let_go()


@pytest.mark.parametrize("tone", Tone)
def test_a_tone_is_short_has_its_notes_and_begins_and_ends_without_a_click(tone):
    samples = tone_samples(tone)
    assert len(samples) / RATE < 1.0
    assert max(map(abs, samples)) < 32_768
    assert abs(samples[0]) < 200
    assert abs(samples[-1]) < 200
    for note in tone.value:
        begins = round(note.start_seconds * RATE)
        part = samples[begins : begins + round(note.duration_seconds * RATE)]
        assert loudness(part, note.hertz) > 3 * loudness(part, note.hertz * 1.5)


def loudness(samples: array, hertz: float) -> float:
    turn = -2j * math.pi * hertz / RATE
    return abs(sum(sample * cmath.exp(turn * at) for at, sample in enumerate(samples)))


def test_half_the_volume_is_heard_as_half():
    def loudest(volume: int) -> int:
        with wave.open(io.BytesIO(tone_wav(Tone.END, volume))) as file:
            return max(map(abs, array("h", file.readframes(file.getnframes()))))

    assert loudest(50) == pytest.approx(loudest(100) / 4, abs=2)
    assert loudest(0) == 0


def program(folder, name: str, script: str) -> None:
    path = folder / name
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)


SILENCE = encode_wav(array("h", [0] * 100))


@pytest.fixture
def programs(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    monkeypatch.setattr("kiosk.sound._GRACE_SECONDS", 0.1)
    return tmp_path


@pytest.mark.parametrize(
    ("script", "why"),
    [
        ("exec sleep 60", "does not answer"),
        ('cat >/dev/null; echo "aplay: No such device" >&2; exit 1', "No such device"),
    ],
)
def test_a_device_that_blocks_or_vanishes_is_given_up(programs, script, why):
    program(programs, "aplay", script)
    began = time.monotonic()
    with pytest.raises(SoundError, match=why):
        Aplay().play(SILENCE, lambda: True)
    assert time.monotonic() - began < LONG


def test_a_device_that_takes_its_time_gets_a_sound_to_its_end(programs, monkeypatch):
    monkeypatch.setattr("kiosk.sound._GRACE_SECONDS", LONG)
    slowly = f"dd bs=20000 count=3 status=none | wc -c >{programs}/first; sleep 0.2"
    program(programs, "aplay", f"{slowly}; wc -c >{programs}/rest")
    sound = encode_wav(array("h", [0] * 300_000))
    Aplay().play(sound, lambda: True)
    got = [int((programs / name).read_text()) for name in ("first", "rest")]
    assert sum(got) == len(sound)


def test_what_is_not_wanted_any_more_ends_at_once(programs):
    program(
        programs,
        "aplay",
        f"echo $$ >{programs}/new; mv {programs}/new {programs}/pid; exec sleep 60",
    )
    began = time.monotonic()
    Aplay().play(encode_wav(array("h", [0] * RATE * 30)), lambda: not (programs / "pid").exists())
    assert time.monotonic() - began < LONG
    assert not Path("/proc", (programs / "pid").read_text().strip()).exists()


def test_the_device_that_is_wanted_is_asked_before_each_sound(programs):
    program(programs, "aplay", f'cat >/dev/null; echo "$@" >>{programs}/said')
    devices = iter(["", "sysdefault:CARD=Device"])
    aplay = Aplay(lambda: next(devices))
    aplay.play(SILENCE, lambda: True)
    aplay.play(SILENCE, lambda: True)
    assert (programs / "said").read_text().splitlines() == [
        "--quiet -",
        "--quiet --device sysdefault:CARD=Device -",
    ]


def test_no_word_of_a_sentence_is_a_command_of_the_voice(programs):
    program(programs, "espeak-ng", "cat")
    sentence_text = EspeakVoice().synthesize("-v [[x]] -- \ud800", "en", 80, lambda: True)
    assert sentence_text == b"-v  x]] -- ?"


def test_a_machine_without_the_program_has_no_sound(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(SoundError, match="aplay"):
        Aplay().play(SILENCE, lambda: True)
    with pytest.raises(SoundError, match="espeak-ng"):
        EspeakVoice().synthesize("One", "en", 80, lambda: True)


@pytest.mark.skipif(shutil.which("espeak-ng") is None, reason="espeak-ng is not installed here")
@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_the_real_voice_speaks_every_language_and_a_louder_one_is_louder(language):
    quiet, loud = (
        EspeakVoice().synthesize("Mia: 2", language, volume, lambda: True) for volume in (20, 100)
    )
    assert 0.3 < wav_duration(loud) < 5

    def energy(sound: bytes) -> float:
        samples = array("h", sound[44 : len(sound) // 2 * 2])
        return sum(sample * sample for sample in samples)

    assert energy(loud) > 4 * energy(quiet)
