from pathlib import Path

import pytest

from companion.pieces import MATERIALS
from kiosk.settings import Settings
from tests.kiosk.inspection import every_size, faults
from tests.kiosk.laid_games import beginning, desk_with_game
from tests.kiosk.touch import Touchscreen

PAGES = 30
"""More than any game has."""


def pages(touch: Touchscreen) -> list[list[str]]:
    """The texts of all pages, from the one that is shown until it comes again."""
    found = [touch.texts()]
    for _ in range(PAGES):
        touch.tap("next")
        if touch.texts() == found[0]:
            return found
        found.append(touch.texts())
    raise AssertionError("the pages never come round")


def test_the_pages_go_round_and_back(tmp_path: Path) -> None:
    desk = desk_with_game(tmp_path, beginning(3), 60)
    with Touchscreen(tmp_path, desk=desk, at="resume") as touch:
        shown = pages(touch)
        touch.tap("previous")

        assert touch.texts() == shown[-1]
        titles = [title for page in shown for title in page]
        assert {
            "High plains",
            "Druid and point markers",
            "Rune stones",
            "Huts and temples",
            "Bonus chips",
            "Who goes on",
        } <= set(titles)


def test_play_is_there_on_every_page_and_leads_to_the_table(tmp_path: Path) -> None:
    desk = desk_with_game(tmp_path, beginning(3), 60)
    with Touchscreen(tmp_path, desk=desk, at="resume") as touch:
        touch.tap("next", "play")

        assert touch.name == "table"


def test_a_finished_game_goes_on_at_its_end(tmp_path: Path) -> None:
    desk = desk_with_game(tmp_path, beginning(2))
    with Touchscreen(tmp_path, desk=desk, at="resume") as touch:
        touch.tap("play")

        assert touch.name == "end"


def test_the_way_back_is_the_start_screen(tmp_path: Path) -> None:
    desk = desk_with_game(tmp_path, beginning(3), 10)
    with Touchscreen(tmp_path, desk=desk, at="resume") as touch:
        touch.tap("back")

        assert touch.name == "start"


def test_the_picture_does_not_react(tmp_path: Path) -> None:
    desk = desk_with_game(tmp_path, beginning(3), 60)
    before = desk.session.log
    with Touchscreen(tmp_path, desk=desk, at="resume") as touch:
        shown = touch.texts()
        touch.tap_field(5)
        touch.slide([touch.board.field_center(field) for field in (3, 4, 5)])
        touch.tap_plain(MATERIALS[0])

        assert (touch.name, touch.texts()) == ("resume", shown)
        assert desk.session.log == before


def test_hands_are_shown_only_at_a_table_that_plays_open(tmp_path: Path) -> None:
    desk = desk_with_game(tmp_path, beginning(3), 60)
    kept = "Everybody's chips stay behind their screens."
    with Touchscreen(tmp_path, desk=desk, at="resume") as touch:
        closed = [text for page in pages(touch) for text in page]
        desk.set(Settings(open_chips=True))
        touch.stage.go("resume")
        opened = [text for page in pages(touch) for text in page]

    assert kept in closed
    assert kept not in opened


@every_size
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("number", [3, 90])
def test_every_page_is_laid_out_well(tmp_path: Path, size, players: int, number: int) -> None:
    desk = desk_with_game(tmp_path, beginning(players, longest=True), number)
    desk.set(Settings(open_chips=True))
    with Touchscreen(tmp_path, size, desk=desk, at="resume") as touch:
        for _ in range(len(pages(touch))):
            assert _but_for_plains(faults(touch)) == []
            touch.tap("next")


def _but_for_plains(found: list[str]) -> list[str]:
    """The plains of this picture are no targets."""
    return [
        fault
        for fault in found
        if not any(fault.startswith(f"the targets {plain} and") for plain in MATERIALS)
    ]
