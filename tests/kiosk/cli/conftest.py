import pytest

from companion.memory.record import encode_record
from tests.companion.playing import commands, two_players


@pytest.fixture(autouse=True)
def _no_data_of_this_machine(tmp_path, monkeypatch):
    monkeypatch.setenv("MEDURIS_DATA", str(tmp_path / "data"))


@pytest.fixture
def data(tmp_path):
    return tmp_path / "data"


@pytest.fixture
def record(tmp_path):
    path = tmp_path / "game.jsonl"
    path.write_bytes(encode_record(two_players(), commands(two_players(), 40)))
    return path
