import shutil
from contextlib import closing

import pytest

from companion.memory.journal import Journal
from tests.companion.memory import rotten
from tests.companion.memory.rotten import (
    SilentError,
    found_of,
    look,
    misfit,
    sound_games,
    spoil_often,
)


def test_of_games_in_rotten_journals_none_goes_on_as_another_one():
    faults = []
    ends = spoil_often(40, 3, lambda *fault: faults.append(fault))
    assert faults == []
    assert ends["told"] > 20


def test_of_games_with_rows_that_can_be_read_but_do_not_fit_none_goes_on_as_another_one():
    faults = []
    ends = spoil_often(20, 4, lambda *fault: faults.append(fault), misfit)
    assert faults == []
    assert ends == {"told": 20}


def test_a_game_that_went_on_as_another_one_would_be_noticed(tmp_path, monkeypatch):
    games = sound_games(tmp_path)
    assert look(shutil.copytree(tmp_path, tmp_path / "apart"), games) == "unharmed"
    head, rows = games[1]
    with closing(Journal.open(tmp_path)) as journal:
        with pytest.raises(SilentError, match="another one"):
            found_of(journal, {**games, 1: (head, (rows[1], *rows[1:]))}, [])
        with pytest.raises(SilentError, match="lost its end"):
            found_of(journal, {**games, 1: (head, (*rows, rows[-1]))}, [])


def test_what_a_journal_raises_is_counted(monkeypatch):
    def fails(_folder, _games):
        raise IndexError

    monkeypatch.setattr(rotten, "look", fails)
    faults = []
    assert spoil_often(2, 1, lambda *fault: faults.append(fault))["traceback"] == 2
    assert len(faults) == 2
