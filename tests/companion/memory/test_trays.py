"""Trays: what each player still has to move, whatever was done, taken back or corrected."""

import pytest

from companion.memory.session import Session
from tests.companion.obeying import Evening
from tests.luck import Luck
from tests.tables import any_setup


@pytest.mark.parametrize("open_chips", [False, True])
@pytest.mark.parametrize("seed", range(6))
def test_all_lies_as_it_should_once_all_trays_are_tapped_whoever_obeys_when(
    journal, seed: int, *, open_chips: bool
):
    luck = Luck(seed)
    session = Session.begin(journal, any_setup(luck), save=lambda _head, _rows, told: told(1))
    evening = Evening(session, luck, open_chips=open_chips)
    for _ in range(3):
        evening.play(80)
        evening.settle()
