import re

import pytest

from companion.state import FinaleStage, Phase
from kiosk.words.times import date_and_time_text, next_decision_text, progress_text
from tests.companion.positions import BLUE, GREEN, RED, position


@pytest.mark.parametrize(
    ("state", "text"),
    [
        (position(BLUE, GREEN, RED, turn=12), "Turn 12"),
        (position(BLUE, GREEN, RED, phase=Phase.PLACING, turn=0), "Before the first turn"),
        (
            position(BLUE, GREEN, RED, finale=FinaleStage.LAST_TURNS, finisher=RED),
            "Turn 7, one of the last",
        ),
        (position(BLUE, GREEN, RED, finale=FinaleStage.CIRCUIT), "Final circuit"),
    ],
)
def test_how_far_a_game_is_is_told_in_words(state, text: str) -> None:
    assert progress_text(state) == text


def test_the_decision_is_told_with_its_player() -> None:
    state = position(BLUE, GREEN, RED, phase=Phase.TAKE, decider=GREEN)

    assert next_decision_text(state) == "Gus takes a chip"


def test_times_are_shown_to_the_minute_and_odd_ones_are_owned_up_to() -> None:
    numbers = re.findall(r"\d+", date_and_time_text("2026-11-21T06:38:39.123+00:00"))
    assert {"11", "2026", "38"} <= set(numbers)
    assert len(numbers) == 5  # with the day and the hour of this place, and no seconds
    assert date_and_time_text("yesterday") == "?"
