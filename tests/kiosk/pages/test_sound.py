import pytest

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


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        ("sound.tones.on", SoundSettings(tones=True)),
        ("sound.spoken.questions", SoundSettings(spoken=SpeechLevel.QUESTIONS)),
        ("sound.spoken.everything", SoundSettings(spoken=SpeechLevel.EVERYTHING)),
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
    ear = touch.navigator.announcer.speaker
    touch.tap("try")
    assert (ear.rung, ear.said) == ([Tone.YOUR_TURN], [])
    touch.tap("sound.spoken.questions", "try")
    assert (ear.rung, ear.said) == ([], ["That is how it sounds."])
    touch.tap("back")
    assert ear.hushed == 1


def test_whoever_sets_what_is_heard_ends_the_mute(touch):
    touch.tap("sound.tones.on")
    touch.navigator.announcer.mute(muted=True)
    touch.tap("sound.spoken.questions")
    assert not sound_of(touch).muted
