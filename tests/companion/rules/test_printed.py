"""What a correction says that the cardboard shows, where it was read wrongly (correct.table)."""

from companion.commands import BuildHut, Change, Correct, SetPrinted
from companion.events import ChipsPaid
from companion.game import decide
from companion.pieces import Chips, Rune
from companion.rules.areas import possible_areas
from companion.state import Field, GameState
from tests.companion.positions import (
    BLUE,
    GREEN,
    RED,
    STONE,
    WOOL,
    played,
    position,
    refusal,
    side_for_four,
    side_for_two_or_three,
)

WOOL_AND_STONE = (WOOL, STONE)
SIDE = side_for_two_or_three()


def on_the_table(**laid) -> GameState:
    return position(BLUE, GREEN, RED, **({"huts": {BLUE: (3,)}, "druid": 3} | laid))


def corrected(state: GameState, *changes: Change) -> GameState:
    return played(state, Correct(changes=changes, why="misread"))


def refused(state: GameState, *changes: Change) -> str:
    return refusal(state, Correct(changes=changes, why="misread"))


def misread(field: int) -> SetPrinted:
    """What the table says a field shows: other icons, its own area."""
    rune = SIDE.field(field).rune
    assert rune is not None
    return SetPrinted(field, WOOL_AND_STONE, rune)


def test_correct_table__what_the_cardboard_shows_counts_from_now_on():
    state = on_the_table(hands={BLUE: "1 wool 1 stone"})
    assert SIDE.field(12).needs != WOOL_AND_STONE
    after = corrected(state, misread(12))
    assert after.board.field(12) == Field(WOOL_AND_STONE, SIDE.field(12).rune)
    assert after.board.name == state.board.name
    pay = Chips(wool=1, stone=1)
    built = decide(after, BuildHut(by=BLUE, field=12, pay=pay))
    assert built[0] == ChipsPaid(BLUE, pay)


def test_correct_table__a_hut_built_by_then_keeps_its_rune_stone():
    field = last_of_its_area()
    area = SIDE.field(field).rune
    state = on_the_table(huts={BLUE: (field,)}, druid=field, runes={area: BLUE})
    after = corrected(state, SetPrinted(field, WOOL_AND_STONE, SIDE.field(field + 1).rune))
    assert after.runes_of(BLUE) == (area,)


def last_of_its_area() -> int:
    return next(
        n
        for n in range(2, 32)
        if SIDE.field(n).rune == SIDE.field(n - 1).rune
        and SIDE.field(n).rune != SIDE.field(n + 1).rune
    )


def test_correct_table__a_field_may_turn_out_to_belong_to_the_next_area():
    field = last_of_its_area()
    rune = SIDE.field(field + 1).rune
    after = corrected(on_the_table(), SetPrinted(field, WOOL_AND_STONE, rune))
    assert after.board.field(field).rune is rune


def test_correct_table__areas_that_do_not_follow_each_other_are_refused():
    field = last_of_its_area()
    wrong = next(rune for rune in Rune if rune not in possible_areas(SIDE, field))
    assert refused(on_the_table(), SetPrinted(field, WOOL_AND_STONE, wrong)) == (
        "correct.table: the nine areas would not follow each other in their fixed order; "
        "look at your board again"
    )


def test_correct_table__several_fields_are_judged_together():
    """Two fields move on to the next area: alone the first of them would part its area."""
    field = next(
        n
        for n in range(2, 31)
        if len({SIDE.field(n + step).rune for step in (-1, 0, 1)}) == 1
        and SIDE.field(n + 2).rune != SIDE.field(n).rune
    )
    following = SIDE.field(field + 2).rune
    first, second = (SetPrinted(n, WOOL_AND_STONE, following) for n in (field, field + 1))
    assert refused(on_the_table(), first).startswith("correct.table: the nine areas")
    assert corrected(on_the_table(), first, second).board.field(field).rune is following


def test_correct_table__an_unread_field_may_be_told_too():
    state = on_the_table(board=side_for_four())
    unread = next(n for n in range(1, 41) if not state.board.field(n).known)
    rune = possible_areas(state.board, unread)[0]
    after = corrected(state, SetPrinted(unread, WOOL_AND_STONE, rune))
    assert after.board.field(unread) == Field(WOOL_AND_STONE, rune)
