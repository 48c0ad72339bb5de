"""Points count up after a decision, briefly, and leave nothing behind that moves."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from kivy.clock import Clock

from companion.commands import Command
from companion.events import Event, PointsScored
from companion.game import decide
from kiosk import routes
from kiosk.pieces.points import COUNT_SECONDS, PointsNumber
from kiosk.settings import Settings
from tests.companion.playing import commands
from tests.kiosk.laid_games import beginning
from tests.kiosk.touch import Touchscreen, comes_to_rest

FRAME = 1 / 30
NO_PLACE = (2, 2)
"""In the corner of the board, where nothing can be tapped."""


@pytest.fixture
def touch(size, tmp_path: Path) -> Iterator[Touchscreen]:
    with Touchscreen(tmp_path, size) as touch:
        touch.app_state.begin(beginning(3))
        touch.navigator.go(routes.Table())
        yield touch


def play_up_to(touch: Touchscreen, *wanted: type[Event]) -> Command:
    """Play a game on until a command is next that does all that, with 2 points or more."""
    session = touch.app_state.session
    for command in commands(session.setup, 5000, seed=3):
        events = decide(session.state, command)
        scored = [event.points for event in events if isinstance(event, PointsScored)]
        done = [any(isinstance(event, kind) for event in events) for kind in wanted]
        if all(done) and max(scored, default=0) >= 2:
            touch.navigator.go(routes.Table())
            return command
        session.apply(command)
    raise AssertionError(f"nobody ever does {wanted}")


def points(touch: Touchscreen) -> list[int]:
    return [player.points for player in touch.app_state.session.state.players]


def shown(touch: Touchscreen) -> list[int]:
    """The numbers on the screen, in seating order."""
    numbers = [widget for widget in touch.widgets() if isinstance(widget, PointsNumber)]
    numbers.sort(key=lambda number: (-number.box.y, number.box.x))
    return [int(number.inscriptions[0].text) for number in numbers]


@pytest.fixture
def earning(touch: Touchscreen) -> Touchscreen:
    """A table where a decision with points has just been carried out."""
    command = play_up_to(touch)
    touch.before = points(touch)
    touch.step()
    touch.page.decide(command)
    assert points(touch) != touch.before
    return touch


def test_numbers_count_from_the_former_points_to_the_new_ones(earning):
    assert shown(earning) == earning.before
    seen = [shown(earning)]
    for _frame in range(round(COUNT_SECONDS / FRAME) + 1):
        earning.wait(FRAME)
        seen.append(shown(earning))
    assert seen[-1] == points(earning)
    ways = [list(numbers) for numbers in zip(*seen, strict=True)]
    assert all(way in (sorted(way), sorted(way, reverse=True)) for way in ways)
    assert any(len(set(way)) > 2 for way in ways)
    assert any(len(set(way)) == 1 for way in ways)


def test_a_touch_anywhere_ends_the_counting(earning):
    earning.tap_at(NO_PLACE)
    assert shown(earning) == points(earning)


def test_undo_shows_the_former_points_at_once_and_redo_the_new_ones(earning):
    earning.tap("undo")
    assert shown(earning) == points(earning) == earning.before
    earning.tap("redo")
    assert shown(earning) == points(earning) != earning.before


def test_pointing_while_numbers_count_shows_where_they_end(earning):
    earning.page.refresh()
    assert shown(earning) == points(earning)
    earning.wait(1)
    assert shown(earning) == points(earning)


def test_where_nothing_moves_the_new_points_stand_at_once(touch):
    touch.app_state.set_settings(Settings(motion=False))
    command = play_up_to(touch)
    before = points(touch)
    touch.step()
    touch.page.decide(command)
    assert shown(touch) == points(touch) != before


@pytest.mark.parametrize("skipped", [False, True])
def test_nothing_runs_or_redraws_when_the_counting_is_over(touch, skipped):
    command = play_up_to(touch)
    touch.wait(2)
    before = Clock.get_events()
    touch.step()
    touch.page.decide(command)
    if skipped:
        touch.tap_at(NO_PLACE)
    else:
        touch.wait(COUNT_SECONDS + FRAME)
    touch.wait(1)
    assert [event for event in Clock.get_events() if event not in before] == []
    assert comes_to_rest(touch)
