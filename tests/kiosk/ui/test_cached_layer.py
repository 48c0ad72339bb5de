import pytest

from kiosk.navigator import Page
from kiosk.rotation import Rotation
from kiosk.ui import framebuffer_pool, theme
from kiosk.ui.cached_layer import place_above_layer
from kiosk.ui.rotated_view import RotatedView
from kiosk.ui.surface import Box
from kiosk.ui.tap import TapButton
from tests.kiosk.touch import Touchscreen
from tests.kiosk.ui.watched_layer import AREA, BLUE, PLACE, RED, Watched


@pytest.fixture
def watched(touch: Touchscreen) -> Watched:
    touch.navigator.page = Page(touch.navigator)
    touch.navigator.add_widget(touch.navigator.page)
    return Watched(touch)


def test_a_sheet_shows_what_lies_on_it_on_its_ground(watched: Watched) -> None:
    assert watched.color(30, 150) == (255, 0, 0)
    watched.paper.close()
    assert watched.color(30, 150) == tuple(round(part * 255) for part in theme.GROUND)


def test_a_sheet_that_rests_takes_no_framebuffer_and_is_drawn_again_as_it_is_by_then(
    watched: Watched,
) -> None:
    free = len(framebuffer_pool._free)
    watched.sheet.set_hidden(hidden=True)
    assert len(framebuffer_pool._free) == free + 1
    watched.paper.fill(BLUE)

    watched.sheet.set_hidden(hidden=False)
    assert len(framebuffer_pool._free) == free
    assert watched.color(30, 150) == (0, 0, 255)


def test_a_sheet_is_drawn_once_however_often_the_window_is(watched: Watched) -> None:
    assert watched.drawn == 1
    watched.beside.fill(BLUE)
    assert watched.times() == 0
    watched.beside.fill(RED)
    assert watched.times() == 0


def test_a_sheet_is_drawn_again_when_something_on_it_changes(watched: Watched) -> None:
    watched.paper.fill(BLUE, Box(30, 150, 10, 10))
    assert watched.times() == 1
    assert watched.color(35, 155) == (0, 0, 255)
    assert watched.times() == 0


def test_a_finger_on_a_button_does_not_draw_the_sheet_again(watched: Watched) -> None:
    before = watched.color(45, 70)
    with watched.touch.held("one"):
        assert watched.times() == 0
        assert watched.color(45, 70) < before
    assert watched.times() == 0
    assert watched.color(45, 70) == before


def test_the_shade_goes_with_a_button_that_is_taken_away(watched: Watched) -> None:
    with watched.touch.held("one"):
        watched.sheet.remove_widget(watched.button)
        assert watched.color(45, 70) == (255, 0, 0)


def test_what_comes_and_goes_is_drawn_above_the_nearest_sheet(watched: Watched) -> None:
    assert place_above_layer(watched.button)[0] is watched.sheet.group_above
    assert place_above_layer(watched.beside)[0] is watched.beside.canvas


def test_a_part_of_a_sheet_is_shown_elsewhere_as_it_is_and_nothing_else(watched: Watched) -> None:
    ground = tuple(round(part * 255) for part in theme.GROUND)
    button, paper = watched.color(45, 70), watched.color(30, 150)
    watched.sheet.show_part(PLACE, 100, 50)
    assert watched.times() == 0
    assert watched.color(145, 120) == button
    assert watched.color(30, 150) == watched.color(45, 70) == ground
    watched.sheet.set_hidden(hidden=True)
    watched.sheet.set_hidden(hidden=False)
    assert watched.color(145, 120) == button
    watched.sheet.show_part(AREA)
    assert (watched.color(45, 70), watched.color(30, 150)) == (button, paper)


def test_the_shade_lies_where_a_turned_button_does(watched: Watched) -> None:
    turned = RotatedView(AREA, Rotation.HALF)
    button = TapButton(Box(0, 0, 100, 50), "turned", lambda: None)
    button.fill(BLUE)
    button.shade_when_pressed()
    turned.add_widget(button)
    watched.sheet.add_widget(turned)
    there, beside = watched.color(300, 210), watched.color(30, 30)
    assert there == (0, 0, 255)
    with watched.touch.held("turned"):
        assert watched.color(300, 210) < there
        assert watched.color(30, 30) == beside
    assert watched.color(300, 210) == there


def test_a_closed_sheet_holds_nothing(watched: Watched) -> None:
    watched.sheet.close()
    assert watched.sheet.children == []
    assert watched.sheet.canvas.length() == 0
    assert watched.sheet.content.length() == 0
