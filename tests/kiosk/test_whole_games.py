"""A whole game through the screen by touches alone, exported as it was given.

It is played on a display that is turned, with large letters. Every run is the same:
`python -m tests.tools.every_layout` plays games in all layouts.
"""

from pathlib import Path

from kiosk.words.language import use_language
from tests.kiosk.touch import LAYOUTS
from tests.tools.every_layout import play


def test_a_whole_game_goes_through_the_screen_and_comes_out_the_same(tmp_path: Path) -> None:
    use_language("fr")
    assert play(LAYOUTS["800x480-90-large"], tmp_path, 3, seated=True) == []
