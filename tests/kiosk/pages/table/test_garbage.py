"""A tap leaves next to nothing that only Python's garbage collector could free."""

import gc
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.kiosk.laid_games import beginning
from tests.kiosk.touch import Touchscreen

MOST = 40
"""Objects; of each canvas that was drawn two are left, of Kivy's. It used to be ten thousand."""


@pytest.fixture
def touch(tmp_path: Path) -> Iterator[Touchscreen]:
    with Touchscreen(tmp_path) as touch:
        touch.desk.begin(beginning(3))
        touch.stage.go("table")
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
        "moves.done",
    )
    for key in keys:
        left_by(touch, key)  # what is drawn for the first time leaves its strokes
    assert [key for key in keys if left_by(touch, key) > MOST] == []
