"""How fields are read off the cardboard (board.survey)."""

import pytest

from companion.commands import DeclareEnd, Survey
from companion.events import FieldSurveyed
from companion.game import decide
from companion.pieces import Color, Material, Rune
from companion.rules.setup import initial_state
from companion.state import Board, Field, GameState, Phase
from tests.companion.positions import (
    BLUE,
    STONE,
    WOOD,
    WOOL,
    played,
    position,
    refusal,
    ring,
    setup,
    side_for_four,
)


def unread(**laid) -> GameState:
    usual = {"board": side_for_four(), "phase": Phase.ROLL, "huts": {BLUE: (3,)}}
    return position(*Color, **(usual | laid))


def survey(field: int, rune: Rune, needs: tuple[Material, Material] = (WOOD, STONE)) -> Survey:
    return Survey(field=field, needs=needs, rune=rune)


def test_board_survey__an_unread_field_becomes_known():
    state = unread()
    command = survey(9, Rune.SHIELD, (STONE, WOOL))
    assert decide(state, command) == (FieldSurveyed(9, (STONE, WOOL), Rune.SHIELD),)
    after = played(state, command)
    assert after.board.field(9) == Field((STONE, WOOL), Rune.SHIELD)
    assert after.board.name == state.board.name
    assert [field.known for field in after.board.fields].count(True) == 10


def test_board_survey__neither_before_the_first_turn_nor_after_the_end():
    before = initial_state(setup(*Color, board=side_for_four()))
    over = played(unread(huts={}, supply=""), DeclareEnd())
    for state in (before, over):
        assert refusal(state, survey(20, Rune.SPIRAL)) == (
            "board.survey: fields can be read only from the first turn until the end of the game"
        )


def test_board_survey__a_field_that_is_known_is_not_read_again():
    assert refusal(unread(), survey(3, Rune.SERPENT)) == (
        "board.survey: field 3 has been read already"
    )
    once = played(unread(), survey(20, Rune.SPIRAL))
    assert refusal(once, survey(20, Rune.SPIRAL)) == "board.survey: field 20 has been read already"


@pytest.mark.parametrize(("field", "rune"), [(1, Rune.SERPENT), (24, Rune.ARROW)])
def test_board_survey__the_first_and_the_last_field_too(field: int, rune: Rune):
    printed = list(ring(24).fields)
    printed[field - 1] = Field(None, None)
    state = unread(board=Board("almost read", tuple(printed)))
    assert played(state, survey(field, rune)).board.field(field).rune is rune


@pytest.mark.parametrize("field", [0, 41])
def test_board_survey__the_field_is_on_the_board(field: int):
    assert refusal(unread(), survey(field, Rune.ARROW)) == (
        f"board.survey: there is no field {field} on this board; its fields are 1 to 40"
    )


@pytest.mark.parametrize(
    ("field", "rune"),
    [(9, Rune.SERPENT), (10, Rune.WAVES), (39, Rune.CROSS), (20, Rune.SERPENT), (9, Rune.ARROW)],
)
def test_board_survey__areas_follow_each_other_round_the_ring(field: int, rune: Rune):
    assert refusal(unread(), survey(field, rune)) == (
        f"board.survey: the {rune} area cannot lie at field {field}: the nine areas come in a "
        "fixed order; look at your board again"
    )


@pytest.mark.parametrize(
    ("field", "rune"),
    [(9, Rune.SHIELD), (9, Rune.SPROUT), (10, Rune.EYE), (39, Rune.HOOK), (39, Rune.ARROW)],
)
def test_board_survey__an_area_may_begin_wherever_room_is_left_for_the_others(
    field: int, rune: Rune
):
    assert played(unread(), survey(field, rune)).board.field(field).rune is rune
