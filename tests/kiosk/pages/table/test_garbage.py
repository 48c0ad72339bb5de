"""A tap leaves next to nothing that only Python's garbage collector could free."""

import gc
from collections.abc import Iterator
from pathlib import Path
from weakref import ref

import pytest

from kiosk import routes
from kiosk.ui.renderer import FormView
from tests.kiosk.laid_games import beginning
from tests.kiosk.touch import Touchscreen

MOST = 40
"""Objects; of each canvas that was drawn two are left, of Kivy's. It used to be ten thousand."""


@pytest.fixture
def touch(tmp_path: Path) -> Iterator[Touchscreen]:
    with Touchscreen(tmp_path) as touch:
        touch.app_state.begin(beginning(3))
        touch.navigator.go(routes.Table())
        yield touch


def left_by(touch: Touchscreen, key: str) -> int:
    """The objects that a tap and the frames after it leave for the collector."""
    gc.collect()
    gc.disable()
    try:
        touch.tap(key)
        touch.draw()
        touch.wait(2)
        touch.draw()
        return gc.collect()
    finally:
        gc.enable()


def test_a_tap_leaves_next_to_nothing_to_the_collector(touch: Touchscreen) -> None:
    placed = ("place.wood", "place.stone", "place.wool")
    keys = (
        *placed,
        "undo",
        "redo",
        "why",
        "back",
        "menu",
        "back",
        "undo",
        "undo",
        "undo",
    )
    for key in keys:
        left_by(touch, key)  # what is drawn for the first time leaves its strokes
    assert [key for key in keys if left_by(touch, key) > MOST] == []


def test_what_a_table_has_put_by_is_freed_when_it_is_left(touch: Touchscreen) -> None:
    for key in ("place.wood", "place.stone", "place.wool"):
        touch.tap(key)
        for _step in touch.page.prepare():
            pass
    column = touch.page._column
    kept = [widget for widget in column.walk() if isinstance(widget, FormView)]
    spares = [ref(spare) for one in kept for spare in one._spares.values()]
    assert spares
    del column, kept
    gc.collect()
    gc.disable()
    try:
        touch.navigator.go(routes.Start())
        touch.wait(len(spares) / 30)
        assert [spare() for spare in spares if spare() is not None] == []
    finally:
        gc.enable()
