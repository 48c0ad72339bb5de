import shutil
from pathlib import Path

import pytest

from kiosk.machine.backlight import Backlight


@pytest.mark.parametrize("left", ["0", "60", "200"])
def test_the_light_goes_down_and_comes_back_whatever_a_kiosk_that_was_stopped_has_left(
    left: str, light: Path, tmp_path: Path
) -> None:
    light.write_text(left)
    backlight = Backlight(100, tmp_path / "lights")
    assert backlight.is_available
    assert light.read_text() == "200"
    for share, brightness in ((0.3, "60"), (0, "0"), (1, "200")):
        backlight.dim_to_share(share)
        assert light.read_text() == brightness


def test_full_light_is_as_bright_as_the_table_wishes(light: Path, tmp_path: Path) -> None:
    backlight = Backlight(50, tmp_path / "lights")
    assert light.read_text() == "100"
    backlight.dim_to_share(0.3)
    assert light.read_text() == "30"
    backlight.set_lit_brightness_percent(100)
    assert light.read_text() == "60"


@pytest.mark.parametrize("most", [1, 2, 4])
def test_a_light_of_few_steps_is_dim_but_not_out(most: int, light: Path, tmp_path: Path) -> None:
    light.with_name("max_brightness").write_text(f"{most}\n")
    backlight = Backlight(10, tmp_path / "lights")
    assert light.read_text() == "1"
    backlight.dim_to_share(0.3)
    assert light.read_text() == "1"
    backlight.dim_to_share(0)
    assert light.read_text() == "0"


def test_a_light_that_does_not_tell_how_bright_it_gets_is_none(light: Path, tmp_path: Path) -> None:
    light.with_name("max_brightness").unlink()
    assert not Backlight(100, tmp_path / "lights").is_available


def test_a_display_that_vanishes_stops_nothing(light: Path, tmp_path: Path) -> None:
    backlight = Backlight(100, tmp_path / "lights")
    shutil.rmtree(light.parent)
    backlight.dim_to_share(0.5)
    assert not backlight.is_available
