"""A data folder that is every test's own, and a record to work with."""

import pytest

from companion.memory.record import write_record
from tests.companion.playing import commands, two_players


@pytest.fixture(autouse=True)
def data(tmp_path, monkeypatch):
    folder = tmp_path / "data"
    monkeypatch.setenv("MEDURIS_DATA", str(folder))
    return folder


@pytest.fixture
def record(tmp_path):
    path = tmp_path / "game.jsonl"
    path.write_bytes(write_record(two_players(), commands(two_players(), 40)))
    return path
