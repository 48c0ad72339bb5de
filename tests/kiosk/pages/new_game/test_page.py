"""A new game under a finger: no dead ends, nothing lost, nothing without a reason."""

from pathlib import Path

import pytest

from companion.memory.boards import write_board
from companion.memory.database import DISK_FULL
from companion.memory.journal import Journal
from companion.memory.people import People, merge
from companion.pieces import Bonus, Color
from companion.rules.setup import check_bonus
from companion.state import Board
from kiosk import routes
from kiosk.pages.new_game.draft import SetupDraft
from tests.companion.memory.plays import named
from tests.companion.positions import ring
from tests.kiosk.laid_games import beginning, left_game
from tests.kiosk.touch import Touchscreen, says


@pytest.fixture
def touch(size, tmp_path):
    (tmp_path / "boards").mkdir()
    for number in range(7):
        board = Board(f"Board {number}", ring(24 + number).fields)
        write_board(tmp_path / "boards" / f"{number}.toml", board)
    (tmp_path / "boards" / "torn.toml").write_text("name =")
    with Touchscreen(tmp_path, size, at="new_game") as touch:
        yield touch


def test_two_in_purple_and_blue_begin_as_soon_as_the_chips_lie(touch):
    touch.tap("next", "next", "bonus.lay", "next")
    assert says(touch, "12 huts, 2 temples, 3 workers")
    touch.tap("begin")
    assert touch.name == "table"
    setup = touch.app_state.session.setup
    assert [(seat.color, seat.name) for seat in setup.players] == [
        (Color.PURPLE, "Purple"),
        (Color.BLUE, "Blue"),
    ]
    assert setup.board.name == "meduris-2-3"
    check_bonus(32, setup.bonus)


def test_a_name_that_was_only_looked_at_stays_that_of_the_colour(touch):
    touch.tap("seat.0.name", "key.done", "seat.0.color", "color.blue")
    assert [seat.display_name for seat in touch.page.flow.draft.seats] == ["Blue", "Purple"]


def test_the_first_letter_takes_the_place_of_the_name_that_was_there(touch):
    touch.tap("seat.0.name", "key.A", "key.d", "key.a", "key.done")
    assert says(touch, "Ada")
    touch.tap("seat.0.name", "key.B", "key.o", "key.done")
    assert touch.page.flow.draft.seats[0].name == "Bo"


def test_a_finger_that_slides_lays_the_chip_where_it_is_lifted(touch):
    touch.tap("next", "next", "bonus.druid")
    touch.slide([touch.board.field_center(field) for field in (1, 2, 3)])
    assert [field.bonus for field in touch.board.picture.fields[:4]] == [
        None,
        None,
        Bonus.DRUID,
        None,
    ]


def test_any_learnt_board_can_be_chosen_and_left_again(touch):
    touch.tap("board", "more", "board.8", "next", "next", "bonus.lay")
    assert len(touch.board.picture.fields) == 30
    touch.tap("back", "back", "board", "board.auto", "next", "next")
    assert len(touch.board.picture.fields) == 32


# How many taps


def test_workers_that_chance_placed_stand_where_the_picture_showed_them(touch):
    touch.tap("next", "next", "bonus.lay", "next", "workers.lay")
    display_name = [plain.workers for plain in touch.board.picture.plains]
    touch.tap("begin")
    assert list(touch.app_state.session.state.stacks) == display_name
    assert touch.app_state.session.can_undo


def test_workers_that_were_laid_out_by_the_list_are_not_to_be_placed_again(touch):
    touch.tap("next", "next", "bonus.lay", "next", "workers.lay", "begin")
    assert not any(tray.rows for tray in touch.app_state.session.trays())
    assert says(touch, "rolls")


def test_a_new_game_drops_no_step_that_is_not_saved(touch, monkeypatch):
    with monkeypatch.context() as disk:
        disk.setattr(Journal, "save", lambda *_rows: DISK_FULL)
        session = touch.app_state.begin(beginning(2))
        touch.tap("next", "next", "bonus.lay", "next", "begin")
        assert says(touch, "would be lost")
        assert touch.app_state.session is session
    touch.tap("back", "begin")
    assert touch.name == "table"
    assert len(touch.app_state.journal.games()) == 2


def test_two_spellings_of_one_person_are_refused_too(tmp_path: Path) -> None:
    left_game(tmp_path, named(beginning(2), ("Ann", "Bo")))
    left_game(tmp_path, named(beginning(2), ("Anna", "Bo")))
    with Touchscreen(tmp_path) as touch:
        people = People.of(touch.app_state.journal)
        merge(touch.app_state.journal, people.find_or_new("Ann"), people.find_or_new("Anna"))
        touch.navigator.go(routes.NewGame())
        draft = touch.page.flow.draft.with_name(0, "Ann").with_name(1, "Anna")
        touch.page.perform(touch.page.flow.with_draft(draft))
        touch.tap("next")
        assert says(touch, "Ann and Anna are one person among the people here")


@pytest.mark.parametrize("name", ["", "  ", "\u200b", "\n", "\u00a0\u2003", "\x07"])
def test_a_name_of_which_nothing_can_be_seen_is_none(name: str) -> None:
    draft = SetupDraft().with_name(0, name)
    assert draft.seats[0].name is None


def test_what_is_no_sign_is_left_out_of_a_name() -> None:
    assert SetupDraft().with_name(0, "An\nn\x1b").seats[0].name == "Ann"
