"""Between two questions nothing jumps: what a finger is over stays under it."""

from pathlib import Path

import pytest

from companion.state import Phase
from tests.kiosk.inspection import every_size
from tests.kiosk.laid_games import beginning, desk_with_game
from tests.kiosk.touch import Size, Touchscreen

KINDS = ("show.hut", "show.temple")


def centers(touch: Touchscreen, *keys: str) -> list[tuple[float, float]]:
    return [touch.find(key).box.center for key in keys]


@every_size
def test_answers_stand_where_they_stood_whatever_is_to_be_moved(tmp_path: Path, size: Size) -> None:
    with Touchscreen(tmp_path, size) as touch:
        touch.desk.begin(beginning(3))
        touch.stage.go("table")
        lowest = centers(touch, "place.stone", "place.copper")
        for key in ("place.wood", "place.wool", "place.copper", "undo"):
            touch.tap(key)
            assert centers(touch, "place.stone", "place.copper") == lowest


@pytest.mark.parametrize("phase", [Phase.ROLL, Phase.ACTION], ids=str)
@every_size
def test_hut_and_temple_of_a_field_are_compared_without_a_jump(
    tmp_path: Path, size: Size, phase: Phase
) -> None:
    desk = desk_with_game(tmp_path, beginning(3), 60)
    while desk.game.state.phase is not phase:
        desk.game.undo()
    state = desk.game.state
    with Touchscreen(tmp_path, size, desk=desk, at="table") as touch:
        for field in range(1, len(state.board) + 1):
            if state.building(field) is None:
                touch.tap_field(field)
                assert_kinds_stay(touch)
        touch.tap("what_if")
        assert_kinds_stay(touch)


def assert_kinds_stay(touch: Touchscreen) -> None:
    stood = centers(touch, *KINDS)
    for key in reversed(KINDS):
        touch.tap(key)
        assert centers(touch, *KINDS) == stood
