"""Voice packs: what they say, what of them is refused, and how a table records its own."""

import math
from array import array
from pathlib import Path

import pytest

from kiosk.sound import RATE, SoundError, record, seconds_of, wav
from kiosk.voice_packs import (
    MANIFEST,
    ChosenVoice,
    PackError,
    PackVoice,
    keep_phrase,
    pack_folders,
    read_clip,
    read_pack,
    samples_of,
    trimmed,
)

TENTH = RATE // 10
HEAD = 'format = 1\nname = "x"\nlicence = "x"\n'


def humming(tenths: int = 3, loud: int = 9_000) -> "array[int]":
    """A sound of so many tenths of a second."""
    return array("h", (round(loud * math.sin(at / 9)) for at in range(tenths * TENTH)))


def pack(data: Path, name: str = "grandma", **phrases: int) -> Path:
    """A pack whose German phrases, with _ for spaces, last so many tenths of a second."""
    folder = data / f"voice-{name}"
    folder.mkdir()
    told = ['format = 1\nname = "Grandma"\nlicence = "CC0-1.0"\n']
    for number, (phrase, tenths) in enumerate(phrases.items()):
        text = phrase.replace("_", " ").strip()
        told.append(f'[[phrase]]\nlanguage = "de"\ntext = "{text}"\nfile = "p{number}.wav"\n')
        (folder / f"p{number}.wav").write_bytes(wav(humming(tenths)))
    (folder / MANIFEST).write_text("".join(told))
    return folder


