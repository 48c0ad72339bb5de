"""A list that lacks a few pixels beside the next question is set closer: it needs no "Done"."""

from pathlib import Path

from companion.commands import Offer
from kiosk import routes
from kiosk.pages.table.moves import Line, moves_shown
from kiosk.pages.table.moves_view import beside_height
from kiosk.settings import Settings
from tests.companion.playing import commands
from tests.kiosk.inspection import faults
from tests.kiosk.laid_games import beginning
from tests.kiosk.touch import Touchscreen

FEW = 5
"""So many offerings of a game are told closer at least, on the smallest screen."""


def test_where_a_list_lacks_a_few_pixels_its_rows_are_closer_and_the_question_stands_below(
    tmp_path: Path,
) -> None:
    with Touchscreen(tmp_path) as touch:
        touch.app_state.set(Settings(motion=False))
        session = touch.app_state.begin(beginning(3))
        closer = 0
        for command in commands(beginning(3), 400, seed=7):
            session.apply(command)
            if isinstance(command, Offer):
                touch.navigator.go(routes.Start())
                touch.navigator.go(routes.Table())
                closer += is_closer(touch)
        assert closer >= FEW


def is_closer(touch: Touchscreen) -> bool:
    """Whether the list stands beside the question with less room than it likes."""
    boxes = [tap.box for tap in touch.taps() if tap.key == "moves"]
    if not boxes or boxes[0].height >= beside_height(lines(touch), boxes[0].width):
        return False
    assert boxes[0].height == beside_height(lines(touch), boxes[0].width, tight=True)
    assert not touch.shows("moves.done")
    assert faults(touch) == []
    return True


def lines(touch: Touchscreen) -> tuple[Line, ...]:
    return moves_shown(touch.page.state, touch.page._latest, done=False).lines
