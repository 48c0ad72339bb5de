import os
from contextlib import closing
from pathlib import Path

import platformdirs
import pytest

from companion.errors import JournalError
from companion.memory.data_folder import default_data_folder
from companion.memory.folder_lock import IN_USE, DataFolderLock
from companion.memory.journal import Journal
from tests.companion.memory.data_folders import small_game


def test_the_variable_chooses_the_folder(monkeypatch, tmp_path):
    monkeypatch.setenv("MEDURIS_DATA", str(tmp_path / "ours"))
    assert default_data_folder() == tmp_path / "ours"
    assert not default_data_folder().exists()


def test_without_the_variable_it_is_the_platforms_folder(monkeypatch):
    for value in (None, ""):
        monkeypatch.delenv("MEDURIS_DATA", raising=False)
        if value is not None:
            monkeypatch.setenv("MEDURIS_DATA", value)
        assert default_data_folder() == Path(platformdirs.user_data_dir("meduris", appauthor=False))


def test_a_second_app_on_one_folder_is_refused_politely(tmp_path):
    with DataFolderLock(tmp_path / "data"):
        with pytest.raises(JournalError) as caught:
            DataFolderLock(tmp_path / "data").acquire()
        assert caught.value.args == (IN_USE,)
        DataFolderLock(tmp_path / "other").acquire()
    with DataFolderLock(tmp_path / "data"):
        pass


def test_where_no_lock_can_be_made_the_app_goes_on_without(tmp_path):
    (tmp_path / "data").write_text("a file in place of the folder")
    with DataFolderLock(tmp_path / "data"):
        pass


def test_nobody_else_may_read_what_is_made_there(tmp_path):
    before = os.umask(0o022)
    try:
        with DataFolderLock(tmp_path / "data"), closing(Journal.open(tmp_path / "data")) as journal:
            journal.add_game(small_game().rows)
            modes = {
                path.name: path.stat().st_mode & 0o777 for path in (tmp_path / "data").iterdir()
            }
    finally:
        os.umask(before)
    files = ("games.db", "games.db-wal", "games.db-shm")
    assert modes == dict.fromkeys(files, 0o640)
    assert (tmp_path / "data").stat().st_mode & 0o777 == 0o750
