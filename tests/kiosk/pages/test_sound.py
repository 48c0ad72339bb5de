import pytest
from msgspec.structs import replace

from kiosk import routes
from kiosk.machine.sound_devices import SoundDevice, SoundOutputKind
from kiosk.settings import SoundSettings, SpeechLevel, load_settings
from kiosk.sound import Tone
from tests.kiosk.ear import Ear
from tests.kiosk.touch import Touchscreen

DEVICES = (
    SoundDevice("Device", "USB Audio", SoundOutputKind.USB),
    SoundDevice("Headphones", "bcm2835", SoundOutputKind.JACK),
)


@pytest.fixture
def touch(touch: Touchscreen, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("kiosk.pages.sound.sound_devices", lambda: DEVICES)
    touch.navigator.announcer.speaker = Ear()
    touch.navigator.go(routes.Sound())
    return touch


def sound_of(touch: Touchscreen) -> SoundSettings:
    kept = load_settings(touch.app_state.folder).settings.sound
    assert kept == touch.app_state.settings.sound
    return kept


def test_a_tap_sets_and_keeps_and_ends_the_mute(touch):
    expected = SoundSettings()
    assert sound_of(touch) == expected, "nothing is heard at first"
    for key, what in (
        ("sound.tones.on", {"tones": True}),
        ("sound.spoken.questions", {"spoken": SpeechLevel.QUESTIONS}),
        ("sound.spoken.everything", {"spoken": SpeechLevel.EVERYTHING}),
        ("volume.less", {"volume": 60}),
        ("sound.device.Headphones", {"device": "Headphones"}),
        *[("volume.less", {"volume": volume}) for volume in (50, 40, 30, 20, 10, 10)],
        *[("volume.more", {"volume": volume}) for volume in (*range(20, 101, 10), 100)],
    ):
        expected = replace(expected, **what)
        touch.navigator.announcer.set_muted(muted=True)
        touch.tap(key)
        assert sound_of(touch) == expected


def test_a_test_is_heard_as_it_is_set(touch):
    ear = touch.navigator.announcer.speaker
    touch.tap("try")
    assert (ear.rung, ear.said) == ([Tone.YOUR_TURN], [])
    touch.tap("sound.spoken.questions", "try")
    assert (ear.rung, ear.said) == ([], ["That is how it sounds."])
    touch.tap("back")
    assert ear.hushed == 1
