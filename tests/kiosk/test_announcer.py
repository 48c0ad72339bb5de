from types import SimpleNamespace

import pytest

from hardware.firmware.panel import wire
from kiosk.announcer import Announcer, buzzer_notes
from kiosk.settings import Settings, SoundSettings, SpeechLevel
from kiosk.sound import SoundError, Tone
from tests.kiosk.ear import EVERYTHING, Ear
from tests.kiosk.machine.test_sound_devices import JACK, USB, kernel


def hearing_of(sound, tmp_path, **how):
    app_state = SimpleNamespace(settings=Settings(sound=sound), folder=tmp_path)
    announcer = Announcer(app_state, **how)
    announcer.speaker = Ear()
    return announcer


def with_buzzer(sound, tmp_path):
    announcer, buzzed = hearing_of(sound, tmp_path), []
    announcer.buzzer = lambda notes: buzzed.append(notes) is None
    return announcer, buzzed


@pytest.mark.parametrize("tone", Tone)
def test_a_buzzer_can_play_every_tone(tone):
    (message,) = wire.MessageDecoder(wire.TO_PANEL).feed(wire.encode_melody(buzzer_notes(tone)))
    assert message.notes == buzzer_notes(tone)
    assert sum(milliseconds for _hertz, milliseconds in message.notes) < 1000


def test_tones_come_from_a_panels_buzzer_while_it_has_one_and_the_voice_from_the_loudspeaker(
    tmp_path, monkeypatch
):
    now = [100.0]
    monkeypatch.setattr("kiosk.announcer.time.monotonic", lambda: now[0])
    announcer, buzzed = with_buzzer(EVERYTHING, tmp_path)
    announcer.play_tone(Tone.ROLL)
    announcer.play_tone(Tone.TAKE)
    now[0] += 0.6
    announcer.play_tone(Tone.END)
    announcer.say("Mia: roll the die")
    now[0] += 0.6
    announcer.play_sample("That is how it sounds.")
    tones = [buzzer_notes(tone) for tone in (Tone.ROLL, Tone.END, Tone.YOUR_TURN)]
    assert buzzed == tones, "none so soon after another"
    assert announcer.speaker.said == ["Mia: roll the die", "That is how it sounds."]
    assert announcer.speaker.rung == []
    now[0] += 0.6
    announcer.buzzer = lambda _notes: False
    announcer.play_tone(Tone.ROLL)
    assert announcer.speaker.rung == [Tone.ROLL]


@pytest.mark.parametrize("sound", [SoundSettings(), SoundSettings(tones=True, muted=True)])
def test_a_silent_table_has_no_buzzer_either(tmp_path, sound):
    announcer, buzzed = with_buzzer(sound, tmp_path)
    announcer.play_tone(Tone.ROLL)
    assert (buzzed, announcer.speaker.rung) == ([], [])


def test_a_machine_of_our_own_takes_the_device_that_is_there_and_tells_where_there_is_none(
    tmp_path,
):
    how = {"picks_device": True, "root": tmp_path}
    announcer = hearing_of(SoundSettings(spoken=SpeechLevel.EVERYTHING), tmp_path, **how)
    with pytest.raises(SoundError, match="no sound device"):
        announcer._device()
    kernel(tmp_path, JACK, USB)
    assert announcer._device() == "sysdefault:CARD=Device"
    (tmp_path / "etc").mkdir()
    (tmp_path / "etc/asound.conf").touch()
    owners = hearing_of(SoundSettings(), tmp_path, **how)
    assert owners._device() == "", "its owner has written down another one"


def test_elsewhere_the_system_chooses_unless_the_table_has(tmp_path):
    kernel(tmp_path, JACK, USB)
    assert hearing_of(SoundSettings(), tmp_path, root=tmp_path)._device() == ""
    chosen = SoundSettings(device="Headphones")
    assert hearing_of(chosen, tmp_path, root=tmp_path)._device() == "sysdefault:CARD=Headphones"
