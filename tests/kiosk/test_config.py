from pathlib import Path

import pytest

from kiosk.config import ConfigError, KioskConfig, read_kiosk_config
from kiosk.rotation import Rotation
from kiosk.words.language import use_language
from kiosk.words.texts import said


def test_all_is_as_usual_without_a_file(tmp_path: Path) -> None:
    assert read_kiosk_config(tmp_path / "kiosk.toml") == KioskConfig()


def test_the_file_that_is_installed_says_what_is_usual_anyway(tmp_path: Path) -> None:
    installed = Path(__file__).parents[2] / "deploy/machine/kiosk.toml"
    assert read_kiosk_config(installed) == KioskConfig()
    lines = installed.read_text().splitlines()
    path = tmp_path / "kiosk.toml"
    path.write_text("\n".join(line[1:] for line in lines if line.startswith("#") and " = " in line))
    assert read_kiosk_config(path) == KioskConfig(language="en"), "which asks nobody"


def test_the_machine_s_settings_are_read(tmp_path: Path) -> None:
    path = tmp_path / "kiosk.toml"
    path.write_text("rotation = 180\ndim_after_minutes = 0.5\n")
    config = read_kiosk_config(path)
    assert (config.rotation, config.dim_after_minutes) == (Rotation.HALF, 0.5)


@pytest.mark.parametrize("rotation", Rotation, ids=str)
def test_a_display_may_be_mounted_in_any_way(rotation: Rotation, tmp_path: Path) -> None:
    path = tmp_path / "kiosk.toml"
    path.write_text(f"rotation = {int(rotation)}\n")
    assert read_kiosk_config(path).rotation is rotation


@pytest.mark.parametrize("text", ["rotation = 45", "dim = 3", "dim_after_minutes = -1", "="])
def test_settings_that_cannot_be_meant_are_refused(text: str, tmp_path: Path) -> None:
    path = tmp_path / "kiosk.toml"
    path.write_text(text)
    with pytest.raises(ConfigError, match=r"kiosk\.toml cannot be used"):
        read_kiosk_config(path)


def test_what_is_wrong_is_told_in_the_language_of_whoever_reads_it(tmp_path: Path) -> None:
    path = tmp_path / "kiosk.toml"
    path.write_text('language = "klingon"\n')
    use_language("de")
    with pytest.raises(ConfigError, match="does not speak 'klingon', but en, de, fr") as caught:
        read_kiosk_config(path)
    assert said(caught.value.sentence).endswith(
        "Die App spricht 'klingon' nicht, sondern en, de, fr"
    )
