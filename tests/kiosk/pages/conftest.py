from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from companion.memory.journal import Journal


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with closing(Journal.open(tmp_path)) as opened:
        yield opened


@pytest.fixture
def sticks(tmp_path: Path) -> Path:
    (tmp_path / "sticks").mkdir()
    return tmp_path / "sticks"


@pytest.fixture
def asked(tmp_path: Path) -> Path:
    (tmp_path / "asked").mkdir()
    return tmp_path / "asked"
