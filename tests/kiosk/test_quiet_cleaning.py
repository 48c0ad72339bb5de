import gc
import weakref
from collections.abc import Iterator
from pathlib import Path

import pytest

from hardware.button import PressKind
from kiosk.quiet_cleaning import QuietCleaning
from tests.kiosk.touch import Touchscreen

QUIET_SECONDS = 30
"""Longer than a busy computer takes between two touches of these tests."""


@pytest.fixture
def touch(tmp_path: Path) -> Iterator[Touchscreen]:
    with Touchscreen(tmp_path) as shown:
        cleaning = QuietCleaning(shown.presence, QUIET_SECONDS)
        shown.stage.go("new_game")
        yield shown
        cleaning.close()


def play_with(touch: Touchscreen, taps: int) -> list[weakref.ref[object]]:
    """Tap through two screens so often; returns what would show that their widgets still live."""
    left = []
    for _tap in range(taps):
        left.append(weakref.ref(touch.screen))
        touch.stage.go("settings")
        touch.tap("back")
        touch.stage.go("new_game")
    return left


def alive(left: list[weakref.ref[object]]) -> int:
    return sum(one() is not None for one in left)


def test_nothing_is_freed_while_touches_follow_each_other(touch):
    left = play_with(touch, 12)
    touch.wait(QUIET_SECONDS / 2)
    touch.tap("back")
    touch.wait(QUIET_SECONDS / 2)
    assert alive(left) == 12


def test_what_screens_left_behind_is_freed_in_the_quiet_after_a_touch(touch):
    left = play_with(touch, 12)
    touch.wait(QUIET_SECONDS + 2)
    assert alive(left) == 0


def test_a_press_of_the_panel_s_button_counts_as_a_touch(tmp_path):
    with Touchscreen(tmp_path) as touch:
        cleaning = QuietCleaning(touch.presence, QUIET_SECONDS)
        touch.stage.go("new_game")
        left = play_with(touch, 12)
        touch.wait(QUIET_SECONDS * 0.75)
        touch.presence.press(PressKind.PRESSED)
        touch.wait(QUIET_SECONDS * 0.75)
        assert alive(left) == 12
        touch.wait(QUIET_SECONDS)
        assert alive(left) == 0
        cleaning.close()


def test_what_lies_still_is_not_gone_through_again_and_again(touch):
    touch.wait(QUIET_SECONDS + 2)
    collections = gc.get_stats()[2]["collections"]
    touch.tap("back")
    touch.wait(3 * QUIET_SECONDS)
    assert gc.get_stats()[2]["collections"] <= collections + 1


def test_afterwards_the_collector_works_as_before(tmp_path):
    before = gc.get_threshold()
    with Touchscreen(tmp_path) as touch:
        cleaning = QuietCleaning(touch.presence)
        assert gc.get_threshold() != before
        assert gc.get_freeze_count() > 0
        cleaning.close()
    assert gc.get_threshold() == before
    assert gc.get_freeze_count() == 0
