"""After a decision moved pieces pulse and points count up, briefly; then nothing moves."""

import pytest
from kivy.clock import Clock
from kivy.graphics import Rectangle

from companion.commands import BuildHut
from companion.events import DruidWalked, PointsScored, RuneTaken
from companion.game import events_of_command
from companion.pieces import Material
from companion.telling.places import DruidPlace, FieldPlace, RunePlace, SupplyPlace, WorkerPlace
from kiosk import routes
from kiosk.pieces.board_layers import PULSE_SECONDS, PulseLayer
from kiosk.pieces.points import COUNT_SECONDS, PointsNumber
from kiosk.settings import Settings
from tests.companion.playing import commands
from tests.kiosk.laid_games import beginning
from tests.kiosk.touch import FRAME, Touchscreen, comes_to_rest

NO_PLACE = (2, 2)
"""In the corner of the board, where nothing can be tapped."""


@pytest.fixture
def touch(screen):
    """A table at which a hut is built next that scores and moves the druid and a rune stone."""
    session = screen.app_state.begin_game(beginning(3))
    for command in commands(beginning(3), 2000, seed=20):
        events = events_of_command(session.state, command)
        happens = {type(event) for event in events}
        if isinstance(command, BuildHut) and happens >= {PointsScored, RuneTaken, DruidWalked}:
            screen.hut, screen.before = command, points(screen)
            break
        session.apply(command)
    screen.navigator.go(routes.Table())
    screen.wait(2)
    screen.step()
    return screen


def rings(touch: Touchscreen) -> list[Rectangle]:
    layer = next(widget for widget in touch.widgets() if isinstance(widget, PulseLayer))
    return [part for part in layer.canvas.children if isinstance(part, Rectangle)]


def middle(ring: Rectangle) -> tuple[float, float]:
    x, y = (start + length / 2 for start, length in zip(ring.pos, ring.size, strict=True))
    return x, y


def one_lies_on(touch: Touchscreen, field: int) -> bool:
    x, y = touch.board.field_center(field)
    return any(abs(x - a) < 2 and abs(y - b) < 2 for a, b in map(middle, rings(touch)))


def points(touch: Touchscreen) -> list[int]:
    return [player.points for player in touch.app_state.session.state.players]


def shown(touch: Touchscreen) -> list[int]:
    numbers = [widget for widget in touch.widgets() if isinstance(widget, PointsNumber)]
    numbers.sort(key=lambda number: (-number.box.y, number.box.x))
    return [int(number.written_texts[0].text) for number in numbers]


def test_moved_pieces_pulse_once_where_they_lie_while_points_count_and_then_nothing_moves(touch):
    running = Clock.get_events()
    touch.page.decide(touch.hut)
    assert not rings(touch), "a tap itself draws none"
    seen, sizes = [shown(touch)], []
    touch.wait(FRAME)
    for _frame in range(round(PULSE_SECONDS / FRAME) - 3):
        touch.wait(FRAME)
        seen.append(shown(touch))
        sizes.append(rings(touch)[0].size[0])
    assert sizes == sorted(sizes)
    assert sizes[-1] > sizes[0]
    assert one_lies_on(touch, touch.hut.field)
    moved = touch.page._latest.touched_places(touch.app_state.session.state)
    assert {FieldPlace, DruidPlace, RunePlace} <= {type(place) for place in moved}
    assert len(rings(touch)) == len(moved)

    assert seen[0] == touch.before
    assert seen[round(COUNT_SECONDS / FRAME)] == points(touch) != touch.before
    ways = [list(numbers) for numbers in zip(*seen, strict=True)]
    assert all(way in (sorted(way), sorted(way, reverse=True)) for way in ways)
    assert any(len(set(way)) > 2 for way in ways)
    assert any(len(set(way)) == 1 for way in ways)

    touch.wait(1)
    assert not rings(touch)
    assert [event for event in Clock.get_events() if event not in running] == []
    assert comes_to_rest(touch)
    touch.app_state.session.mark_all_done()
    touch.navigator.go(routes.Log())
    touch.navigator.back()
    touch.wait(2 * FRAME)
    assert not rings(touch), "what is moved already does not pulse again"


def test_a_touch_anywhere_ends_both_and_pointing_shows_where_the_numbers_end(touch) -> None:
    running = Clock.get_events()
    touch.page.decide(touch.hut)
    touch.wait(2 * FRAME)
    assert shown(touch) != points(touch)
    touch.tap_at(NO_PLACE)
    assert not rings(touch)
    assert shown(touch) == points(touch)
    touch.wait(1)
    assert [event for event in Clock.get_events() if event not in running] == []
    assert comes_to_rest(touch)
    touch.tap("undo")
    touch.wait(1)
    touch.page.decide(touch.hut)
    assert shown(touch) != points(touch)
    for _look in range(2):
        touch.page.refresh()
        assert shown(touch) == points(touch)
        touch.wait(1)


def test_what_is_taken_back_pulses_too_and_its_points_stand_at_once(touch) -> None:
    touch.page.decide(touch.hut)
    touch.tap("undo")
    assert shown(touch) == points(touch) == touch.before
    touch.wait(2 * FRAME)
    assert one_lies_on(touch, touch.hut.field)
    touch.navigator.go(routes.Start())
    touch.navigator.go(routes.Table())
    touch.wait(2 * FRAME)
    assert rings(touch), "whatever is shown again"
    touch.tap("redo")
    assert shown(touch) == points(touch) != touch.before


def test_where_nothing_may_move_nothing_does(touch) -> None:
    touch.app_state.set_settings(Settings(motion=False))
    touch.page.decide(touch.hut)
    for _step in range(2):
        assert shown(touch) == points(touch)
        touch.wait(2 * FRAME)
        assert not rings(touch)
        touch.tap("undo")


def test_chips_and_workers_pulse_on_their_plains(touch) -> None:
    touch.board.pulse([SupplyPlace(Material.WOOD), WorkerPlace(Material.WOOD, 3)])
    touch.wait(2 * FRAME)
    supply, worker = rings(touch)
    plain = touch.board.ring.plains[Material.WOOD]
    assert plain.contains(middle(supply))
    assert plain.contains(middle(worker))
    assert supply.size[0] == supply.size[1]
    assert worker.size[0] > worker.size[1]
