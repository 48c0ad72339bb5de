from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.state import Phase
from hardware.lamps import Lamp
from kiosk import routes
from kiosk.rotation import Rotation
from kiosk.settings import Settings
from kiosk.ui.rotated_view import RotatedView
from kiosk.ui.surface import Box
from tests.kiosk.laid_games import app_state_with_game, beginning
from tests.kiosk.panel_tables import app_state_at
from tests.kiosk.touch import SIZES, Touchscreen
from tests.kiosk.touch_with_panel import PanelTouchscreen

LYING = SIZES[0]
SMOOTHED = 0.001
"""The part of the pixels that may differ: edges are smoothed by where they lie."""


@pytest.fixture(params=Rotation, ids=str)
def rotation(request: pytest.FixtureRequest) -> Rotation:
    return request.param


@pytest.fixture
def touch(tmp_path: Path, rotation: Rotation) -> Iterator[Touchscreen]:
    app_state = app_state_with_game(tmp_path, beginning(2), 10)
    app_state.set_settings(Settings(motion=False))
    with Touchscreen(tmp_path, LYING, rotation=rotation, app_state=app_state, at="table") as touch:
        yield touch


def shown(touch: Touchscreen) -> tuple[memoryview, tuple[int, int]]:
    texture = touch.rotated_view.export_as_image().texture
    return memoryview(texture.pixels).cast("I"), texture.size


def test_the_display_shows_the_same_pixels_turned(touch: Touchscreen, rotation: Rotation) -> None:
    pixels, (wide, high) = shown(touch)
    touch.rotated_view.base_rotation = Rotation.NONE
    touch.rotated_view.rotate(Rotation.NONE, Box(0, 0, *LYING))
    straight, size = shown(touch)
    assert (size, (wide, high)) == (LYING, rotation.rotated_size(*LYING))

    def turned(x: int, y: int) -> int:
        right, down = rotation.rotate_point_back(x + 0.5 - LYING[0] / 2, y + 0.5 - LYING[1] / 2)
        return pixels[int(down + high / 2) * wide + int(right + wide / 2)]

    some = [(x, y) for x in range(0, LYING[0], 3) for y in range(0, LYING[1], 2)]
    differing = sum(straight[y * LYING[0] + x] != turned(x, y) for x, y in some)
    assert differing < SMOOTHED * len(some)


def test_a_tap_reaches_what_is_shown_under_the_finger(touch: Touchscreen) -> None:
    touch.tap("menu")
    assert touch.shows("menu.settings")
    touch.tap("menu.settings", "more", "setting.motion.on", "back")
    assert touch.app_state.settings.motion


def test_a_finger_slides_round_the_ring(touch: Touchscreen) -> None:
    start, end = (touch.board.field_center(field) for field in (5, 6))
    touch.slide([start, end, start])
    assert touch.board.picture.touched_field == 5


def test_the_panel_beside_it_stays_where_it_is(tmp_path: Path, rotation: Rotation) -> None:
    app_state = app_state_at(tmp_path, Phase.ROLL, Settings(motion=False))
    with PanelTouchscreen(tmp_path, LYING, rotation=rotation, app_state=app_state) as touch:
        touch.navigator.go(routes.Table())
        assert touch.strip.box.top == touch.rotated_view.area.y
        touch.press()
        assert app_state.session.state.phase is not Phase.ROLL
        touch.pull_cable()
        assert touch.strip.frame == (0,) * len(Lamp)


def test_places_of_the_window_and_of_what_is_turned_lead_to_each_other(rotation: Rotation) -> None:
    rotated_view = RotatedView(Box(0, 64, 801, 480), rotation)
    width, height = rotated_view.content_size
    for corner in ((0.0, 0.0), (width, 0.0), (0.0, height), (width, height), (30.0, 40.0)):
        assert rotated_view.area.contains(rotated_view.to_parent(*corner))
        assert rotated_view.to_local(*rotated_view.to_parent(*corner)) == corner


def test_a_finger_on_what_is_taken_away_rests_on_it_no_more(tmp_path: Path) -> None:
    with Touchscreen(tmp_path, LYING) as touch:
        touch.navigator.go(routes.Start())
        view = touch.rotated_view
        with touch.held_at((100, 100)):
            parent = view.parent
            assert view.is_touched
            parent.remove_widget(view)
            assert not view.is_touched
            parent.add_widget(view)
