import pytest

from companion.commands import Correct, EnterPrintedField, SetPrintedField
from companion.memory.boards import BoardShelf
from companion.pieces import MATERIALS, Material, Rune
from companion.state import Board, Field, Phase
from kiosk import routes
from kiosk.pages.new_game.draft import SetupDraft
from kiosk.pages.new_game.view import setup_picture
from kiosk.pages.printed_fields import (
    NEW_FLOW,
    SurveyFlow,
    field_to_ask,
    flow_to_ask_field,
    likeliest_rune,
    printed_fields_form,
)
from kiosk.pieces.picture import FieldIconPointer
from kiosk.ui.form import Form, Text
from tests.companion.positions import side_for_four
from tests.kiosk.laid_games import beginning
from tests.kiosk.pages.flow.walking import choices, tapped
from tests.kiosk.pages.table.laid_tables import lay_table
from tests.kiosk.touch import Touchscreen, says

LATER = 0.5
WOOD_WOOL = (Material.WOOD, Material.WOOL)


@pytest.fixture
def entering(size, tmp_path):
    """A new game of four, whose side of the board is known in part."""
    with Touchscreen(tmp_path, size, at="new_game") as touch:
        touch.tap("seat.add", "seat.add")
        yield touch


@pytest.fixture
def playing(touch: Touchscreen):
    """A game of four at the first roll."""
    lay_table(touch, beginning(4))
    return touch


def kept(touch: Touchscreen, field: int):
    """What the group's boards, read anew from the disk, say of a field of the side for four."""
    return BoardShelf(touch.app_state.folder).find("meduris-4").field(field)


def test_a_board_is_read_before_a_game_and_the_game_knows_it(entering):
    entering.tap("read", "icon.wood", "icon.wool")
    assert says(entering, "Field 10 of 40")
    assert kept(entering, 9).needs == WOOD_WOOL
    entering.tap("again")
    assert says(entering, "Field 9 of 40")
    assert not kept(entering, 9).is_known
    entering.tap("icon.stone", "icon.wool")
    assert kept(entering, 9).needs == (Material.STONE, Material.WOOL)
    entering.tap_field(9)  # it was misread
    entering.tap("icon.copper", "icon.copper")
    assert kept(entering, 9).needs != (Material.COPPER, Material.COPPER)
    assert says(entering, "Really the same twice?")
    entering.tap("twice.no", "icon.copper", "twice.yes")
    assert kept(entering, 9).needs == (Material.COPPER, Material.COPPER)
    assert says(entering, "Field 10 of 40")
    entering.tap("back")
    assert entering.name == "new_game"
    assert says(entering, "40 fields, 30 unknown")
    entering.tap("next", "next", "bonus.lay", "next", "begin")
    board = entering.app_state.session.setup.board
    assert board.field(9).needs == (Material.COPPER, Material.COPPER)


def test_a_trembling_finger_reads_one_icon(entering):
    entering.tap("read")
    place = entering.find("icon.wood").box.center
    entering.tap_at(place)
    entering.tap_at(place)
    assert says(entering, "Outer: wood")
    entering.wait(LATER)
    entering.tap("icon.wool")
    entering.tap_at(entering.find("icon.wool").box.center)
    assert says(entering, "The outer icon?")
    assert kept(entering, 9).needs == WOOD_WOOL


def test_during_a_game_each_field_is_a_step_and_one_that_was_misread_is_corrected(playing):
    playing.tap_field(20)
    playing.tap("survey.all", "icon.wood", "icon.wool")
    assert playing.app_state.session.steps[-1].command == EnterPrintedField(
        field=9, needs=WOOD_WOOL, rune=Rune.SHIELD
    )
    assert kept(playing, 9).needs == WOOD_WOOL
    playing.tap_field(9)
    playing.tap("icon.stone", "icon.wool")
    needs = (Material.STONE, Material.WOOL)
    command = playing.app_state.session.steps[-1].command
    assert command == Correct(changes=(SetPrintedField(9, needs, Rune.SHIELD),), why="Misread")
    assert playing.app_state.session.state.board.field(9).needs == needs
    assert kept(playing, 9).needs == needs
    playing.tap("back")
    assert playing.name == "table"


def test_only_a_reading_is_taken_back_here(playing):
    playing.navigator.go(routes.PrintedFields())
    assert not playing.shows("again")
    playing.tap("icon.wood", "icon.wool", "again")
    assert not playing.app_state.session.state.board.field(9).is_known
    assert not playing.shows("again")
    assert says(playing, "Field 9 of 40")


def test_a_reading_that_the_game_refuses_says_why_and_asks_on(playing):
    session = playing.app_state.session
    while session.can_undo:
        session.undo()
    playing.navigator.go(routes.PrintedFields())
    playing.tap("icon.wood", "icon.wool")
    assert says(playing, "only from the first turn until the end")
    assert not session.state.board.field(9).is_known


