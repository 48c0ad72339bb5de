from hardware.firmware.panel import wire
from hardware.firmware.panel.device import SILENCE_MILLISECONDS, Device


def welcomed(*, has_buzzer: bool = True) -> Device:
    device = Device(has_buzzer=has_buzzer)
    device.reply_messages(wire.encode_welcome(), 0)
    return device


def test_only_a_panel_with_a_buzzer_says_so():
    for has_buzzer in (True, False):
        (hello,) = wire.MessageDecoder(wire.FROM_PANEL).feed(
            Device(has_buzzer=has_buzzer).periodic_messages(0)
        )
        assert ("buzzer" in hello.capabilities) is has_buzzer


def test_notes_sound_one_after_the_other_from_when_they_were_heard():
    device = welcomed()
    device.reply_messages(wire.encode_melody(((440, 100), (660, 50))), 1000)
    assert [device.buzzer_hertz(now) for now in (1000, 1099, 1100, 1149, 1150, 9000)] == [
        440,
        440,
        660,
        660,
        0,
        0,
    ]


def test_new_notes_take_the_place_of_others_and_silence_ends_them():
    device = welcomed()
    device.reply_messages(wire.encode_melody(((440, 2000), (440, 2000))), 0)
    device.reply_messages(wire.encode_melody(((880, 2000), (880, 2000))), 100)
    assert device.buzzer_hertz(150) == 880
    device.periodic_messages(100 + SILENCE_MILLISECONDS)
    assert device.buzzer_hertz(100 + SILENCE_MILLISECONDS) == 0


def test_nobody_is_heard_before_the_welcome():
    device = Device(has_buzzer=True)
    device.reply_messages(wire.encode_melody(((440, 100),)), 0)
    assert device.buzzer_hertz(10) == 0
