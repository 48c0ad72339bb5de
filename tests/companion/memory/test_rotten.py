from tests.companion.memory.rotten import (
    misfit,
    spoil_often,
)


def test_of_games_in_rotten_journals_none_goes_on_as_another_one():
    faults = []
    ends = spoil_often(40, 3, lambda *fault: faults.append(fault))
    assert faults == []
    assert ends["told"] > 20


def test_of_games_with_rows_that_can_be_read_but_do_not_fit_none_goes_on_as_another_one():
    faults = []
    ends = spoil_often(20, 7, lambda *fault: faults.append(fault), misfit)
    assert faults == []
    assert ends == {"told": 20}
