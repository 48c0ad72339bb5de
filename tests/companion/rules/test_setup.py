"""Before the first turn (setup.*)."""

import pytest

from companion.commands import PlaceWorker
from companion.errors import RuleViolation
from companion.pieces import Bonus, Chips, Color
from companion.rules.setup import (
    Setup,
    check_bonus_chip_field,
    fields_left_for_bonus_chip,
    initial_state,
)
from companion.state import Phase
from tests.companion.positions import BLUE, COPPER, GREEN, PURPLE, RED, played, refusal, setup


def refused(setup: Setup) -> str:
    with pytest.raises(RuleViolation) as caught:
        initial_state(setup)
    return f"{caught.value.rule}: {caught.value}"


def bonus_on(*fields: int) -> tuple[tuple[int, Bonus], ...]:
    chips = (Bonus.POINTS, Bonus.HUT, Bonus.DRUID) * 2
    return tuple(zip(fields, chips, strict=True))


@pytest.mark.parametrize(
    ("colors", "each"),
    [
        ((PURPLE, BLUE), 16),
        ((BLUE, PURPLE), 16),
        ((RED, GREEN, BLUE), 15),
        ((GREEN, PURPLE, RED, BLUE), 14),
    ],
)
def test_setup_hand__everyone_has_one_chip_of_each_and_the_plains_the_rest(
    colors: tuple[Color, ...], each: int
):
    state = initial_state(setup(*colors))
    assert (state.colors, state.decider, state.active) == (colors, colors[0], colors[0])
    assert (state.phase, state.turn) == (Phase.PLACING, 0)
    assert [player.hand for player in state.players] == [Chips(1, 1, 1, 1)] * len(colors)
    assert state.supply == Chips(each, each, each, each)


def test_setup_points__everyone_starts_with_five():
    state = initial_state(setup(BLUE, GREEN, RED))
    assert [(one.points, one.breakdown.total) for one in state.players] == [(5, 0)] * 3


NUMBER = "the game is for two to four players, not {number}"
SHARED = "two players have taken {first}; each needs a colour of their own"


@pytest.mark.parametrize(
    ("colors", "sentence"),
    [
        ((), NUMBER),
        ((BLUE,), NUMBER),
        ((PURPLE, BLUE, GREEN, RED, RED), NUMBER),
        ((PURPLE, RED), "with two players, one takes purple and one blue"),
        ((GREEN, BLUE), "with two players, one takes purple and one blue"),
        ((BLUE, BLUE), SHARED),
        ((RED, GREEN, RED), SHARED),
    ],
)
def test_setup_players__two_to_four_sit_at_the_table_each_with_a_color(
    colors: tuple[Color, ...], sentence: str
):
    told = sentence.format(number=len(colors), first=next(iter(colors), None))
    assert refused(setup(*colors)) == f"setup.players: {told}"


@pytest.mark.parametrize("first", [-1, 3])
def test_setup_players__the_starting_player_sits_at_the_table(first: int):
    assert refused(setup(RED, GREEN, BLUE, first=first)) == (
        f"setup.players: there is no seat {first} to start the game; seats are numbered from 0 to 2"
    )


NO_SUCH_FIELD = "there is no field {} on this board; its fields are 1 to 32"
TOO_CLOSE = "bonus chips need three free fields between them; fields {} and {} are too close"


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ((1, 5, 9, 12, 17, 21), TOO_CLOSE.format(9, 12)),
        ((2, 6, 10, 14, 18, 31), TOO_CLOSE.format(31, 2)),
        ((0, 5, 10, 15, 20, 25), NO_SUCH_FIELD.format(0)),
        ((5, 10, 15, 20, 25, 33), NO_SUCH_FIELD.format(33)),
    ],
)
def test_setup_bonus__chips_lie_on_the_board_three_free_fields_apart_round_the_ring_too(
    fields: tuple[int, ...], sentence: str
):
    assert refused(setup(PURPLE, BLUE, bonus=bonus_on(*fields))) == f"setup.bonus: {sentence}"


def test_setup_bonus__chips_may_be_told_in_any_order_the_first_and_the_last_field_are_good():
    first = initial_state(setup(PURPLE, BLUE, bonus=bonus_on(1, 5, 10, 15, 20, 25)))
    last = initial_state(setup(PURPLE, BLUE, bonus=bonus_on(5, 10, 15, 20, 25, 32)[::-1]))
    assert (first.bonus_on(1), last.bonus_on(32)) == (Bonus.POINTS, Bonus.DRUID)


@pytest.mark.parametrize("number", [1, 3])
def test_setup_bonus__there_are_two_of_each_kind(number: int):
    chips = [Bonus.HUT] * number + [Bonus.DRUID] * 2 + [Bonus.POINTS] * 2
    places = tuple((4 * place, chip) for place, chip in enumerate(chips, start=1))
    assert refused(setup(PURPLE, BLUE, bonus=places)) == (
        f"setup.bonus: 2 “hut” chips must be on the board, not {number}"
    )


@pytest.mark.parametrize(
    ("taken", "free"), [({1, 9}, {5, *range(13, 22)}), (set(), set(range(1, 25)))]
)
def test_setup_bonus__where_one_more_chip_may_lie(taken: set[int], free: set[int]):
    assert fields_left_for_bonus_chip(24, frozenset(taken)) == free
    for field in range(1, 25):
        if field in free:
            check_bonus_chip_field(24, frozenset(taken), field)
        else:
            with pytest.raises(RuleViolation, match=f"fields {field} and [19] are too close"):
                check_bonus_chip_field(24, frozenset(taken), field)


def test_setup_workers__a_fourth_finds_no_room():
    place = [PlaceWorker(by=color, plain=COPPER) for color in (PURPLE, BLUE, PURPLE, BLUE)]
    state = played(initial_state(setup(PURPLE, BLUE)), *place[:3])
    assert refusal(state, place[3]) == (
        "setup.workers: three workers already stand on the copper plain; choose another plain"
    )
