from pathlib import Path

import pytest

from companion.memory.exchange.backup import back_up
from companion.memory.exchange.restore import restore
from kiosk.rotation import Rotation, TouchCalibration
from kiosk.settings import (
    KioskConfig,
    LoadedConfig,
    read_kiosk_config,
    with_saved_mounting,
    write_mounting,
)
from kiosk.words.language import use_language
from kiosk.words.texts import sentence_text
from tests.kiosk.laid_games import beginning, left_game

QUARTER = KioskConfig(rotation=Rotation.QUARTER, touch_mirrored=True)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "kiosk.toml"


def test_all_is_as_usual_without_a_file_and_with_the_one_that_is_installed(path: Path) -> None:
    installed = Path(__file__).parents[2] / "deploy/machine/kiosk.toml"
    for file in (path, installed):
        assert read_kiosk_config(file) == LoadedConfig(KioskConfig())
    lines = installed.read_text().splitlines()
    path.write_text("\n".join(line[1:] for line in lines if line.startswith("#") and " = " in line))
    assert read_kiosk_config(path) == LoadedConfig(KioskConfig(language="en")), "which asks nobody"


def test_the_machine_s_settings_are_read(path: Path) -> None:
    path.write_text("rotation = 180\ndim_after_minutes = 0.5\n")
    config = read_kiosk_config(path).config
    assert (config.rotation, config.dim_after_minutes) == (Rotation.HALF, 0.5)


@pytest.mark.parametrize("text", ["rotation = 45", "dim = 3", "dim_after_minutes = -1"])
def test_what_cannot_be_meant_costs_itself_alone_and_is_told(text: str, path: Path) -> None:
    path.write_text(f"{text}\ndark_after_minutes = 7\n")
    config, (told,) = read_kiosk_config(path)
    assert config == KioskConfig(dark_after_minutes=7)
    assert f"{path}: {text.partition(' ')[0]} is ignored" in str(told)


def test_what_is_wrong_is_told_in_the_language_of_whoever_reads_it(path: Path) -> None:
    path.write_text('language = "klingon"\n')
    use_language("de")
    config, (told,) = read_kiosk_config(path)
    assert config.language is None
    assert str(told).endswith("there is no language 'klingon': choose from en, de, fr")
    assert sentence_text(told).endswith(
        "die Sprache 'klingon' gibt es nicht: Zur Wahl stehen en, de, fr"
    )


@pytest.mark.parametrize("content", [b"=", b"\xff", b"a = " + b"[" * 20_000, b"#" * 100_000])
def test_a_file_that_is_none_changes_nothing_and_is_told(content: bytes, path: Path) -> None:
    path.write_bytes(content)
    config, (told,) = read_kiosk_config(path)
    assert config == KioskConfig()
    assert f"{path} cannot be used: " in str(told)


@pytest.mark.parametrize("content", [b"=", b"rotation = 45\ntouch_mirrored = 3", b"dim = 1"])
def test_what_is_set_at_the_screen_comes_first_unless_it_cannot_be_used(
    content: bytes, tmp_path: Path
) -> None:
    machine = KioskConfig(language="de", rotation=Rotation.HALF, dim_after_minutes=1)
    assert with_saved_mounting(tmp_path, machine) == LoadedConfig(machine)
    write_mounting(tmp_path, QUARTER)
    config, wrong = with_saved_mounting(tmp_path, machine)
    assert config.touch_calibration == TouchCalibration(mirrored=True)
    assert (config.rotation, config.language) == (Rotation.QUARTER, "de")
    assert (config.dim_after_minutes, wrong) == (1, ())
    (file,) = tmp_path.iterdir()
    file.write_bytes(content)
    config, wrong = with_saved_mounting(tmp_path, machine)
    assert config == machine
    assert wrong
    assert all(str(file) in str(one) for one in wrong)


def test_how_the_display_is_mounted_goes_into_no_backup_and_no_restoring_touches_it(
    tmp_path: Path,
) -> None:
    """It belongs to the display; the games may move to another one."""
    left_game(tmp_path / "here", beginning(2), 4)
    write_mounting(tmp_path / "here", QUARTER)
    manifest = back_up(tmp_path / "here", tmp_path / "games.meduris-backup")
    assert not [name for name in manifest.files if "display" in name]
    write_mounting(tmp_path / "there", KioskConfig(rotation=Rotation.HALF))
    restore(tmp_path / "there", tmp_path / "games.meduris-backup")
    assert with_saved_mounting(tmp_path / "there", KioskConfig()).config.rotation is Rotation.HALF
