import pytest

from hardware.panel import PressKind
from kiosk.idle_timer import IdleTimer, LastButtonPress, ScreenBrightness
from tests.hardware.clocks import HandClock


@pytest.fixture
def idle_timer(clock: HandClock) -> IdleTimer:
    return IdleTimer(clock, dim_after=60, dark_after=300)


def lights_after(idle_timer: IdleTimer, clock: HandClock, *waits: float) -> list[ScreenBrightness]:
    found = []
    for seconds in waits:
        clock.advance(seconds)
        found.append(idle_timer.brightness)
    return found


def test_the_screen_dims_and_then_goes_dark(idle_timer: IdleTimer, clock: HandClock) -> None:
    full, dim, dark = ScreenBrightness
    lights = lights_after(idle_timer, clock, 0, 59, 1, 239, 1, 9999)
    assert lights == [full, full, dim, dim, dark, dark]


@pytest.mark.parametrize(
    ("dim_after", "dark_after", "light"),
    [
        (0, 0, ScreenBrightness.FULL),
        (0, 1e10, ScreenBrightness.FULL),
        (10, 0, ScreenBrightness.DIM),
        (0, 10, ScreenBrightness.DARK),
    ],
)
def test_never_is_zero(
    clock: HandClock, dim_after: float, dark_after: float, light: ScreenBrightness
) -> None:
    idle_timer = IdleTimer(clock, dim_after, dark_after)
    assert lights_after(idle_timer, clock, 1e9) == [light]


def test_the_touch_that_wakes_does_nothing_else_until_it_is_lifted_nor_does_anything_beside_it(
    idle_timer: IdleTimer, clock: HandClock
) -> None:
    clock.advance(30)
    signs = [
        idle_timer.record_touch_down(1),
        idle_timer.record_touch_move(1),
        idle_timer.record_touch_up(1),
    ]
    assert not any(signs), "in full light it is an ordinary one"
    clock.advance(70)
    assert idle_timer.record_touch_down(1)
    assert idle_timer.brightness is ScreenBrightness.FULL
    assert idle_timer.record_touch_move(1)
    assert idle_timer.record_touch_down(2)
    assert idle_timer.record_panel_press(PressKind.PRESSED)
    assert idle_timer.record_touch_up(1)
    assert idle_timer.record_touch_up(2)
    assert not idle_timer.record_panel_press(PressKind.PRESSED)
    assert not idle_timer.record_touch_down(3)


@pytest.mark.parametrize("seconds", [60, 300])
def test_the_press_that_finds_no_full_light_only_wakes(
    idle_timer: IdleTimer, clock: HandClock, seconds: float
) -> None:
    clock.advance(seconds)
    assert idle_timer.record_panel_press(PressKind.PRESSED)
    assert idle_timer.brightness is ScreenBrightness.FULL
    assert not idle_timer.record_panel_press(PressKind.PRESSED)


def test_every_sign_ends_the_quiet_and_is_heard_of_and_the_last_press_is_remembered(
    idle_timer: IdleTimer, clock: HandClock
) -> None:
    heard: list[float] = []
    idle_timer.add_activity_observer(lambda: heard.append(idle_timer.idle_seconds))
    assert idle_timer.last_press is None
    signs = (
        lambda: idle_timer.record_touch_down(1),
        lambda: idle_timer.record_touch_move(1),
        lambda: idle_timer.record_touch_up(1),
        lambda: idle_timer.record_panel_press(PressKind.PRESSED),
        lambda: idle_timer.record_panel_press(PressKind.HELD),
    )
    for sign in signs:
        clock.advance(50)
        assert idle_timer.idle_seconds == 50
        sign()
        assert idle_timer.brightness is ScreenBrightness.FULL
    assert heard == [0] * len(signs)
    last_press: LastButtonPress = idle_timer.last_press
    assert last_press.kind is PressKind.HELD
