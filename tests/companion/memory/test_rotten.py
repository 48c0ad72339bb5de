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


def test_a_game_that_went_on_as_another_one_would_be_noticed(tmp_path):
    games = sound_games(tmp_path)
    apart = shutil.copytree(tmp_path, tmp_path / "apart")
    assert look(apart, games, checked=True) == "unharmed"
    key, game = next(iter(games.items()))
    other, longer = game.copy(), game.copy()
    other.steps.reverse()
    longer.steps.append(game.steps[-1])
    with (
        closing(Journal.open(tmp_path)) as journal,
        pytest.raises(SilentError, match="another one"),
    ):
        found_of(journal, {**games, key: other}, [])
    with pytest.raises(SilentError, match="not what they were"):
        look(tmp_path, {**games, key: longer}, checked=False)


def test_what_a_journal_raises_is_counted(monkeypatch):
    def fails(_folder, _games, *, checked):
        raise IndexError(checked)

    monkeypatch.setattr(rotten, "look", fails)
    faults = []
    assert spoil_often(2, 1, lambda *fault: faults.append(fault))["traceback"] == 2
    assert len(faults) == 2
