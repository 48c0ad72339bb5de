from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.commands import Correct, Roll, SetActive, SetPoints
from companion.memory.boards import write_board_file
from companion.memory.people import People
from companion.pieces import MATERIALS, Bonus, Chips, Face, Material
from companion.rules.setup import Seat
from companion.state import Board
from kiosk import routes
from kiosk.navigator import Page, page_class
from kiosk.pages.table.draft import ChipSwapDraft, EmptyDraft, PaymentDraft
from tests.companion.positions import BLUE, GREEN, RED, ring
from tests.kiosk.all_pages import all_pages
from tests.kiosk.laid_games import beginning
from tests.kiosk.pages.table.laid_tables import lay_table
from tests.kiosk.robot_typing import Typist
from tests.kiosk.touch import WRITING, Touchscreen, says


@pytest.fixture
def touch(tmp_path: Path) -> Iterator[Touchscreen]:
    (tmp_path / "boards").mkdir()
    write_board_file(tmp_path / "boards" / "learnt.toml", Board("learnt", ring(40).fields))
    with Touchscreen(tmp_path, at="start") as touch:
        yield touch


@pytest.fixture
def table(touch: Touchscreen) -> Touchscreen:
    begin(touch)
    return touch


def begin(touch: Touchscreen) -> None:
    lay_table(touch, beginning(3), (Material.WOOD, Material.WOOL, Material.COPPER) * 2)


def resize(touch: Touchscreen) -> None:
    width, height = touch.navigator.size
    touch.navigator.resize(width - 8, height - 4)
    touch.step()


def rename(touch: Touchscreen, seat: int, name: str) -> None:
    touch.tap(f"seat.{seat}.name")
    Typist(touch).type(name)


def enter_a_game(touch: Touchscreen) -> None:
    touch.tap("new_game", "seat.add", "seat.2.first", "seat.0.color", "color.red")
    touch.tap("board", "board.2")
    rename(touch, 1, "Bo")
    touch.tap("next", "next", "bonus.druid")
    touch.tap_field(33)


# A new game


def test_going_to_the_start_screen_keeps_a_game_half_entered_until_it_has_begun(touch):
    enter_a_game(touch)
    touch.tap("back", "back")
    entered = touch.texts()
    touch.tap("back", "settings", "back", "new_game")
    assert says(touch, "What you entered before is still here.")
    assert set(entered) - set(touch.texts()) == {"In seating order, clockwise round the table."}
    touch.tap("next", "next")
    assert touch.board.picture.fields[32].bonus is Bonus.DRUID
    touch.tap("bonus.lay", "next", "begin")
    setup = touch.app_state.session.setup
    assert setup.players == (Seat(RED, "Red"), Seat(BLUE, "Bo"), Seat(GREEN, "Green"))
    assert (setup.first, setup.board.name) == (2, "learnt")
    touch.tap("menu", "menu.start", "new_game")
    assert says(touch, "Bo")
    assert says(touch, "32 fields"), "what has begun is not half entered"
    touch.tap("next", "next")
    assert says(touch, "2 to place")
    assert {field.bonus for field in touch.board.picture.fields} == {None}


def test_another_size_repeats_that_it_is_kept_only_as_long_as_nothing_is_tapped(touch):
    touch.tap("new_game")
    rename(touch, 0, "Zoë")
    touch.tap("back", "new_game")
    resize(touch)
    assert says(touch, "is still here")
    touch.tap("seat.add")
    assert not says(touch, "is still here")
    resize(touch)
    assert not says(touch, "is still here")
    assert says(touch, "Zoë")


