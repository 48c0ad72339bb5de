from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from companion.moves import merge_chip_moves
from companion.pieces import MATERIALS
from companion.state import Phase
from kiosk import routes
from kiosk.app_state import AppState
from kiosk.pages import board_check
from kiosk.pages.board_page import form_places
from kiosk.settings import Settings
from kiosk.ui.renderer import height_of
from kiosk.words.language import languages, use_language
from kiosk.words.moves import MoveRow, move_rows
from tests.companion.playing import commands
from tests.kiosk.laid_games import app_state_with_game, beginning
from tests.kiosk.touch import Size, Touchscreen, says
from tests.legal_commands import legal_command
from tests.luck import Luck

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
    app_state = app_state_with_game(tmp_path, beginning(3), 60)
    with Touchscreen(tmp_path, app_state=app_state, at="board_check") as touch:
        shown = pages(touch)
        touch.tap("previous")

        assert touch.texts() == shown[-1]
        titles = [title for page in shown for title in page]
        assert {
            "High plains",
            "Druid and markers",
            "Rune stones",
            "Huts and temples",
            "Bonus chips",
            "Whose turn",
        } <= set(titles)


@pytest.mark.parametrize("size", [(480, 320), (720, 720), (1024, 600), (480, 800)], ids=str)
def test_what_nobody_has_moved_is_told_page_by_page_and_the_game_can_go_on_from_each(
    tmp_path: Path, size: Size
) -> None:
    app_state = AppState(tmp_path)
    app_state.set_settings(Settings(large_letters=True, open_chips=True))
    session = app_state.begin(beginning(4, longest=True))
    for command in commands(session.setup, 250, seed=4):
        session.apply(command)
    state = session.state
    trays = session.trays()
    rows = [row for tray in trays for row in move_rows(state, merge_chip_moves(tray.rows))]
    with Touchscreen(tmp_path, size, app_state=app_state, at="board_check") as touch:
        told = []
        while says(touch, "To move"):
            assert touch.place("play").y >= 0
            assert touch.place("next").y >= 0
            told += touch.texts()
            touch.tap("next")
        touch.tap("play")

        found = [text for text in map(without_spaces, told) if text in texts_of(rows)]
        assert sorted(found) == sorted(texts_of(rows))
        assert len(found) >= 12
        assert touch.name == "table"


@pytest.mark.parametrize("size", [(800, 480), (1024, 600), (480, 800)], ids=str)
@pytest.mark.parametrize("code", languages())
def test_the_moves_of_a_round_stand_on_two_pages_at_most_and_no_two_pages_could_be_one(
    tmp_path: Path, size: Size, code: str
) -> None:
    app_state = app_state_with_game(tmp_path, beginning(4), 12)
    session, luck = app_state.game, Luck(4)
    for _step in range(70):
        session.apply(legal_command(session.state, luck))
    use_language(code)
    with Touchscreen(tmp_path, size, app_state=app_state, at="board_check") as touch:
        trays = session.trays()
        assert sum(len(tray.rows) for tray in trays) == 20
        shown = board_check._pages(session.state, app_state.settings, touch.page.box, trays)
        kinds = [bool(page.parts[0].first) for page, _card in shown]
        assert sum(kinds) <= 2
        room = form_places(touch.page.box, max(board_check.checklist_hints(), key=len)).rows
        across = 2 if touch.page.box.is_upright else 1
        for (page, _one), (following, _other) in pairwise(shown):
            both = board_check._for_measuring(across, (*page.parts, *following.parts))
            is_higher = height_of(both, room.width, 1.0) > room.height
            assert is_higher or page.hint != following.hint


def texts_of(rows: list[MoveRow]) -> list[str]:
    return [without_spaces(row.words) for row in rows]


def without_spaces(text: str) -> str:
    """A word too long for its column is broken."""
    return text.replace(" ", "")


def test_letters_of_another_size_have_pages_of_their_own(tmp_path: Path) -> None:
    app_state = app_state_with_game(tmp_path, beginning(4), 60)
    with Touchscreen(tmp_path, app_state=app_state, at="board_check") as touch:
        shown = pages(touch)
        app_state.set_settings(Settings(large_letters=True))
        touch.navigator.go(routes.BoardCheck())
        assert len(pages(touch)) > len(shown)
        app_state.set_settings(Settings())
        touch.navigator.go(routes.BoardCheck())
        assert pages(touch) == shown


def test_a_finished_game_goes_on_at_its_end(tmp_path: Path) -> None:
    app_state = app_state_with_game(tmp_path, beginning(2))
    with Touchscreen(tmp_path, app_state=app_state, at="board_check") as touch:
        touch.tap("play")

        assert touch.name == "game_result"


@pytest.fixture
def before_a_turn(tmp_path: Path) -> Iterator[Touchscreen]:
    """The check of a game of three before a roll, when the app can be corrected."""
    app_state = app_state_with_game(tmp_path, beginning(3), 60)
    while app_state.session.state.phase is not Phase.ROLL:
        app_state.session.undo()
    with Touchscreen(tmp_path, app_state=app_state, at="table") as touch:
        touch.tap("menu", "menu.board_check")
        yield touch


def test_what_differs_is_corrected_and_the_check_goes_on_at_the_next_page(before_a_turn) -> None:
    touch = before_a_turn
    touch.tap("next")
    player = touch.app_state.session.state.players[1]
    touch.tap("differs.2")
    assert touch.name == "correct"
    touch.tap("points.more", "why.0", "correct.done")

    assert touch.name == "board_check"
    assert touch.app_state.session.state.player(player.color).points == player.points + 1
    assert says(touch, "Rune stones")


def test_after_the_last_page_the_first_one_comes_again(before_a_turn) -> None:
    touch = before_a_turn
    touch.tap("previous", "differs.0", "turn.green", "why.1", "correct.done")
    assert says(touch, "High plains")


@pytest.mark.parametrize(("thing", "title"), [(4, "Field 4"), (MATERIALS[2], "High plain: copper")])
def test_a_piece_of_the_picture_leads_to_its_correction(before_a_turn, thing, title) -> None:
    touch = before_a_turn
    if isinstance(thing, int):
        touch.tap_field(thing)
    else:
        touch.tap_plain(thing)

    assert title in touch.texts()


def test_another_size_of_the_window_keeps_the_page(before_a_turn) -> None:
    touch = before_a_turn
    touch.tap("next", "next")
    shown = touch.texts()
    touch.navigator.resize(*touch.navigator.size)
    assert touch.texts() == shown
