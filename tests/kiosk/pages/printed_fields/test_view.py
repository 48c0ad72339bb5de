"""What is asked while the board is read."""

from companion.pieces import Material, Rune
from companion.state import Board, Field
from kiosk.pages.new_game.draft import SetupDraft
from kiosk.pages.new_game.view import setup_picture
from kiosk.pages.printed_fields import (
    NEW_FLOW,
    SurveyFlow,
    field_to_ask,
    flow_asking_field,
    likeliest_rune,
    printed_fields_form,
)
from kiosk.pieces.picture import FieldIconPointer
from kiosk.ui.form import Form, Text
from tests.companion.positions import side_for_four
from tests.kiosk.pages.flow.walking import choices, tapped

FOUR = side_for_four()


def form(flow: SurveyFlow, board: Board = FOUR, *, again: bool = False) -> Form:
    return printed_fields_form(
        flow, board, setup_picture(board, SetupDraft()), can_read_again=again
    )


def texts(shown: Form) -> list[str]:
    return [
        item.text for row in shown.columns[0].rows for item in row.items if isinstance(item, Text)
    ]


def with_field(number: int, rune: Rune) -> Board:
    fields = list(FOUR.fields)
    fields[number - 1] = Field((Material.WOOD, Material.WOOL), rune)
    return Board(FOUR.name, tuple(fields))


def test_the_area_of_the_former_field_is_chosen_unless_another_is_tapped():
    assert likeliest_rune(with_field(9, Rune.SPROUT), 10) is Rune.SPROUT
    flow = tapped(form(NEW_FLOW), "rune.sprout")
    read = tapped(form(tapped(form(flow), "icon.wool")), "icon.wood")
    assert read.rune is Rune.SPROUT
    chosen = [choice.key for choice in choices(form(flow)) if choice.chosen]
    assert chosen == ["rune.sprout"]


def test_only_areas_that_fit_are_offered():
    runes = {choice.key for choice in choices(form(NEW_FLOW)) if choice.key.startswith("rune.")}
    assert runes == {"rune.shield", "rune.sprout"}


def test_the_picture_frames_the_field_and_the_words_count_from_the_river():
    assert form(NEW_FLOW).scene.picture.pointed == 9
    assert texts(form(NEW_FLOW))[0].endswith("number 9, clockwise from the river.")
    assert texts(form(flow_asking_field(NEW_FLOW, 39)))[0].endswith(
        "number 2, anticlockwise from the river."
    )


def test_a_finger_shows_which_icon_is_asked_and_from_where_the_field_is_counted():
    assert form(NEW_FLOW).scene.pointing_finger == FieldIconPointer(9, icon=0, clockwise=True)
    inner = form(tapped(form(NEW_FLOW), "icon.stone"))
    assert inner.scene.pointing_finger == FieldIconPointer(9, icon=1, clockwise=True)
    assert form(flow_asking_field(NEW_FLOW, 33)).scene.pointing_finger == FieldIconPointer(
        33, icon=0, clockwise=False
    )


def test_the_outer_icon_can_be_told_anew():
    outer = tapped(form(NEW_FLOW), "icon.stone")
    assert tapped(form(outer), "first.again") == NEW_FLOW


def test_what_nobody_is_sure_about_is_left_until_all_else_is_read():
    flow = tapped(form(NEW_FLOW), "unsure")
    assert field_to_ask(flow, FOUR) == 10
    assert field_to_ask(flow_asking_field(flow, 9), FOUR) == 9
    while field_to_ask(flow, FOUR) is not None:
        flow = tapped(form(flow), "unsure")
    assert texts(form(flow))[0] == "31 fields are not read yet."
    assert field_to_ask(tapped(form(flow), "later"), FOUR) == 9
