from pathlib import Path

import platformdirs

from companion.data_folder import data_dir


def test_the_variable_chooses_the_folder(monkeypatch, tmp_path):
    monkeypatch.setenv("MEDURIS_DATA", str(tmp_path / "ours"))
    assert data_dir() == tmp_path / "ours"
    assert not data_dir().exists()


def test_without_the_variable_it_is_the_platforms_folder(monkeypatch):
    for value in (None, ""):
        monkeypatch.delenv("MEDURIS_DATA", raising=False)
        if value is not None:
            monkeypatch.setenv("MEDURIS_DATA", value)
        assert data_dir() == Path(platformdirs.user_data_dir("meduris", appauthor=False))
