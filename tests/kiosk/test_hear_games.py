import pytest

from kiosk.words.aloud import speakable
from kiosk.words.language import languages
from tests.tools.hear_games import play


@pytest.mark.parametrize("seed", range(len(languages())))
def test_what_is_said_of_a_game_stands_in_the_trays_and_on_the_card(tmp_path, seed, monkeypatch):
    monkeypatch.setattr("tests.tools.hear_games.STEPS", 120)
    assert play(seed, tmp_path) > 40


@pytest.mark.parametrize(
    ("shown", "said"),
    [
        ("\N{MINUS SIGN}3, point marker to 12", "minus 3, point marker to 12"),
        ("+2, free hut", "plus 2, free hut"),
        (
            "Worker from wood \N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK} wool (top)",
            "Worker from wood to wool, top",
        ),
    ],
)
def test_signs_are_said_in_words(shown: str, said: str) -> None:
    assert speakable(shown) == said
