"""The setup, and the picture to copy it from."""

from pathlib import Path
from random import Random

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.memory.boards import BoardShelf
from companion.pieces import Bonus, Material
from companion.state import Phase
from kiosk.pages.new_game.draft import (
    BonusChipsStep,
    OverviewStep,
    SetupDraft,
    SetupFlow,
    new_setup_flow,
)
from kiosk.pages.new_game.view import flow_after_field_tap, setup_form, setup_summary
from kiosk.ui.form import Form
from tests.companion.positions import side_for_four, side_for_two_or_three
from tests.kiosk.pages.flow.walking import tapped

WOOD, COPPER, STONE = Material.WOOD, Material.COPPER, Material.STONE

SHELF = BoardShelf(Path("nowhere"))
"""Only the boards of the box."""
CHIPS = dict(zip((4, 9, 14, 19, 24, 29), sorted([*Bonus, *Bonus]), strict=True))


def entered(players: int = 2) -> SetupDraft:
    draft = SetupDraft(bonus=tuple(CHIPS.items()), held=None)
    for _more in range(players - 2):
        draft = draft.with_seat()
    return draft.with_name(0, "Ada")


def last_step(draft: SetupDraft) -> SetupFlow:
    return new_setup_flow(draft).with_next_step(BonusChipsStep()).with_next_step(OverviewStep())


def shown(draft: SetupDraft) -> Form:
    return setup_form(last_step(draft), SHELF)


def test_the_list_tells_what_lies_on_the_table_for_two():
    board = (
        "Side for two or three players; all point markers on 5, the druid on his temple, "
        "16 chips on each high plain"
    )
    assert setup_summary(entered(), side_for_two_or_three()) == (
        ("Board", board),
        (
            "Each player",
            "12 huts, 2 temples, 3 workers; one chip of each behind the cardboard screen",
        ),
        ("Bonus chips", "“+2” on fields 24 and 29; “free hut” on 14 and 19; “druid” on 4 and 9"),
        ("Beside the board", "Nine rune stones, the die, the 100 chips"),
        ("First", "Ada places the first worker"),
    )


def test_four_have_fewer_huts_and_workers_and_lay_out_the_other_side():
    lines = dict(setup_summary(entered(4), side_for_four()))
    assert lines["Each player"].startswith("8 huts, 2 temples, 2 workers;")
    assert lines["Board"].startswith("Side for four players;")


def test_the_picture_shows_all_that_lies_on_the_board_and_rings_the_chips():
    scene = shown(entered()).scene
    lying = {field.number: field.bonus for field in scene.picture.fields if field.bonus}
    assert lying == CHIPS
    assert scene.set_fields == set(CHIPS)
    assert {plain.supply for plain in scene.picture.plains} == {16}
    assert scene.picture.druid.stone == 0


def test_a_tap_on_the_picture_leads_back_to_laying_the_chips():
    assert flow_after_field_tap(last_step(entered()), 32, 4) == new_setup_flow(
        entered()
    ).with_next_step(BonusChipsStep())


@given(players=st.integers(2, 4), seed=st.integers())
def test_chance_places_all_workers_where_there_is_room(players, seed):
    board = side_for_two_or_three()
    draft = entered(players).with_random_workers(board, Random(seed))
    state = draft.first_state(board)
    assert state.phase is Phase.ROLL
    assert state.active == draft.seats[0].color


def test_workers_that_chance_placed_stand_on_the_picture_until_they_are_taken_back():
    draft = entered().with_random_workers(side_for_two_or_three(), Random(1))
    form = shown(draft)
    assert sum(len(plain.workers) for plain in form.scene.picture.plains) == 6
    assert dict(setup_summary(draft, side_for_two_or_three()))["First"] == "Ada begins"
    assert tapped(form, "workers.clear").draft == entered()


def test_workers_that_chance_placed_are_listed_plain_by_plain_from_below():
    plains = (WOOD, COPPER, WOOD, COPPER, COPPER, STONE)
    draft = replace(entered(), workers=plains)

    lines = dict(setup_summary(draft, side_for_two_or_three()))

    assert lines["Workers, from below"] == (
        "wood: Ada, Ada; wool: –; copper: Blue, Blue, Ada; stone: Blue"  # noqa: RUF001 - a dash
    )


def test_workers_of_another_number_of_players_are_placed_anew():
    draft = entered(3).with_random_workers(side_for_two_or_three(), Random(1))
    assert len(draft.worker_plains) == 6
    assert draft.with_seat().worker_plains == ()
