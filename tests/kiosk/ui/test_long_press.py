import pytest

from kiosk import routes
from kiosk.navigator import Page
from kiosk.ui.long_press import PRESS_SECONDS, LongPress
from kiosk.ui.surface import Box
from kiosk.ui.tap import TapButton
from tests.kiosk.touch import Touchscreen

PLACE = Box(100, 100, 200, 100)
MIDDLE = PLACE.center
BESIDE = (500.0, 150.0)


class Pressed(Page):
    def __init__(self, touch: Touchscreen) -> None:
        super().__init__(touch.navigator)
        self.told: list[str] = []
        self.add_widget(TapButton(PLACE, "one", lambda: self.told.append("tap")))
        self.press = LongPress(
            self.box, lambda point: "button" if PLACE.contains(point) else None, self.told.append
        )
        self.add_widget(self.press)


@pytest.fixture
def touch(touch: Touchscreen) -> Touchscreen:
    touch.navigator.page = Pressed(touch)
    touch.navigator.add_widget(touch.navigator.page)
    return touch


def is_seen(touch: Touchscreen) -> bool:
    return bool(touch.page.press.canvas.children)


def test_a_finger_that_rests_is_told_once_and_taps_nothing(touch: Touchscreen) -> None:
    with touch.held_at(MIDDLE):
        touch.wait(PRESS_SECONDS + 0.1)
        assert touch.page.told == ["button"]
        assert not is_seen(touch)
        touch.wait(2 * PRESS_SECONDS)
    assert touch.page.told == ["button"]


def test_a_short_touch_taps_and_shows_no_counting(touch: Touchscreen) -> None:
    with touch.held_at(MIDDLE):
        touch.wait(0.1)
        assert not is_seen(touch)
    touch.wait(2 * PRESS_SECONDS)
    assert touch.page.told == ["tap"]


def test_who_slides_off_has_not_pressed_and_who_trembles_has(touch: Touchscreen) -> None:
    touch._finger("down", MIDDLE)
    touch._finger("move", (MIDDLE[0] + 5, MIDDLE[1] - 5))
    touch.wait(PRESS_SECONDS - 0.2)
    assert is_seen(touch)
    touch._finger("move", BESIDE)
    assert not is_seen(touch)
    touch.wait(PRESS_SECONDS)
    touch._finger("up", BESIDE)
    assert touch.page.told == []

    touch._finger("down", MIDDLE)
    touch._finger("move", (MIDDLE[0] + 5, MIDDLE[1] - 5))
    touch.wait(PRESS_SECONDS + 0.1)
    touch._finger("up", MIDDLE)
    assert touch.page.told == ["button"]


def test_where_nothing_lies_nothing_is_counted(touch: Touchscreen) -> None:
    with touch.held_at(BESIDE):
        touch.wait(PRESS_SECONDS - 0.1)
        assert not is_seen(touch)
        touch.wait(PRESS_SECONDS)
    assert touch.page.told == []


def test_a_page_that_goes_takes_the_counting_along(touch: Touchscreen) -> None:
    gone = touch.page
    with touch.held_at(MIDDLE):
        touch.navigator.go(routes.Start())
        touch.wait(2 * PRESS_SECONDS)
    assert gone.told == []
