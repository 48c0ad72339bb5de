from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.state import Phase
from kiosk import routes
from kiosk.idle_timer import ScreenBrightness
from tests.kiosk.panel_tables import app_state_at, rolls
from tests.kiosk.touch import Touchscreen
from tests.kiosk.touch_with_panel import PanelTouchscreen

DIM_AFTER = 2
DARK_AFTER = 4


@pytest.fixture
def screen(tmp_path: Path) -> Iterator[Touchscreen]:
    with Touchscreen(tmp_path / "data", dim_after=DIM_AFTER, dark_after=DARK_AFTER) as screen:
        screen.navigator.go(routes.Start())
        yield screen


@contextmanager
def screen_dimmer(screen: Touchscreen, lights: Path) -> Iterator[object]:
    from kiosk.app import ScreenDimmer  # noqa: PLC0415 - Kivy is configured by now
    from kiosk.machine.backlight import Backlight  # noqa: PLC0415 - likewise

    watching = ScreenDimmer(screen.idle_timer, Backlight(100, lights))
    yield watching
    watching.close()


def test_the_light_behind_the_display_follows_and_the_touch_that_wakes_it_taps_nothing(
    screen: Touchscreen, light: Path, tmp_path: Path
) -> None:
    with screen_dimmer(screen, tmp_path / "lights") as watching:
        found = []
        for seconds in (0, 3.1, 2):
            screen.wait(seconds)
            found.append(light.read_text())
        assert watching.light is ScreenBrightness.DARK
        screen.tap("new_game")
        assert [*found, light.read_text()] == ["200", "60", "0", "200"]
        assert (watching.light, screen.name) == (ScreenBrightness.FULL, "start")
        screen.tap("new_game")
        assert screen.name == "new_game"


def test_the_press_that_wakes_the_screen_and_its_lamps_rolls_nothing(tmp_path: Path) -> None:
    app_state = app_state_at(tmp_path, Phase.ROLL)
    with (
        PanelTouchscreen(
            tmp_path, app_state=app_state, dim_after=DIM_AFTER, dark_after=DARK_AFTER
        ) as touch,
        screen_dimmer(touch, tmp_path) as watching,
    ):
        touch.navigator.go(routes.Table())
        touch.wait(0.1)
        before, lit = (rolls(touch), touch.texts()), touch.lit()
        assert lit
        for seconds, lamps in ((DIM_AFTER + 1, lit), (DARK_AFTER + 1, set())):
            touch.wait(seconds)
            assert touch.lit() == lamps
            touch.panel.press_button()
            touch.wait(0.1)
            touch.panel.release_button()
            assert watching.light is ScreenBrightness.FULL
            assert touch.lit() == lit, "a blink would say that this was no time to press"
            touch.wait(0.1)
            assert (rolls(touch), touch.texts()) == before
        touch.press()
        assert len(rolls(touch)) == len(before[0]) + 1


def test_a_kiosk_that_starts_anew_in_the_dark_makes_light(
    screen: Touchscreen, light: Path, tmp_path: Path
) -> None:
    light.write_text("0")
    with screen_dimmer(screen, tmp_path / "lights"):
        assert light.read_text() == "200"
