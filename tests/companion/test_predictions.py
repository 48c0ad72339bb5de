"""What a preview tells is what then happens, in positions of random games."""

from itertools import islice

from hypothesis import given, settings

from tests.companion.predictions import of_a_game
from tests.luck import Luck
from tests.strategies import lucks

SOME = 300
"""Predictions that are looked at in a game."""


@settings(max_examples=20)
@given(lucks)
def test_what_is_told_is_what_then_happens(luck: Luck):
    wrong = [one for one in islice(of_a_game(luck), SOME) if not one.right]
    assert wrong == []
