"""Fields as entered from the board (board.survey), and entered again (correct.table)."""

import re
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.commands import Change, Correct, DeclareEnd, EnterPrintedField, SetPrintedField
from companion.pieces import RUNES, Color, Rune
from companion.rules.areas import areas_fit_ring
from companion.rules.setup import initial_state
from companion.state import Board, Field, GameState, Phase
from tests.companion.positions import (
    BLUE,
    GREEN,
    RED,
    STONE,
    WOOD,
    WOOL,
    played,
    position,
    refusal,
    ring,
    setup,
    side_for_four,
    side_for_two_or_three,
)

SIDE = side_for_two_or_three()


def unread(**laid) -> GameState:
    usual = {"board": side_for_four(), "phase": Phase.ROLL, "huts": {BLUE: (3,)}}
    return position(*Color, **(usual | laid))


def survey(field: int, rune: Rune) -> EnterPrintedField:
    return EnterPrintedField(field=field, needs=(WOOD, STONE), rune=rune)


@pytest.mark.parametrize(
    ("field", "rune"),
    [(9, Rune.SHIELD), (9, Rune.SPROUT), (10, Rune.EYE), (39, Rune.HOOK), (39, Rune.ARROW)],
)
def test_board_survey__an_unread_field_becomes_known_in_any_area_that_leaves_room_for_the_others(
    field: int, rune: Rune
):
    after = played(unread(), survey(field, rune))
    assert after.board.field(field) == Field((WOOD, STONE), rune)
    assert [field.is_known for field in after.board.fields].count(True) == 10


@pytest.mark.parametrize(("field", "rune"), [(1, Rune.SERPENT), (24, Rune.ARROW)])
def test_board_survey__the_first_and_the_last_field_too(field: int, rune: Rune):
    printed = list(ring(24).fields)
    printed[field - 1] = Field(None, None)
    state = unread(board=Board("almost read", tuple(printed)))
    assert played(state, survey(field, rune)).board.field(field).rune is rune


OUT_OF_PLAY = "fields can be read only from the first turn until the end of the game"
NO_SUCH_FIELD = "there is no field {field} on this board; its fields are 1 to 40"
NO_SUCH_AREA = (
    "the {rune} area cannot lie at field {field}: the nine areas come in a fixed order; look at "
    "your board again"
)


@pytest.mark.parametrize(
    ("state", "field", "rune", "sentence"),
    [
        (initial_state(setup(*Color, board=side_for_four())), 20, Rune.SPIRAL, OUT_OF_PLAY),
        (played(unread(huts={}, supply=""), DeclareEnd()), 20, Rune.SPIRAL, OUT_OF_PLAY),
        (unread(), 3, Rune.SERPENT, "field 3 has been read already"),
        (unread(), 0, Rune.ARROW, NO_SUCH_FIELD),
        (unread(), 41, Rune.ARROW, NO_SUCH_FIELD),
        (unread(), 10, Rune.WAVES, NO_SUCH_AREA),
        (unread(), 20, Rune.SERPENT, NO_SUCH_AREA),
    ],
)
def test_board_survey__what_cannot_be_so_is_refused(
    state: GameState, field: int, rune: Rune, sentence: str
):
    refused = sentence.format(field=field, rune=rune)
    assert refusal(state, survey(field, rune)) == f"board.survey: {refused}"


def almost_a_ring(luck: Random) -> str:
    """Areas in order round a ring, some of it unread, now and then with one field wrong."""
    row = "".join(letter * luck.randint(1, 3) for letter in "ABCDEFGHI")
    turn, unread = luck.randrange(len(row)), luck.random()
    ring = [letter if luck.random() > unread else "-" for letter in row[turn:] + row[:turn]]
    if luck.random() < 0.5:
        ring[luck.randrange(len(ring))] = luck.choice("ABCDEFGHI")
    return "".join(ring)


LETTERS = dict(zip("ABCDEFGHI", RUNES, strict=True)) | {"-": None}
WHOLE = re.compile("".join(f"[{letter}-]+" for letter in "ABCDEFGHI"))
"""Nine runs in order, each at least one field long; a field that nobody has read fits any."""


@settings(max_examples=300)
@given(
    st.one_of(
        st.text("ABCDEFGHI-", min_size=1, max_size=14),
        st.integers(0, 10**9).map(Random).map(almost_a_ring),
    )
)
def test_board_survey__areas_follow_if_nine_runs_in_order_can_be_read_off_the_ring(ring: str):
    turned = [ring[turn:] + ring[:turn] for turn in range(len(ring))]
    expected = any(WHOLE.fullmatch(row) for row in turned)
    assert areas_fit_ring(tuple(LETTERS[letter] for letter in ring)) == expected


# Entered again


LAST_TWO = next(
    n
    for n in range(2, 31)
    if len({SIDE.field(n + step).rune for step in (-1, 0, 1)}) == 1
    and SIDE.field(n + 2).rune != SIDE.field(n).rune
)
"""The last field but one of an area of three fields or more."""


def correct(*changes: Change) -> Correct:
    return Correct(changes=changes, why="misread")


def shows(field: int, rune: Rune | None) -> SetPrintedField:
    assert rune is not None
    return SetPrintedField(field, (WOOL, STONE), rune)


def test_correct_table__a_field_moves_to_the_next_area_and_its_rune_stone_stays():
    field, area = LAST_TWO + 1, SIDE.field(LAST_TWO).rune
    state = position(BLUE, GREEN, RED, huts={BLUE: (field,)}, druid=field, runes={area: BLUE})
    after = played(state, correct(shows(field, SIDE.field(field + 1).rune)))
    assert after.board.field(field) == Field((WOOL, STONE), SIDE.field(field + 1).rune)
    assert after.runes_of(BLUE) == (area,)


def test_correct_table__several_fields_are_judged_together():
    """Two fields move on to the next area: alone the first of them would part its area."""
    following = SIDE.field(LAST_TWO + 2).rune
    first, second = (shows(field, following) for field in (LAST_TWO, LAST_TWO + 1))
    state = position(BLUE, GREEN, RED)
    assert refusal(state, correct(first)) == (
        "correct.table: the nine areas would not follow each other in their fixed order; "
        "look at your board again"
    )
    assert played(state, correct(first, second)).board.field(LAST_TWO).rune is following


def test_correct_table__an_unread_field_may_be_told_too():
    after = played(unread(), correct(shows(20, Rune.SPIRAL)))
    assert after.board.field(20) == Field((WOOL, STONE), Rune.SPIRAL)
