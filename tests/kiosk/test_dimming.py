from collections.abc import Iterator
from pathlib import Path

import pytest

from kiosk.idleness import Light
from tests.kiosk.touch import Touchscreen


@pytest.fixture
def screen(tmp_path: Path) -> Iterator[Touchscreen]:
    with Touchscreen(tmp_path / "data") as screen:
        screen.stage.go("start")
        yield screen


def dimming(lights: Path, dim_after: float = 2, dark_after: float = 4):
    from kiosk.dimming import Dimming  # noqa: PLC0415
    from kiosk.machine.backlight import Backlight  # noqa: PLC0415

    return Dimming(dim_after, dark_after, Backlight(100, lights))


def test_the_touch_that_wakes_the_screen_taps_nothing(screen: Touchscreen, tmp_path: Path) -> None:
    watching = dimming(tmp_path)
    try:
        screen.wait(6)
        assert watching.light is Light.DARK
        screen.tap("new_game")
        assert watching.light is Light.FULL
        assert screen.name == "start"
        screen.tap("new_game")
        assert screen.name == "new_game"
    finally:
        watching.close()


def test_the_light_behind_the_display_follows(
    screen: Touchscreen, light: Path, tmp_path: Path
) -> None:
    watching = dimming(tmp_path / "lights")
    try:
        found = []
        for seconds in (0, 3.1, 2):
            screen.wait(seconds)
            found.append(light.read_text())
        watching.wake()
        found.append(light.read_text())
        assert found == ["200", "60", "0", "200"]
    finally:
        watching.close()


def test_a_kiosk_that_starts_anew_in_the_dark_makes_light(
    screen: Touchscreen, light: Path, tmp_path: Path
) -> None:
    light.write_text("0")
    watching = dimming(tmp_path / "lights")
    try:
        assert light.read_text() == "200"
    finally:
        watching.close()
