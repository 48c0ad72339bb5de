import pytest

from hardware.firmware.panel import wire
from hardware.lamps import DARK_LEVELS
from hardware.panel import Press, PressKind
from hardware.serial_protocol import HandshakeState, SerialProtocol
from hardware.troubles import TroubleKind

LIT = (9, *[0] * 8, 255)
HELLO = wire.frame_message("hello companion-panel 1 1.0.0 button,lamps10,dim")
TOCK = wire.frame_message("tock")
WELCOME = wire.encode_welcome()
TICK = wire.frame_message("tick")


def lights(frame) -> bytes:
    return wire.encode_lamp_levels(frame)


@pytest.fixture
def talk():
    return SerialProtocol(0.0)


def in_talk(hello: bytes) -> SerialProtocol:
    talk = SerialProtocol(0.0)
    talk.receive(hello, 0.0)
    talk.bytes_to_send(LIT, 0.0)
    talk.receive(TOCK, 0.0)
    assert talk.state is HandshakeState.TALKING
    return talk


@pytest.fixture
def talking():
    return in_talk(HELLO)


@pytest.mark.parametrize("line", [TOCK, wire.frame_message("press 1 pressed"), WELCOME, TICK])
def test_nothing_but_a_hello_begins_a_talk(talk, line):
    assert talk.receive(line, 0.0) == ()
    assert talk.bytes_to_send(LIT, 0.0) == b""


def test_the_lamps_are_said_when_they_change_and_with_every_tick(talking):
    assert talking.bytes_to_send(LIT, 0.5) == b""
    assert talking.bytes_to_send(DARK_LEVELS, 0.5) == lights(DARK_LEVELS)
    assert talking.bytes_to_send(DARK_LEVELS, 0.9) == b""
    assert talking.next_wakeup_time() == 1.0
    assert talking.bytes_to_send(DARK_LEVELS, 1.0) == TICK + lights(DARK_LEVELS)
    assert talking.next_wakeup_time() == 2.0


def test_a_panel_without_lamps_gets_none(talk):
    talk.receive(wire.frame_message("hello companion-panel 1 1.0.0 button"), 0.0)
    assert talk.bytes_to_send(LIT, 0.0) == WELCOME + TICK


def test_a_panel_that_cannot_dim_gets_its_lamps_on_or_off(talk):
    talk.receive(wire.frame_message("hello companion-panel 1 1.0.0 button,lamps10"), 0.0)
    assert talk.bytes_to_send(LIT, 0.0) == WELCOME + TICK + lights((255, *[0] * 8, 255))


def test_presses_are_told_in_order_with_the_time(talking):
    both = wire.frame_message("press 4 pressed") + wire.frame_message("press 5 held")
    assert talking.receive(both, 0.2) == (
        Press(PressKind.PRESSED, 4, 0.2),
        Press(PressKind.HELD, 5, 0.2),
    )


def test_a_press_that_comes_twice_counts_once(talking):
    line = wire.frame_message("press 4 pressed")
    assert len(talking.receive(line + line, 0.2)) == 1
    assert talking.missed_presses == 0


@pytest.mark.parametrize(
    ("numbers", "missed"), [([1, 2, 3], 0), ([1, 3], 1), ([65534, 65535, 0, 1], 0), ([65535, 2], 2)]
)
def test_presses_that_were_lost_on_the_way_are_counted(talking, numbers, missed):
    for number in numbers:
        talking.receive(wire.frame_message(f"press {number} pressed"), 0.2)
    assert talking.missed_presses == missed


def test_a_press_before_the_talk_has_begun_does_not_count(talk):
    assert talk.receive(HELLO + wire.frame_message("press 1 pressed"), 0.0) == ()


def test_a_panel_that_talks_between_its_nonsense_is_kept(talking):
    for second in range(10):
        talking.receive(b"\x00\xff\x80" * 200 + b"\n" + TOCK, second)
        talking.check_timeouts(second)
    assert talking.state is HandshakeState.TALKING


def test_a_panel_that_started_anew_is_welcomed_anew_and_its_numbers_with_it(talking):
    talking.receive(wire.frame_message("press 900 pressed"), 0.1)
    talking.receive(HELLO, 0.2)
    assert talking.bytes_to_send(LIT, 0.2) == WELCOME + TICK + lights(LIT)
    talking.receive(TOCK, 0.2)
    assert len(talking.receive(wire.frame_message("press 0 pressed"), 0.3)) == 1
    assert talking.missed_presses == 0


def test_a_panel_that_never_hears_the_welcome_does_not_listen(talk):
    for step in range(7):
        talk.receive(HELLO, step / 2)
        assert talk.bytes_to_send(LIT, step / 2).startswith(WELCOME)
        talk.check_timeouts(step / 2)
    assert (talk.state, talk.end_reason) == (HandshakeState.LISTENING, TroubleKind.NOT_LISTENING)
    talk.receive(HELLO, 3.5)
    assert talk.end_reason is TroubleKind.NOT_LISTENING


NOTES = ((440, 100), (660, 200))


@pytest.mark.parametrize(
    ("capabilities", "told"),
    [("button,lamps10,dim,buzzer", wire.encode_melody(NOTES)), ("button,lamps10,dim", b"")],
)
def test_only_a_panel_with_a_buzzer_is_told_its_notes_and_once(capabilities, told):
    talk = in_talk(wire.frame_message(f"hello companion-panel 1 1.1.0 {capabilities}"))
    talk.play_melody(NOTES)
    assert talk.bytes_to_send(LIT, 0.2) == told
    assert talk.bytes_to_send(LIT, 0.3) == b""
