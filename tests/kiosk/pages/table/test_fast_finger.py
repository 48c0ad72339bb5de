"""Five taps in 1.2 seconds, each on something that is in sight, all count."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.pieces import Material
from companion.state import Phase
from kiosk.rotation import Rotation
from tests.kiosk.laid_games import beginning
from tests.kiosk.pages.table.laid_tables import WORKERS, lay_table, state
from tests.kiosk.touch import Touchscreen

PACE = 0.3
"""Seconds from one tap to the next."""


@pytest.fixture
def touch(tmp_path: Path) -> Iterator[Touchscreen]:
    with Touchscreen(tmp_path) as touch:
        lay_table(touch, beginning(2), WORKERS)
        touch.wait(1)
        yield touch


def tap_fast(touch: Touchscreen, *keys: str) -> None:
    for key in keys:
        touch.tap_at_once(key)
        touch.wait(PACE)


def test_steps_of_a_payment_all_count(touch) -> None:
    touch.tap("face.wool")
    touch.tap_field(10)
    touch.tap("build.hut.pay")
    touch.wait(1)
    tap_fast(touch, "pay.stone.less", "pay.copper.more", *("pay.wood.more",) * 2)
    pay = touch.page.draft.pay
    assert (pay.wool, pay.stone, pay.copper, pay.wood) == (1, 0, 1, 2)


@pytest.mark.parametrize("way", ["undo", "redo"])
def test_steps_back_and_on_all_count(touch, way: str) -> None:
    steps = touch.app_state.session.steps
    if way == "redo":
        touch.tap(*("undo",) * 5)
        touch.wait(1)
    tap_fast(touch, *(way,) * 5)
    assert touch.app_state.session.steps == (steps if way == "redo" else steps[:-5])


def test_answers_in_different_places_all_count(touch) -> None:
    touch.tap(*("undo",) * 4)
    touch.wait(1)
    before = len(touch.app_state.session.steps)
    tap_fast(touch, "place.wool", "place.stone", "place.wood", "place.copper", "face.copper")
    assert len(touch.app_state.session.steps) == before + 5


def test_answers_of_several_players_all_count(tmp_path: Path) -> None:
    with Touchscreen(tmp_path) as touch:
        lay_table(touch, beginning(4))
        colors = state(touch).colors
        sides = tuple(zip(colors, Rotation, strict=False))
        touch.app_state.set_settings(replace(touch.app_state.settings, sides=sides))
        touch.wait(1)
        tap_fast(touch, "face.plus", *(f"take.{one}.{Material.WOOD}" for one in colors))
        assert state(touch).phase is Phase.ACTION