def test_another_size_keeps_the_page_with_all_that_was_entered_and_a_name_half_typed(touch):
    enter_a_game(touch)
    for way in ([], ["bonus.lay", "next"], ["back", "back", "back"], ["board"]):
        touch.tap(*way)
        shown = touch.texts()
        resize(touch)
        assert touch.texts() == shown
    touch.tap("back", "seat.1.name", "key.clear", "key.B", "key.page", "key.shift")
    resize(touch)
    touch.tap("key.Ö", "key.done")
    assert says(touch, "BÖ")
    touch.tap("seat.0.name", "key.X", "key.cancel")
    resize(touch)
    assert touch.shows("seat.0.name")
    assert not says(touch, "X")


def test_a_game_half_entered_waits_while_another_goes_on_and_one_only_looked_at_does_not(touch):
    touch.tap("new_game", "back")
    begin(touch)
    touch.tap("menu", "menu.start", "new_game")
    names = [player.name for player in beginning(3).players]
    assert all(says(touch, name) for name in names), "the players of the game played since"
    rename(touch, 0, "Zoë")
    touch.tap("back", "resume", "play")
    touch.app_state.session.apply(Roll(by=BLUE, face=Face.WOOD))
    touch.tap("menu", "menu.start", "new_game")
    assert says(touch, "Zoë")


def test_who_only_looked_something_up_is_not_told_that_it_is_kept(touch):
    touch.tap("new_game")
    rename(touch, 0, "Zoë")
    touch.tap("next", "next", "bonus.druid")
    touch.tap_field(12)
    touch.tap_field(13)
    touch.wait(0.5)
    touch.tap("told", "back", "back", "back")
    assert says(touch, "Zoë")
    assert not says(touch, "is still here")


# A decision at the table


@pytest.fixture
def turn(table: Touchscreen) -> Touchscreen:
    table.app_state.session.apply(Roll(by=BLUE, face=Face.WOOD))
    table.navigator.go(routes.Table())
    return table


def test_what_the_menu_leads_to_keeps_a_decision_half_made_until_its_state_is_gone(turn):
    turn.tap_field(5)
    for further in ("", "build.hut.pay"):
        if further:
            turn.tap(further)
            missing = next(one for one in MATERIALS if turn.page.draft.pay.number(one))
            turn.tap(f"pay.{missing}.less", "pay.wood.more")
        shown = turn.texts()
        for way in ("back", "menu.hands back", "menu.log back", "menu.start resume play"):
            turn.tap("menu", *way.split())
            assert turn.texts() == shown
    turn.tap("menu", "menu.hands")
    resize(turn)
    assert isinstance(turn.page.draft, PaymentDraft), "hands that are shown are hidden"
    turn.tap("menu", "menu.log")
    turn.app_state.session.undo()
    turn.tap("back")
    assert turn.page.draft == EmptyDraft()


def test_another_size_keeps_the_chips_that_were_counted_out(turn):
    turn.tap("menu", "menu.hands", "swap.blue", "give.wood.more", "give.wood.less")
    resize(turn)
    assert turn.page.draft == ChipSwapDraft(BLUE, Chips(wood=2), added_by_app=Chips(wood=1))


# A correction

SET = (SetPoints(BLUE, 14), SetActive(RED))
STILL_SET = "nothing is corrected yet"


def set_something(touch: Touchscreen) -> None:
    touch.tap("menu", "menu.correct", "part.blue", "points.more.10", "points.less", "done")
    touch.tap("part.turn", "turn.red", "done", "next", "why.0", "back")


def test_going_to_the_table_and_another_size_keep_what_is_set_and_the_thing_that_is_shown(table):
    set_something(table)
    assert not says(table, STILL_SET)
    table.tap("back", "menu", "menu.log", "back", "menu", "menu.correct")
    assert says(table, STILL_SET)
    table.tap("part.green", "points.more")
    resize(table)
    table.tap("points.more", "correct.done")
    changes = (SET[0], SetPoints(GREEN, 7), SET[1])
    assert table.app_state.session.steps[-1].command == Correct(changes=changes, why="Miscounted")


