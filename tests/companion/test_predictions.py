"""What a preview tells is what then happens, in positions of random games."""

from itertools import islice

from hypothesis import given, settings

from tests.companion import predictions
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


def test_predictions_of_every_kind_are_compared(capsys):
    assert predictions.main(["6000"]) == 0
    *kinds, total = capsys.readouterr().out.splitlines()
    assert total.split() == ["all", "6000", "compared", "0", "wrong"]
    told = "\n".join(kinds)
    for kind in (
        "a hut's price",
        "a temple's end points",
        "a worker's move",
        "an answer's points",
        "no river after a temple",
        "who is asked after a temple",
        "workers to move",
        "points thought of in a turn",
        "points thought of in a ritual",
        "fewest points thought of in a ritual",
        "most points thought of in a ritual",
    ):
        assert kind in told


def test_a_wrong_prediction_is_told_and_ends_it_badly(capsys, monkeypatch):
    monkeypatch.setattr(predictions.preview, "levels_to_move", lambda *_: ())
    assert predictions.main(["3000"]) == 1
    told = capsys.readouterr().out
    assert "workers to move: told (0, set())" in told
