"""A long press on the table sets right what lies under it; a tap there does what it did."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.pieces import MATERIALS, Material
from companion.state import Phase
from kiosk.pages.table.draft import EmptyDraft
from kiosk.pieces.board_layers import rune_stone_points
from kiosk.ui.long_press import PRESS_SECONDS
from tests.kiosk.inspection import every_size
from tests.kiosk.laid_games import app_state_with_game, beginning
from tests.kiosk.touch import Point, Touchscreen, says


@pytest.fixture
def touch(tmp_path: Path, size) -> Iterator[Touchscreen]:
    app_state = app_state_with_game(tmp_path, beginning(3), 60, back_to=Phase.ACTION)
    app_state.set_settings(replace(app_state.settings, motion=False))
    with Touchscreen(tmp_path, size, app_state=app_state, at="table") as touch:
        yield touch


def press(touch: Touchscreen, point: Point) -> None:
    with touch.held_at(point):
        touch.wait(PRESS_SECONDS + 0.1)
    touch.wait(0.3)  # who lifts the finger looks at what has come


def supply(touch: Touchscreen, plain: Material) -> Point:
    """Where a plain's chips are told, above its workers."""
    box = touch.board.ring.plains[plain]
    return (box.center[0], box.top - box.height * 0.15)


@every_size
def test_every_thing_is_set_right_with_a_press_and_three_taps(touch: Touchscreen) -> None:
    state = touch.app_state.session.state
    hut = state.hut_fields()[0]
    rune = next(iter(rune_stone_points(touch.board.ring, touch.board.picture)))
    other = next(color for color in state.colors if color != state.rune_holder(rune))
    runes = rune_stone_points(touch.board.ring, touch.board.picture)
    for title, point, taps in (
        ("High plain: wood", supply(touch, MATERIALS[0]), (f"took.{other}",)),
        (f"Field {hut}", touch.board.field_center(hut), ("field.empty",)),
        ("Rune stones", runes[rune], (f"holder.{other}",)),
    ):
        steps = len(touch.app_state.session.steps)
        press(touch, point)
        assert (touch.name, title in touch.texts()) == ("correct", True)
        touch.tap(*taps, "why.0", "correct.done")
        assert (touch.name, len(touch.app_state.session.steps)) == ("table", steps + 1), title
        touch.tap("undo")


def test_a_finger_may_rest_on_a_field_with_no_building_and_a_press_points_at_nothing(touch) -> None:
    before, now = touch.texts(), touch.app_state.session.state
    press(touch, touch.board.field_center(now.hut_fields()[0]))
    touch.tap("back")
    assert (touch.name, touch.texts()) == ("table", before)
    empty = next(field for field in range(1, 30) if now.building(field) is None)
    press(touch, touch.board.field_center(empty))
    assert touch.name == "table"
    assert touch.page.draft != EmptyDraft()


def test_while_nothing_can_be_corrected_a_press_says_why(tmp_path: Path) -> None:
    app_state = app_state_with_game(tmp_path, beginning(3), 2)
    with Touchscreen(tmp_path, app_state=app_state, at="table") as touch:
        press(touch, touch.board.plain_center(MATERIALS[0]))
        assert says(touch, "The workers are still being placed.")
        touch.tap("back")
        assert touch.name == "table"


def test_a_die_that_tumbles_under_a_resting_finger_is_not_left(tmp_path: Path) -> None:
    app_state = app_state_with_game(tmp_path, beginning(3), 6)
    with Touchscreen(tmp_path, app_state=app_state, at="table") as touch:
        press(touch, touch.board.ring.druid_stone_point(0))
        assert says(touch, "The druid"), "he is pressed in his corner"
        touch.tap("back")
        with touch.held_at(supply(touch, MATERIALS[0])):
            touch.wait(PRESS_SECONDS - 0.2)
            touch.step()
            touch.page.roll_die()
            touch.wait(0.4)
            assert touch.name == "table"
            touch.wait(2)
            assert app_state.session.state.phase is not Phase.ROLL
