from pathlib import Path

import pytest


@pytest.fixture
def sticks(tmp_path: Path) -> Path:
    (tmp_path / "sticks").mkdir()
    return tmp_path / "sticks"


@pytest.fixture
def asked(tmp_path: Path) -> Path:
    (tmp_path / "asked").mkdir()
    return tmp_path / "asked"
