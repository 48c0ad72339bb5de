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


@pytest.mark.parametrize(
    ("key", "page"),
    [("new_game", "new_game"), ("settings", "settings"), ("resume", "board_check")],
)
def test_back_from_what_the_start_screen_opens(touch: Touchscreen, key: str, page: str) -> None:
    assert way(touch, key, "back") == [page, "start"]


@pytest.mark.parametrize("page", ["settings", "die_rolls", "correct"])
def test_back_from_what_the_menu_of_the_table_opens(touch: Touchscreen, page: str) -> None:
    way(touch, "resume", "play")
    assert way(touch, "menu", f"menu.{page}", "back") == ["table", page, "table"]


def test_back_leads_page_by_page_the_way_one_came(touch: Touchscreen) -> None:
    way(touch, "resume", "play", "menu")
    assert way(touch, "menu.settings", "panel", "back", "back") == [
        "settings",
        "button_panel",
        "settings",
        "table",
    ]


def test_the_log_of_an_ended_game_leads_back_to_where_it_was_opened(ended: Touchscreen) -> None:
    assert way(ended, "log", "back") == ["log", "game_result"]
    assert way(ended, "table", "menu", "menu.log", "back") == ["table", "table", "log", "table"]


def test_the_score_and_the_table_of_an_ended_game_lead_to_each_other(ended: Touchscreen) -> None:
    for _time in range(3):
        assert way(ended, "table", "to.end") == ["table", "game_result"]
    assert len(ended.navigator.back_stack.entries) == 2


def test_a_finger_that_trembles_or_taps_on_taps_nothing_on_the_page_it_led_to(
    ended: Touchscreen,
) -> None:
    ended.tap("final_scoring")
    while not says(ended, "Who has won?"):
        ended.tap("next")
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


def test_another_size_stays_on_the_page_and_keeps_the_way_back(touch: Touchscreen) -> None:
    way(touch, "resume", "play", "menu", "menu.log")
    width, height = touch.navigator.size
    touch.navigator.resize(width - 8, height - 4)
    touch.step()
    assert touch.name == "log"
    assert way(touch, "back") == ["table"]


def test_nobody_comes_back_to_what_was_only_on_the_way_to_the_table(touch: Touchscreen) -> None:
    way(touch, "resume", "play")
    touch.navigator.back()
    assert touch.name == "start"


def test_a_finger_on_a_board_whose_page_goes_decides_nothing(tmp_path: Path) -> None:
    app_state = app_state_with_game(tmp_path, beginning(3), 2)
    with Touchscreen(tmp_path, app_state=app_state, at="table") as touch:
        with touch.held_at(touch.board.plain_center(Material.WOOD)):
            touch.navigator.resize(*touch.navigator.size)
        assert len(app_state.game.steps) == 2


def test_a_finger_that_slides_on_over_a_board_whose_page_has_gone_points_at_nothing(
    touch: Touchscreen,
) -> None:
    touch.navigator.go(routes.BoardCheck())
    board, pointed = touch.board, []
    board.on_field = lambda field, _lifted: pointed.append(field)

    def way() -> Iterator[Point]:
        yield board.field_center(3)
        touch.navigator.go(routes.Start())
        yield board.field_center(5)

    touch.slide(way())
    assert pointed == [3]
