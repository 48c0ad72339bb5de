import pytest

from hardware.button import PressKind
from kiosk.presence import Light, Presence


class Clock:
    """A clock that a test sets."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now

    def wait(self, seconds: float) -> None:
        self.now += seconds


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def presence(clock: Clock) -> Presence:
    """Dims after one minute and darkens after five."""
    return Presence(clock, dim_after=60, dark_after=300)


def lights_after(presence: Presence, clock: Clock, *waits: float) -> list[Light]:
    found = []
    for seconds in waits:
        clock.wait(seconds)
        found.append(presence.light)
    return found


def test_the_screen_dims_and_then_goes_dark(presence: Presence, clock: Clock) -> None:
    full, dim, dark = Light
    lights = lights_after(presence, clock, 0, 59, 1, 239, 1, 9999)
    assert lights == [full, full, dim, dim, dark, dark]


@pytest.mark.parametrize(
    ("dim_after", "dark_after", "light"),
    [(0, 0, Light.FULL), (0, 1e10, Light.FULL), (10, 0, Light.DIM), (0, 10, Light.DARK)],
)
def test_never_is_zero(clock: Clock, dim_after: float, dark_after: float, light: Light) -> None:
    presence = Presence(clock, dim_after, dark_after)
    assert lights_after(presence, clock, 1e9) == [light]


def test_a_touch_in_full_light_is_an_ordinary_one(presence: Presence, clock: Clock) -> None:
    clock.wait(30)
    assert not presence.begins(1)
    assert not presence.moves(1)
    assert not presence.ends(1)


def test_the_touch_that_wakes_does_nothing_else_until_it_is_lifted(
    presence: Presence, clock: Clock
) -> None:
    clock.wait(400)
    assert presence.begins(1)
    assert presence.light is Light.FULL
    assert presence.moves(1)
    assert presence.ends(1)
    assert not presence.begins(2)


def test_a_second_finger_beside_the_one_that_wakes_does_nothing_either(
    presence: Presence, clock: Clock
) -> None:
    clock.wait(70)
    presence.begins(1)
    assert presence.begins(2)
    assert presence.ends(1)
    assert presence.ends(2)


@pytest.mark.parametrize("seconds", [60, 300])
def test_the_press_that_finds_no_full_light_only_wakes(
    presence: Presence, clock: Clock, seconds: float
) -> None:
    clock.wait(seconds)
    assert presence.press(PressKind.PRESSED)
    assert presence.light is Light.FULL
    assert not presence.press(PressKind.PRESSED)


def test_a_press_beside_the_finger_that_wakes_only_wakes_too(
    presence: Presence, clock: Clock
) -> None:
    clock.wait(300)
    presence.begins(1)
    assert presence.press(PressKind.PRESSED)
    presence.ends(1)
    assert not presence.press(PressKind.PRESSED)


def test_every_sign_ends_the_quiet(presence: Presence, clock: Clock) -> None:
    signs = (
        lambda: presence.begins(1),
        lambda: presence.moves(1),
        lambda: presence.ends(1),
        lambda: presence.press(PressKind.PRESSED),
        lambda: presence.press(PressKind.HELD),
    )
    for sign in signs:
        clock.wait(50)
        assert presence.quiet_seconds == 50
        sign()
        assert presence.quiet_seconds == 0
        assert presence.light is Light.FULL


def test_whoever_wants_to_know_hears_of_every_sign(presence: Presence, clock: Clock) -> None:
    heard = []
    presence.observe(lambda: heard.append(presence.quiet_seconds))
    clock.wait(7)
    presence.begins(1)
    presence.press(PressKind.HELD)
    assert heard == [0, 0]


def test_the_last_press_is_remembered_with_its_kind(presence: Presence) -> None:
    assert presence.last_press is None
    presence.press(PressKind.PRESSED)
    presence.press(PressKind.HELD)
    assert presence.last_press is not None
    assert presence.last_press.kind is PressKind.HELD
