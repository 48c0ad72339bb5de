from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.pieces import Material
from kiosk import routes
from kiosk.ui.shapes import Point
from kiosk.ui.touch_history import AWAY_SECONDS
from tests.kiosk.laid_games import app_state_with_game, beginning
from tests.kiosk.touch import Touchscreen, says

LATER = 0.5


@pytest.fixture
def touch(tmp_path: Path) -> Iterator[Touchscreen]:
    with Touchscreen(tmp_path, app_state=app_state_with_game(tmp_path, beginning(2), 10)) as touch:
        touch.navigator.go(routes.Start())
        yield touch


@pytest.fixture
def ended(tmp_path: Path) -> Iterator[Touchscreen]:
    with Touchscreen(
        tmp_path, app_state=app_state_with_game(tmp_path, beginning(2)), at="start"
    ) as touch:
        touch.tap("last_score")
        yield touch


def way(touch: Touchscreen, *keys: str) -> list[str]:
    pages = []
    for key in keys:
        touch.tap(key)
        pages.append(touch.name)
    return pages


def test_back_leads_page_by_page_the_way_one_came_in_any_size_and_past_what_was_on_the_way(touch):
    for key, page in (("new_game",) * 2, ("settings",) * 2, ("resume", "board_check")):
        assert way(touch, key, "back") == [page, "start"]
    way(touch, "resume", "play")
    for page in ("die_rolls", "correct", "log"):
        assert way(touch, "menu", f"menu.{page}") == ["table", page]
        width, height = touch.navigator.size
        touch.navigator.resize(width - 8, height - 4)
        touch.step()
        assert touch.name == page
        assert way(touch, "back") == ["table"]
    pages = ["table", "settings", "button_panel", "settings", "table"]
    assert way(touch, "menu", "menu.settings", "panel", "back", "back") == pages
    touch.navigator.back()
    assert touch.name == "start", "nobody comes back to the check of the board"


def test_the_score_the_table_and_the_log_of_an_ended_game_lead_to_each_other_and_back(ended):
    assert way(ended, "log", "back") == ["log", "game_result"]
    for _time in range(3):
        assert way(ended, "table", "to.end") == ["table", "game_result"]
    assert len(ended.navigator.back_stack.entries) == 2
    assert way(ended, "table", "menu", "menu.log", "back") == ["table", "table", "log", "table"]


def test_a_finger_that_trembles_or_taps_on_taps_nothing_on_the_page_it_led_to(ended):
    ended.tap("final_scoring")
    while not says(ended, "Who has won?"):
        ended.tap("next")
    ended.wait(LATER)
    place = ended.place("next").center
    ended.tap_at(place)
    ended.tap_at(place)
    assert ended.name == "game_result"
    ended.wait(LATER)
    ended.tap_at(place)
    assert ended.name == "game_result"
    ended.wait(AWAY_SECONDS)
    ended.tap_at(place)
    assert ended.name == "new_game"


def test_a_finger_on_a_board_whose_page_goes_decides_nothing(tmp_path):
    app_state = app_state_with_game(tmp_path, beginning(3), 2)
    with Touchscreen(tmp_path, app_state=app_state, at="table") as touch:
        with touch.held_at(touch.board.plain_center(Material.WOOD)):
            touch.navigator.resize(*touch.navigator.size)
        assert len(app_state.required_session.steps) == 2


def test_a_finger_that_slides_on_over_a_board_whose_page_has_gone_points_at_nothing(touch):
    touch.navigator.go(routes.BoardCheck())
    board, pointed = touch.board, []
    board.on_field = lambda field, _lifted: pointed.append(field)

    def way() -> Iterator[Point]:
        yield board.field_center(3)
        touch.navigator.go(routes.Start())
        yield board.field_center(5)

    touch.slide(way())
    assert pointed == [3]
