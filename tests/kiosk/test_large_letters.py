from pathlib import Path

import pytest
from kivy.metrics import Metrics

from companion.state import Phase
from kiosk import routes
from kiosk.pieces.board_layers import PrintedBoardLayer
from kiosk.pieces.points import PointsNumber
from kiosk.pieces.tray import TrayFace
from kiosk.settings import Settings
from kiosk.ui.surface import Surface
from kiosk.ui.tap import TapButton
from kiosk.ui.theme import LARGE_LETTERS
from tests.companion.playing import commands
from tests.kiosk.laid_games import beginning
from tests.kiosk.touch import Touchscreen

MATTERS = {"tapped", "told", "PointsNumber"}
"""Answers, questions and points; what a tray tells is as large as it has room for."""
BAR = ("undo", "redo", "menu")
COMMANDS = 30
LONG = 12
"""So many characters of an answer have less room beside its signs: they are just not smaller."""
LEAST_ON_A_CARD = 1.0
"""The words of a card's band are not smaller: they go before that."""


def sizes(folder: Path, settings: Settings) -> dict[tuple[str, str, Phase], float]:
    """The size in dp of all that matters at the table, the largest of each kind."""
    found: dict[tuple[str, str, Phase], float] = {}
    start = beginning(3)
    with Touchscreen(folder) as touch:
        touch.app_state.set_settings(settings)
        session = touch.app_state.begin_game(start)
        for command in commands(start, COMMANDS, seed=3):
            touch.navigator.go(routes.Table())
            for widget in touch.page.column.walk(restrict=True):
                if not isinstance(widget, TrayFace) and getattr(widget, "key", "") not in BAR:
                    note(found, widget, session.state.phase)
            session.apply(command)
    return found


def note(found: dict[tuple[str, str, Phase], float], surface: Surface, phase: Phase) -> None:
    kind = "tapped" if isinstance(surface, TapButton) else "told"
    if isinstance(surface, PointsNumber):
        kind = type(surface).__name__
    for one in surface.written_texts:
        name = (kind, one.text, phase)
        found[name] = max(found.get(name, 0.0), one.size * Metrics.fontscale)


def test_what_matters_is_a_third_larger(tmp_path: Path) -> None:
    usual = sizes(tmp_path / "usual", Settings(motion=False))
    large = sizes(tmp_path / "large", Settings(motion=False, large_letters=True))

    both = usual.keys() & large.keys()
    shares = {name: large[name] / usual[name] for name in both}
    assert {kind for kind, _text, _phase in both} >= MATTERS
    small = {name: share for name, share in shares.items() if share < LARGE_LETTERS - 0.01}
    answers = {name: share for name, share in small.items() if name[0] == "tapped"}
    assert {name for name in answers if len(name[1]) < LONG or answers[name] < 1} == set()
    told = [share for name, share in small.items() if name not in answers]
    assert min(told, default=LARGE_LETTERS) >= LEAST_ON_A_CARD - 0.01


def test_field_numbers_are_a_third_larger_where_the_rim_has_room(tmp_path: Path) -> None:
    heights = []
    for large in (False, True):
        with Touchscreen(tmp_path) as touch:
            touch.app_state.set_settings(Settings(large_letters=large))
            touch.app_state.begin_game(beginning(3))
            touch.navigator.go(routes.Table())
            numbers = next(one for one in touch.widgets() if isinstance(one, PrintedBoardLayer))
            heights.append(next(one for one in numbers.written_texts if one.text == "32").height)

    assert heights[1] == pytest.approx(heights[0] * LARGE_LETTERS, abs=1.5)
