"""Kivy is set up for this process before any test imports something of it."""

from pathlib import Path

import pytest

from tests.kiosk.touch import configure

configure()


@pytest.fixture
def light(tmp_path: Path) -> Path:
    """The brightness of the one light that the system in `tmp_path / "lights"` knows, 0 to 200."""
    light = tmp_path / "lights/panel/brightness"
    light.parent.mkdir(parents=True)
    light.write_text("200\n")
    light.with_name("max_brightness").write_text("200\n")
    return light