class Computer:
    """Says whatever it is given in a hundredth of a second a letter, and remembers it."""

    def __init__(self) -> None:
        self.said: list[str] = []

    def speak(self, sentence: str, language: str, volume: int, is_wanted) -> bytes:
        self.said.append(sentence)
        return wav(array("h", bytes(2 * (RATE // 100) * len(sentence))))


def wanted() -> bool:
    return True


def test_the_longest_phrases_are_taken_and_the_computer_says_the_rest(tmp_path):
    folder = pack(tmp_path, zwei_Holz=9, zwei_Holz_nehmen=3, nehmen=9, Ben=2)
    computer = Computer()
    voice = PackVoice(read_pack(folder), computer)
    sound = voice.speak("Mia Sophie: zwei Holz nehmen. Ben: würfeln.", "de", 100, wanted)
    assert computer.said == ["Mia Sophie: ", "würfeln."]
    pauses = 0.3 * 2
    clips, letters = 0.3 + 0.2, (12 + 8) / 100
    assert seconds_of(sound) == pytest.approx(clips + letters + pauses, abs=0.01)


def test_what_no_clip_says_is_said_by_the_computer_alone_and_as_it_is(tmp_path):
    computer = Computer()
    voice = PackVoice(read_pack(pack(tmp_path, zwei=2)), computer)
    voice.speak("two wood", "en", 100, wanted)
    voice.speak("zwei", "fr", 100, wanted)
    assert computer.said == ["two wood", "zwei"]


def test_a_pack_is_as_quiet_as_the_computer(tmp_path):
    voice = PackVoice(read_pack(pack(tmp_path, zwei=2)), Computer())
    quiet, loud = (samples_of(voice.speak("zwei", "de", volume, wanted)) for volume in (50, 100))
    assert max(quiet) == pytest.approx(max(loud) / 4, abs=2)


@pytest.mark.parametrize(
    "told",
    [
        "",
        "format = 1",
        "no toml [",
        'format = 1\nname = 5\nlicence = "x"',
        'format = 2\nname = "x"\nlicence = "x"\nnew = true',
        'format = 1\nname = ""\nlicence = "x"',
        HEAD + '[[phrase]]\nlanguage = "de"\ntext = "x"\nfile = "../settings.json"',
        HEAD + '[[phrase]]\nlanguage = "../"\ntext = "x"\nfile = "x.wav"',
        "a" * 100_000,
        "format = " + "[" * 5_000,
    ],
)
def test_what_is_no_pack_is_told_and_the_computer_speaks(tmp_path, told):
    folder = tmp_path / "voice-odd"
    folder.mkdir()
    (folder / MANIFEST).write_text(told)
    with pytest.raises(PackError):
        read_pack(folder)
    computer = Computer()
    voice = ChosenVoice(tmp_path, computer, lambda: "odd")
    voice.speak("zwei", "de", 100, wanted)
    assert computer.said == ["zwei"]
    assert "voice-odd" in str(voice.trouble)


def other_rate() -> bytes:
    return wav(humming()).replace(RATE.to_bytes(4, "little"), (8_000).to_bytes(4, "little"))


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"RIFF",
        b"no sound" * 100,
        wav(array("h", [0] * 10)),
        wav(array("h", bytes(2 * RATE * 9))),
        other_rate(),
        b"\xff" * 2_000_000,
    ],
)
def test_a_clip_of_another_kind_length_or_range_costs_itself_alone(tmp_path, content):
    folder = pack(tmp_path, zwei=2, Holz=3)
    (folder / "p0.wav").write_bytes(content)
    computer = Computer()
    voice = PackVoice(read_pack(folder), computer)
    assert voice.speak("zwei Holz", "de", 100, wanted)
    assert computer.said == ["zwei "]
    assert "p0.wav" in str(voice.troubles["p0.wav"])


def test_a_clip_leads_nowhere_else(tmp_path):
    folder = pack(tmp_path, zwei=2)
    (folder / "p0.wav").rename(tmp_path / "elsewhere.wav")
    (folder / "p0.wav").symlink_to(tmp_path / "elsewhere.wav")
    with pytest.raises(PackError):
        read_clip(folder / "p0.wav")
    (tmp_path / "voice-linked").symlink_to(folder)
    assert pack_folders(tmp_path) == (folder,)


def test_another_pack_is_taken_up_with_the_next_sentence(tmp_path):
    pack(tmp_path, "one", zwei=2)
    computer, chosen = Computer(), "one"
    voice = ChosenVoice(tmp_path, computer, lambda: chosen)
    voice.speak("zwei", "de", 100, wanted)
    assert computer.said == []
    chosen = ""
    voice.speak("zwei", "de", 100, wanted)
    assert computer.said == ["zwei"]
    chosen = "gone"
    voice.speak("zwei", "de", 100, wanted)
    assert computer.said == ["zwei", "zwei"]
    assert voice.trouble is not None


# Recording


def test_a_recorded_phrase_is_heard_and_a_second_one_takes_its_place(tmp_path):
    keep_phrase(tmp_path, "Ours", "de", "zwei Holz", humming(3))
    keep_phrase(tmp_path, "Ours", "de", "drei Holz", humming(4))
    keep_phrase(tmp_path, "Ours", "de", "Zwei Holz", humming(8))
    found = read_pack(tmp_path / "voice-own")
    assert len(found.manifest.phrase) == 2
    clip = found.clip("de", "zwei Holz")
    assert len(read_clip(clip)) == 8 * TENTH
    assert len(read_clip(found.clip("de", "drei Holz"))) == 4 * TENTH
    assert {path.name for path in clip.parent.iterdir()} == {
        MANIFEST,
        *(one.file for one in found.manifest.phrase),
    }


def test_silence_around_what_was_said_goes_and_what_was_quiet_is_as_loud_as_the_others():
    silence = array("h", [3, -3] * TENTH)
    said = trimmed(silence + humming(5, loud=2_000) + silence)
    assert 5 * TENTH < len(said) < 7 * TENTH
    assert max(map(abs, said)) == pytest.approx(24_000, rel=0.05)
    assert (said[0], said[-1]) == (0, 0)


@pytest.mark.parametrize("heard", [array("h"), array("h", [5, -5] * RATE), array("h", [9_000] * 3)])
def test_where_nothing_was_said_that_is_told(heard):
    with pytest.raises(PackError, match="closer"):
        trimmed(heard)


def arecord(folder: Path, script: str) -> None:
    path = folder / "arecord"
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)


@pytest.fixture
def programs(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    return tmp_path


def test_a_microphone_is_heard_until_somebody_stops_it(programs):
    arecord(programs, "head -c 8821 /dev/zero; exec sleep 60")
    looks = iter([True] * 5)
    assert len(record("sysdefault:CARD=Mic", 30, lambda: next(looks, False))) == 4410


def test_a_microphone_that_tells_nothing_is_given_up(programs, monkeypatch):
    monkeypatch.setattr("kiosk.sound._GRACE_SECONDS", 0.1)
    arecord(programs, "trap '' TERM; sleep 60 & wait; wait; wait")
    with pytest.raises(SoundError):
        record("x", 0.1, lambda: True)
    arecord(programs, "echo 'audio open error: No such device' >&2; exit 1")
    with pytest.raises(SoundError, match="No such device"):
        record("x", 0.1, lambda: True)
