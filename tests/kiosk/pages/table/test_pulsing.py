"""Each moved piece pulses once on the board as the list of moves appears, and then all is calm."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from kivy.graphics import Rectangle

from companion.commands import BuildHut
from companion.pieces import Material
from companion.telling.places import DruidPlace, InStack, MaterialSupply, OnField, RunePlace
from kiosk import routes
from kiosk.pieces.board_layers import PULSE_SECONDS, PulseLayer
from kiosk.settings import Settings
from tests.companion.playing import commands
from tests.kiosk.laid_games import beginning
from tests.kiosk.touch import Touchscreen

FRAME = 1 / 30
NO_PLACE = (2, 2)
"""In the corner of the board, where nothing can be tapped."""


@pytest.fixture
def touch(tmp_path: Path) -> Iterator[Touchscreen]:
    """A table at which a hut is built next that is not the first one."""
    with Touchscreen(tmp_path) as touch:
        session = touch.app_state.begin(beginning(3))
        touch.hut = None
        for command in commands(beginning(3), 2000, seed=12):
            if isinstance(command, BuildHut) and session.state.druid.field is not None:
                touch.hut = command
                break
            session.apply(command)
        touch.navigator.go(routes.Table())
        touch.wait(2)
        yield touch


def layer(touch: Touchscreen) -> PulseLayer:
    return next(widget for widget in touch.widgets() if isinstance(widget, PulseLayer))


def rings(touch: Touchscreen) -> list[Rectangle]:
    return [part for part in layer(touch).canvas.children if isinstance(part, Rectangle)]


def lies_on(ring: Rectangle, point: tuple[float, float]) -> bool:
    middle = [start + length / 2 for start, length in zip(ring.pos, ring.size, strict=True)]
    return all(abs(one - other) < 2 for one, other in zip(middle, point, strict=True))


def test_each_moved_piece_pulses_where_it_lies_now(touch) -> None:
    touch.step()
    touch.page.decide(touch.hut)
    assert not layer(touch).canvas.children, "a tap itself draws none"
    touch.wait(2 * FRAME)
    shown = rings(touch)
    assert any(lies_on(ring, touch.board.field_center(touch.hut.field)) for ring in shown)
    moved = touch.page._latest.places(touch.app_state.session.state)
    assert {OnField, DruidPlace, RunePlace} <= {type(place) for place in moved}
    assert len(shown) == len(moved)


def test_the_rings_grow_and_fade_once(touch) -> None:
    touch.step()
    touch.page.decide(touch.hut)
    touch.wait(FRAME)
    sizes = []
    for _frame in range(round(PULSE_SECONDS / FRAME) - 3):
        touch.wait(FRAME)
        sizes.append(rings(touch)[0].size[0])
    assert sizes == sorted(sizes)
    assert sizes[-1] > sizes[0]
    touch.wait(1)
    assert not layer(touch).canvas.children


def test_a_touch_anywhere_ends_it(touch) -> None:
    touch.step()
    touch.page.decide(touch.hut)
    touch.wait(2 * FRAME)
    touch.tap_at(NO_PLACE)
    assert not layer(touch).canvas.children


def test_what_is_taken_back_pulses_too_and_what_is_shown_again(touch) -> None:
    touch.step()
    touch.page.decide(touch.hut)
    touch.tap("undo")
    touch.wait(2 * FRAME)
    assert any(lies_on(ring, touch.board.field_center(touch.hut.field)) for ring in rings(touch))
    touch.navigator.go(routes.Start())
    touch.navigator.go(routes.Table())
    touch.wait(2 * FRAME)
    assert rings(touch)


def test_what_is_moved_already_does_not_pulse_again(touch) -> None:
    touch.step()
    touch.page.decide(touch.hut)
    touch.wait(1)
    for color in touch.app_state.session.state.colors:
        touch.app_state.session.mark_done(color)
    touch.navigator.go(routes.Log())
    touch.navigator.back()
    touch.wait(2 * FRAME)
    assert not rings(touch)


def test_where_nothing_may_move_nothing_pulses(touch) -> None:
    touch.app_state.set_settings(Settings(motion=False))
    touch.step()
    touch.page.decide(touch.hut)
    touch.wait(2 * FRAME)
    assert not rings(touch)


def test_chips_and_workers_pulse_on_their_plains(touch) -> None:
    touch.board.pulse([MaterialSupply(Material.WOOD), InStack(Material.WOOD, 3)])
    touch.wait(2 * FRAME)
    plain = touch.board.ring.plains[Material.WOOD]
    for ring in rings(touch):
        middle = [start + length / 2 for start, length in zip(ring.pos, ring.size, strict=True)]
        assert plain.holds((middle[0], middle[1]))
    supply, worker = rings(touch)
    assert supply.size[0] == supply.size[1]
    assert worker.size[0] > worker.size[1]
