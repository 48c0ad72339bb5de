import pytest

from kiosk.ui.slider import Slider
from kiosk.ui.surface import Box


@pytest.fixture
def slid():
    return []


@pytest.fixture
def touch(started):
    started.page.clear()
    return started


def lay(touch, slid, places=11):
    slider = Slider(
        Box(100, 100, 400, 56), places, lambda place, lifted: slid.append((place, lifted))
    )
    touch.page.add_widget(slider)
    return slider


def test_a_tap_chooses_the_place_under_it(touch, slid):
    slider = lay(touch, slid)
    touch.tap_at(slider.handle_center(7))
    assert slid == [(7, False), (7, True)]


def test_a_finger_tells_each_place_that_it_comes_to_once(touch, slid):
    slider = lay(touch, slid)
    between = (slider.handle_center(3)[0] + 2, 110)
    touch.slide(
        [slider.handle_center(2), slider.handle_center(3), between, slider.handle_center(5)]
    )
    assert slid == [(2, False), (3, False), (5, False), (5, True)]


def test_beyond_its_ends_are_the_first_and_the_last(touch, slid):
    lay(touch, slid)
    touch.slide([(110, 128), (0, 300), (700, 0)])
    assert slid == [(0, False), (10, False), (10, True)]


def test_a_finger_beside_it_means_something_else(touch, slid):
    lay(touch, slid)
    touch.tap_at((90, 128))
    touch.tap_at((300, 200))
    assert slid == []


def test_one_place_is_all_there_is_to_choose(touch, slid):
    lay(touch, slid, places=1)
    touch.tap_at((480, 128))
    assert slid == [(0, False), (0, True)]