def test_a_file_that_cannot_be_written_is_said_and_nothing_is_read(entering, monkeypatch):
    entering.tap("read")
    (entering.app_state.folder / "boards").write_text("no folder")
    entering.tap("icon.wood", "icon.wool")
    assert says(entering, "cannot be written")
    assert says(entering, "Field 9 of 40")


# A board is known once, everywhere, at once


def test_a_board_that_is_read_while_workers_are_placed_reaches_the_game(touch):
    session = touch.app_state.begin_game(beginning(4))
    touch.navigator.go(routes.Table())
    touch.tap_field(20)
    assert touch.name == "printed_fields"
    assert says(touch, "Field 20 of 40")
    touch.tap("icon.wood", "icon.wool", "back")
    assert touch.name == "table"
    assert touch.page.state.board.field(20).needs == WOOD_WOOL
    touch.tap_field(20)
    assert touch.name == "table", "it is looked at now"
    touch.tap("back")
    plains = 0
    while session.state.phase is Phase.PLACING:
        touch.tap(f"place.{MATERIALS[plains % len(MATERIALS)]}")
        plains += 1
    assert session.state.board.field(20).needs == WOOD_WOOL
    assert touch.page.asks_for_roll


def test_a_board_that_is_known_can_be_read_anew_where_it_is_chosen(tmp_path):
    with Touchscreen(tmp_path, at="new_game") as touch:
        shelf = touch.app_state.shelf
        name = shelf.default_board(2).name
        index = [file.board.name for file in shelf.boards].index(name)
        touch.tap("board", f"read.{index}")
        assert says(touch, "All fields are read.")
        touch.tap("anew")
        assert says(touch, "Field 1 of 32")
        assert says(touch, "32 fields to enter again.")
        first, second = shelf.find(name).field(1).needs
        touch.tap(f"icon.{first}", f"icon.{second}")
        assert says(touch, "Field 2 of 32")
        touch.tap("back")
        assert touch.name == "new_game"
        assert touch.shows(f"read.{index}")


FOUR = side_for_four()


def form(flow: SurveyFlow) -> Form:
    return printed_fields_form(flow, FOUR, setup_picture(FOUR, SetupDraft()), can_undo=False)


def texts(shown: Form) -> list[str]:
    return [
        item.text for row in shown.columns[0].rows for item in row.items if isinstance(item, Text)
    ]


def test_the_area_of_the_former_field_is_chosen_unless_another_is_tapped():
    fields = (*FOUR.fields[:8], Field(WOOD_WOOL, Rune.SPROUT), *FOUR.fields[9:])
    assert likeliest_rune(Board(FOUR.name, fields), 10) is Rune.SPROUT
    flow = tapped(form(NEW_FLOW), "rune.sprout")
    read = tapped(form(tapped(form(flow), "icon.wool")), "icon.wood")
    assert read.rune is Rune.SPROUT
    chosen = [choice.key for choice in choices(form(flow)) if choice.chosen]
    assert chosen == ["rune.sprout"]


def test_only_areas_that_fit_are_offered():
    runes = {choice.key for choice in choices(form(NEW_FLOW)) if choice.key.startswith("rune.")}
    assert runes == {"rune.shield", "rune.sprout"}


def test_words_and_a_finger_count_from_the_river_and_the_picture_frames_the_field():
    first, later = form(NEW_FLOW), form(flow_to_ask_field(NEW_FLOW, 39))
    assert first.scene.picture.touched_field == 9
    assert first.scene.pointing_finger == FieldIconPointer(9, icon=0, clockwise=True)
    assert texts(first)[0].endswith("number 9, clockwise from the river.")
    assert later.scene.pointing_finger == FieldIconPointer(39, icon=0, clockwise=False)
    assert texts(later)[0].endswith("number 2, anticlockwise from the river.")
    inner = form(tapped(first, "icon.stone"))
    assert inner.scene.pointing_finger == FieldIconPointer(9, icon=1, clockwise=True)


def test_the_outer_icon_can_be_told_anew():
    outer = tapped(form(NEW_FLOW), "icon.stone")
    assert tapped(form(outer), "first.again") == NEW_FLOW


def test_what_nobody_is_sure_about_is_left_until_all_else_is_read():
    flow = tapped(form(NEW_FLOW), "unsure")
    assert field_to_ask(flow, FOUR) == 10
    assert field_to_ask(flow_to_ask_field(flow, 9), FOUR) == 9
    while field_to_ask(flow, FOUR) is not None:
        flow = tapped(form(flow), "unsure")
    assert texts(form(flow))[0] == "31 fields are not read yet."
    assert field_to_ask(tapped(form(flow), "later"), FOUR) == 9
