"""What a table sets of what it hears, and how it records a voice of its own."""

import threading
from array import array
from pathlib import Path

import pytest

from kiosk import routes
from kiosk.machine.sound_devices import SoundDevice, SoundOutput
from kiosk.settings import SoundSettings, Spoken, load_settings
from kiosk.sound import RATE, Tone
from kiosk.voice_packs import read_pack
from tests.kiosk.beside import until_shown
from tests.kiosk.ear import Ear
from tests.kiosk.touch import Touchscreen, says

DEVICES = (
    SoundDevice("Device", "USB Audio", SoundOutput.USB, plays=True, records=True),
    SoundDevice("Headphones", "bcm2835", SoundOutput.JACK, plays=True, records=False),
)


@pytest.fixture
def touch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """The page of sound, with an ear, on a machine with two devices and a microphone."""
    monkeypatch.setattr("kiosk.pages.sound.sound_devices", lambda: DEVICES)
    monkeypatch.setattr("kiosk.pages.recording.sound_devices", lambda: DEVICES)
    with Touchscreen(tmp_path) as touch:
        touch.navigator.hearing.speaker = Ear()
        touch.navigator.go(routes.Sound())
        yield touch


def sound_of(touch: Touchscreen) -> SoundSettings:
    kept = load_settings(touch.app_state.folder).settings.sound
    assert kept == touch.app_state.settings.sound
    return kept


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        ("sound.tones.on", SoundSettings(tones=True)),
        ("sound.spoken.questions", SoundSettings(spoken=Spoken.QUESTIONS)),
        ("sound.spoken.everything", SoundSettings(spoken=Spoken.EVERYTHING)),
        ("volume.less", SoundSettings(volume=60)),
        ("sound.device.Headphones", SoundSettings(device="Headphones")),
    ],
)
def test_a_tap_sets_and_keeps(touch, key, expected):
    assert sound_of(touch) == SoundSettings(), "nothing is heard at first"
    touch.tap(key)
    assert sound_of(touch) == expected


def test_the_volume_has_two_ends(touch):
    touch.tap(*["volume.less"] * 12)
    assert sound_of(touch).volume == 10
    touch.tap(*["volume.more"] * 12)
    assert sound_of(touch).volume == 100


def test_a_test_is_heard_as_it_is_set(touch):
    ear = touch.navigator.hearing.speaker
    touch.tap("try")
    assert (ear.rung, ear.said) == ([Tone.YOUR_TURN], [])
    touch.tap("sound.spoken.questions", "try")
    assert (ear.rung, ear.said) == ([], ["That is how it sounds."])
    touch.tap("back")
    assert ear.hushed == 1


def test_whoever_sets_what_is_heard_ends_the_mute(touch):
    touch.tap("sound.tones.on")
    touch.navigator.hearing.mute(muted=True)
    touch.tap("sound.spoken.questions")
    assert not sound_of(touch).muted


def record(touch: Touchscreen) -> None:
    touch.tap("record")
    until_shown(touch, "recording")
    touch.wait(1)


def test_a_voice_is_recorded_phrase_by_phrase_chosen_and_heard(touch, tmp_path, monkeypatch):
    ear = touch.navigator.hearing.speaker
    said = array("h", [9_000, -9_000] * (RATE // 4))
    monkeypatch.setattr("kiosk.pages.recording.record", lambda *_how: said)
    touch.tap("recording")
    assert says(touch, "place a worker")
    record(touch)
    assert says(touch, "Recorded. Say it again, or go on.")
    touch.tap("hear")
    assert ear.said == ["place a worker"]
    touch.tap("next")
    record(touch)
    touch.tap("before")
    assert says(touch, "Recorded. Say it again, or go on.")
    pack = read_pack(tmp_path / "voice-own")
    assert {phrase.text for phrase in pack.manifest.phrase} == {"place a worker", "roll the die"}
    assert sound_of(touch).voice == "own"
    touch.tap("back", "recording")
    assert says(touch, "take a chip"), "it goes on with the first that is missing"
    touch.tap("back")
    until_shown(touch, "voices")
    touch.wait(1)
    touch.tap("sound.voice.")
    assert sound_of(touch).voice == ""


def test_a_recording_goes_on_until_somebody_stops_it(touch, monkeypatch):
    went_on = threading.Event()

    def hold(_device, _seconds, goes_on):
        went_on.set()
        while goes_on():
            threading.Event().wait(0.005)
        return array("h", [9_000] * RATE)

    monkeypatch.setattr("kiosk.pages.recording.record", hold)
    touch.tap("recording", "record")
    assert went_on.wait(10)
    assert touch.shows("stop")
    assert not touch.shows("next")
    touch.tap("stop")
    until_shown(touch, "recording")
    touch.wait(1)
    assert says(touch, "Recorded. Say it again, or go on.")


def test_what_was_not_heard_is_told_and_kept_nowhere(touch, tmp_path, monkeypatch):
    monkeypatch.setattr("kiosk.pages.recording.record", lambda *_how: array("h", [1] * RATE))
    touch.tap("recording")
    record(touch)
    assert says(touch, "Nothing was heard: speak a little closer to the microphone.")
    assert not (tmp_path / "voice-own").exists()


def test_a_machine_without_a_microphone_says_so_and_goes_on_once_one_is_there(touch, monkeypatch):
    monkeypatch.setattr("kiosk.pages.recording.sound_devices", lambda: DEVICES[1:])
    touch.tap("recording")
    assert says(touch, "There is no microphone: plug one in at USB, and this page goes on.")
    monkeypatch.setattr("kiosk.pages.recording.sound_devices", lambda: DEVICES)
    touch.wait(2)
    assert touch.shows("record")
