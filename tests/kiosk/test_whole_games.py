"""Whole games through the screen by touches alone, exported as they were given.

One of them is played on a display that is turned, with large letters. Every run is the same:
`python -m tests.tools.every_layout` plays all of them, in all layouts.
"""

from pathlib import Path

import pytest

from kiosk.words.language import use_language
from tests.kiosk.touch import EXTREME, LAYOUTS, SIZES, SQUARER, UPRIGHT
from tests.tools.every_layout import play

PLAYED = (("800x480-90-large", "fr", 4), ("1024x600-0-usual", "en", 3))


@pytest.mark.parametrize(("layout", "language", "players"), PLAYED)
def test_a_whole_game_goes_through_the_screen_and_comes_out_the_same(
    tmp_path: Path, layout: str, language: str, players: int
) -> None:
    use_language(language)
    assert play(LAYOUTS[layout], tmp_path, players, seated=players == 4) == []


def test_there_is_a_layout_for_each_size_and_turn_and_for_both_kinds_of_letters() -> None:
    assert len(LAYOUTS) == len({*SIZES, *UPRIGHT, *SQUARER, *EXTREME}) * 4 * 2
