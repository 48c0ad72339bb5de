from pathlib import Path

import pytest

from kiosk.machine.sound_devices import SoundOutputKind, choose_sound_device, sound_devices

HDMI = "vc4hdmi0", "vc4-hdmi", "vc4-hdmi-0"
SECOND_HDMI = "vc4hdmi1", "vc4-hdmi", "vc4-hdmi-1"
JACK = "Headphones", "bcm2835_headpho", "bcm2835 Headphones"
USB = "Device", "USB-Audio", "USB Audio Device"
HAT = "sndrpihifiberry", "RPi-simple", "snd_rpi_hifiberry_dac"
MICROPHONE = "Microphone", "USB-Audio", "Jabra"


def kernel(root: Path, *cards: tuple[str, str, str], records: str = "") -> Path:
    asound = root / "proc/asound"
    asound.mkdir(parents=True, exist_ok=True)
    told = [
        f"{number:2d} [{name:15}]: {driver} - {title}\n                      {title}\n"
        for number, (name, driver, title) in enumerate(cards)
    ]
    (asound / "cards").write_text("".join(told) or "--- no soundcards ---\n")
    uses = [
        f"{number:02d}-00: {title} : {title} : "
        + ("capture 1" if name == records else "playback 1")
        for number, (name, _driver, title) in enumerate(cards)
    ]
    (asound / "pcm").write_text("\n".join(uses) + "\n")
    return root


def display(root: Path, connector: int, *, has_sound: bool) -> None:
    folder = root / f"sys/class/drm/card1-HDMI-A-{connector}"
    folder.mkdir(parents=True)
    told = bytearray(256)
    told[128], told[131] = 2, 0x40 if has_sound else 0
    (folder / "edid").write_bytes(told)


USB_OUT, BOARD, HDMI_OUT, JACK_OUT, SILENT = SoundOutputKind


@pytest.mark.parametrize(
    ("cards", "connector", "has_sound", "found"),
    [
        (
            (HDMI, JACK, USB),
            1,
            True,
            [("Device", USB_OUT), ("vc4hdmi0", HDMI_OUT), ("Headphones", JACK_OUT)],
        ),
        ((HDMI, HAT), 1, True, [("sndrpihifiberry", BOARD), ("vc4hdmi0", HDMI_OUT)]),
        ((HDMI, JACK), 1, False, [("Headphones", JACK_OUT), ("vc4hdmi0", SILENT)]),
        ((HDMI, SECOND_HDMI), 2, True, [("vc4hdmi1", HDMI_OUT), ("vc4hdmi0", SILENT)]),
    ],
)
def test_the_device_that_most_likely_has_loudspeakers_comes_first(
    tmp_path, cards, connector, has_sound, found
):
    kernel(tmp_path, *cards)
    display(tmp_path, connector, has_sound=has_sound)
    assert [(one.id, one.output_kind) for one in sound_devices(tmp_path)] == found


def test_a_device_is_used_through_the_conversions_of_its_own_card(tmp_path):
    # A display of a Raspberry Pi takes nothing but frames of IEC 958.
    display(tmp_path, 1, has_sound=True)
    (device,) = sound_devices(kernel(tmp_path, HDMI))
    assert device.alsa_pcm_name == "sysdefault:CARD=vc4hdmi0"


def test_a_microphone_is_no_loudspeaker(tmp_path):
    devices = sound_devices(kernel(tmp_path, JACK, MICROPHONE, records="Microphone"))
    assert [one.id for one in devices] == ["Headphones"]


@pytest.mark.parametrize(
    ("wanted", "found"), [("", "Device"), ("Headphones", "Headphones"), ("gone", "Device")]
)
def test_the_one_that_is_wanted_is_taken_while_it_is_there(tmp_path, wanted, found):
    assert choose_sound_device(sound_devices(kernel(tmp_path, JACK, USB)), wanted).id == found


@pytest.mark.parametrize("told", [None, "", "--- no soundcards ---\n", "\0\xff nonsense [ ]: -\n"])
def test_a_machine_without_any_has_none(tmp_path, told):
    if told is not None:
        kernel(tmp_path)
        (tmp_path / "proc/asound/cards").write_text(told)
        (tmp_path / "proc/asound/pcm").write_text(told)
    assert sound_devices(tmp_path) == ()
    assert choose_sound_device((), "x") is None
