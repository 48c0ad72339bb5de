"""What is left leaves next to nothing that only Python's garbage collector could free."""

import gc
from collections.abc import Callable
from functools import partial
from weakref import ref

import pytest
from kivy.graphics import Rectangle

from kiosk import routes
from kiosk.ui import surface
from kiosk.ui.surface import Box, Surface
from tests.kiosk.laid_games import beginning
from tests.kiosk.touch import Touchscreen

MOST = 40
"""Objects; of each canvas that was drawn two are left, of Kivy's. It used to be ten thousand."""

MOST_OF_A_PAGE = 500
"""The same of a page: of each canvas two are left. It used to be one to two thousand."""


@pytest.fixture
def touch(only_new_garbage: None, screen: Touchscreen) -> Touchscreen:
    screen.app_state.begin_game(beginning(3))
    screen.navigator.go(routes.Table())
    return screen


def left_by(touch: Touchscreen, *does: Callable[[], object]) -> int:
    """The objects that some acts and the frames after them leave for the collector."""
    gc.collect()
    gc.disable()
    try:
        for do in does:
            do()
            touch.draw()
            touch.wait(0.5)
            touch.draw()
        return gc.collect()
    finally:
        gc.enable()


def test_a_tap_leaves_next_to_nothing_to_the_collector(touch: Touchscreen) -> None:
    keys = ("place.wood", "undo", "redo", "why", "back", "menu", "back")
    for key in keys:
        left_by(touch, partial(touch.tap, key))  # what is first drawn leaves its strokes
    assert [key for key in keys if left_by(touch, partial(touch.tap, key)) > MOST] == []


def test_a_page_that_is_gone_back_from_leaves_next_to_nothing_to_the_collector(touch) -> None:
    touch.navigator.go(routes.Start())
    for page in (routes.Settings, routes.NewGame, routes.Log):
        ways = partial(touch.navigator.go, page()), touch.navigator.back
        left_by(touch, *ways)  # what is drawn for the first time leaves its strokes
        assert left_by(touch, *ways) < MOST_OF_A_PAGE, page


@pytest.mark.usefixtures("touch")
def test_a_text_that_was_made_ahead_and_never_drawn_is_freed_as_soon_as_nobody_keeps_it() -> None:
    shown = Surface(Box(0, 0, 200, 50))
    shown.write("Ada", shown.box)
    (texture,) = (ref(one.texture) for one in shown.canvas.children if isinstance(one, Rectangle))
    gc.collect()
    gc.disable()
    try:
        shown.destroy()
        surface.clear_text_cache()
        assert texture() is None
    finally:
        gc.enable()