def test_another_size_keeps_a_reason_half_typed(table):
    table.tap("menu", "menu.correct", "next", "why.type", "key.S")
    resize(table)
    table.tap("key.o", "key.done")
    resize(table)
    reasoned = table.texts()
    table.tap("why.type", "key.x", "key.cancel")
    resize(table)
    assert table.texts() == reasoned
    table.tap("correct.done")
    assert table.app_state.session.steps[-1].command == Correct(changes=(), why="So")


def test_a_correction_is_dropped_when_the_game_has_moved_on(table):
    set_something(table)
    table.tap("back")
    table.app_state.session.apply(Roll(by=BLUE, face=Face.WOOD))
    table.navigator.go(routes.Table())
    table.tap("menu", "menu.correct")
    assert says(table, "Nothing has changed yet.")
    assert not says(table, STILL_SET)
    table.tap("back", "undo", "menu", "menu.correct")
    assert says(table, "Nothing has changed yet.")


def test_a_reason_for_nothing_is_forgotten_with_the_page_and_once_it_is_corrected(table):
    state = table.app_state.session.state
    table.tap("menu", "menu.correct", "next", "why.1", "back", "back", "menu", "menu.correct")
    assert not says(table, STILL_SET)
    table.tap("next", "correct.done")
    assert says(table, "First tap the reason")
    table.tap("why.1", "correct.done")
    assert table.app_state.session.state == state
    table.tap("menu", "menu.correct", "next", "correct.done")
    assert says(table, "First tap the reason")


# Every page that people leave by Back forgets what was half entered there, or says that it is kept

KEEPS = {
    "new_game": "What you entered before is still here.",
    "correct": "What you set before stays; nothing is corrected yet.",
}
FORGETS = {"log", "people", "board_check", "rules", "printed_fields"}
LOOKED_AT = {"final_scoring", "games", "past_game", "person", "statistics", "what_if"}
"""Where somebody looked last; nothing is entered there."""
NOT_LEFT = {"backup", "first_start", "table"}
"""Nobody leaves these by Back while something is under way, or at all."""


def half_enter(touch: Touchscreen, page: str) -> None:
    match page:
        case "new_game":
            touch.navigator.go_from_start(routes.NewGame())
            rename(touch, 0, "Zoë")
        case "correct":
            set_something(touch)
        case "log":
            touch.tap("menu", "menu.forgotten")
        case "people":
            touch.app_state.wait_for_writes(WRITING)
            person = People.from_journal(touch.app_state.journal).everybody[0]
            touch.navigator.go(routes.People(person_to_merge=person.id))
        case "rules":
            touch.tap("menu", "menu.rules", "search")
            Typist(touch).type("druid")
            touch.tap("back")
        case "board_check":
            touch.tap("menu", "menu.board_check", "next")
        case "printed_fields":
            touch.navigator.go_from_start(routes.PrintedFields(3, "learnt"))
            touch.tap("icon.wood")
    touch.tap("back")


def test_all_pages_on_which_something_can_be_half_entered_are_known() -> None:
    found = {page for page in all_pages() if keeps_something(page)}
    assert found == {*KEEPS} | FORGETS | LOOKED_AT | NOT_LEFT


def keeps_something(name: str) -> bool:
    route = getattr(routes, "".join(part.title() for part in name.split("_")))
    return page_class(route).state_to_restore is not Page.state_to_restore


@pytest.mark.parametrize("page", [*KEEPS, *sorted(FORGETS)])
def test_a_page_left_by_back_forgets_what_was_half_entered_or_says_that_it_is_kept(
    table: Touchscreen, page: str
) -> None:
    half_enter(table, page)
    assert table.name != page
    aside = {
        routes.page_module_name(entry.page)
        for entry in table.navigator.back_stack.set_aside_with_draft
    }
    if page in FORGETS:
        assert page not in aside
        return
    assert page in aside
    table.navigator.go(routes.NewGame() if page == "new_game" else routes.Correct())
    assert says(table, KEEPS[page])
