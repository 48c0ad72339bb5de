import os
from pathlib import Path

import pytest

from kiosk.config import KioskConfig, ReadConfig, read_kiosk_config
from kiosk.rotation import Rotation
from kiosk.words.language import use_language
from kiosk.words.texts import said


def test_all_is_as_usual_without_a_file(tmp_path: Path) -> None:
    assert read_kiosk_config(tmp_path / "kiosk.toml") == ReadConfig(KioskConfig())


def test_the_file_that_is_installed_says_what_is_usual_anyway(tmp_path: Path) -> None:
    installed = Path(__file__).parents[2] / "deploy/machine/kiosk.toml"
    assert read_kiosk_config(installed) == ReadConfig(KioskConfig())
    lines = installed.read_text().splitlines()
    path = tmp_path / "kiosk.toml"
    path.write_text("\n".join(line[1:] for line in lines if line.startswith("#") and " = " in line))
    assert read_kiosk_config(path) == ReadConfig(KioskConfig(language="en")), "which asks nobody"


def test_the_machine_s_settings_are_read(tmp_path: Path) -> None:
    path = tmp_path / "kiosk.toml"
    path.write_text("rotation = 180\ndim_after_minutes = 0.5\n")
    config = read_kiosk_config(path).config
    assert (config.rotation, config.dim_after_minutes) == (Rotation.HALF, 0.5)


@pytest.mark.parametrize("rotation", Rotation, ids=str)
def test_a_display_may_be_mounted_in_any_way(rotation: Rotation, tmp_path: Path) -> None:
    path = tmp_path / "kiosk.toml"
    path.write_text(f"rotation = {int(rotation)}\n")
    assert read_kiosk_config(path).config.rotation is rotation


@pytest.mark.parametrize("text", ["rotation = 45", "dim = 3", "dim_after_minutes = -1"])
def test_what_cannot_be_meant_costs_itself_alone_and_is_told(text: str, tmp_path: Path) -> None:
    path = tmp_path / "kiosk.toml"
    path.write_text(f"{text}\ndark_after_minutes = 7\n")
    config, told = read_kiosk_config(path)
    assert config == KioskConfig(dark_after_minutes=7)
    (sentence,) = told
    assert f"{path}: {text.partition(' ')[0]} is left out" in str(sentence)


@pytest.mark.parametrize("content", [b"=", b"\xff", b"a = " + b"[" * 20_000, b"#" * 100_000])
def test_a_file_that_is_none_leaves_all_as_usual_and_is_told(
    content: bytes, tmp_path: Path
) -> None:
    path = tmp_path / "kiosk.toml"
    path.write_bytes(content)
    config, (told,) = read_kiosk_config(path)
    assert config == KioskConfig()
    assert f"{path} cannot be used: " in str(told)


def test_a_folder_or_a_pipe_in_its_place_holds_nobody_up(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path, tmp_path / "pipe"):
        config, told = read_kiosk_config(path)
        assert (config, len(told)) == (KioskConfig(), 1)


def test_what_is_wrong_is_told_in_the_language_of_whoever_reads_it(tmp_path: Path) -> None:
    path = tmp_path / "kiosk.toml"
    path.write_text('language = "klingon"\n')
    use_language("de")
    config, (told,) = read_kiosk_config(path)
    assert config.language is None
    assert str(told).endswith("the app does not speak 'klingon', but en, de, fr")
    assert said(told).endswith("die App spricht 'klingon' nicht, sondern en, de, fr")
