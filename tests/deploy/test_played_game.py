"""The game that deploy/rehearse-pi has played on an emulated Raspberry Pi."""

import runpy
from itertools import cycle
from pathlib import Path

import pytest

from companion.pieces import Face
from kiosk import process
from tests.kiosk.touch import Touchscreen

PLAYED_GAME = Path(__file__).parents[2] / "deploy/rehearsal/pi/played_game.py"
ROLLS = 3


def test_it_goes_on_whatever_is_rolled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On +1 and -1 several are asked at once, and each of them answers."""
    monkeypatch.setattr(process, "configure", lambda *_size, **_options: None)
    evening = runpy.run_path(str(PLAYED_GAME))["Evening"]
    faces = cycle((Face.MINUS, Face.PLUS, Face.WOOD))
    ended: list[bool] = []
    with Touchscreen(tmp_path) as touch:
        monkeypatch.setattr(touch.app_state, "roll", lambda: next(faces))
        played = evening(touch.navigator, ROLLS, lambda: ended.append(True))
        for _second in range(100):
            if ended:
                break
            if touch.navigator.page.asks_roll:
                touch.navigator.page.roll()
            touch.wait(1)
        assert ended == [True], played
