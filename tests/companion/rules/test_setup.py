"""Before the first turn (setup.*)."""

import pytest

from companion.commands import PlaceWorker
from companion.errors import RuleViolation
from companion.pieces import Bonus, Chips, Color
from companion.rules.setup import Setup, initial_state
from companion.state import Phase
from tests.companion.positions import (
    BLUE,
    BONUS,
    COPPER,
    GREEN,
    PURPLE,
    RED,
    played,
    refusal,
    setup,
)


def refused(setup: Setup) -> str:
    with pytest.raises(RuleViolation) as caught:
        initial_state(setup)
    return f"{caught.value.rule}: {caught.value}"


def bonus_on(*fields: int) -> tuple[tuple[int, Bonus], ...]:
    chips = (Bonus.POINTS, Bonus.HUT, Bonus.DRUID) * 2
    return tuple(zip(fields, chips, strict=True))


@pytest.mark.parametrize(
    "colors", [(PURPLE, BLUE), (BLUE, PURPLE), (RED, GREEN, BLUE), (GREEN, PURPLE, RED, BLUE)]
)
def test_setup_players__two_to_four_sit_in_the_order_given(colors: tuple[Color, ...]):
    state = initial_state(setup(*colors))
    assert state.colors == colors
    assert state.decider == colors[0]
    assert state.active == colors[0]
    assert state.phase is Phase.PLACING
    assert state.turn == 0


@pytest.mark.parametrize("colors", [(), (BLUE,), (PURPLE, BLUE, GREEN, RED, RED)])
def test_setup_players__one_or_five_cannot_play(colors: tuple[Color, ...]):
    assert refused(setup(*colors)) == (f"setup.players: two to four people play, not {len(colors)}")


@pytest.mark.parametrize("colors", [(PURPLE, RED), (GREEN, BLUE), (RED, GREEN)])
def test_setup_players__two_take_purple_and_blue(colors: tuple[Color, ...]):
    assert (
        refused(setup(*colors)) == "setup.players: with two players, one takes purple and one blue"
    )


@pytest.mark.parametrize("colors", [(BLUE, BLUE), (RED, GREEN, RED), (RED, BLUE, GREEN, RED)])
def test_setup_players__nobody_shares_a_color(colors: tuple[Color, ...]):
    assert refused(setup(*colors)) == (
        f"setup.players: two players have taken {colors[0]}; each needs a colour of their own"
    )


@pytest.mark.parametrize("first", [-1, 3])
def test_setup_players__the_starting_player_sits_at_the_table(first: int):
    refusal = refused(setup(RED, GREEN, BLUE, first=first))
    assert refusal == (
        f"setup.players: nobody sits at seat {first}, which should start; "
        "seats are counted from 0 to 2"
    )


@pytest.mark.parametrize("colors", [(PURPLE, BLUE), (BLUE, GREEN, RED), tuple(Color)])
def test_setup_points__everyone_starts_with_five(colors: tuple[Color, ...]):
    state = initial_state(setup(*colors))
    assert [player.points for player in state.players] == [5] * len(colors)
    assert [player.breakdown.total for player in state.players] == [0] * len(colors)


@pytest.mark.parametrize(
    ("colors", "each"), [((PURPLE, BLUE), 16), ((BLUE, GREEN, RED), 15), (tuple(Color), 14)]
)
def test_setup_hand__everyone_has_one_chip_of_each_and_the_plains_the_rest(
    colors: tuple[Color, ...], each: int
):
    state = initial_state(setup(*colors))
    assert [player.hand for player in state.players] == [Chips(1, 1, 1, 1)] * len(colors)
    assert state.supply == Chips(each, each, each, each)


def test_setup_bonus__two_free_fields_between_chips_are_too_few():
    assert refused(setup(PURPLE, BLUE, bonus=bonus_on(1, 5, 9, 12, 17, 21))) == (
        "setup.bonus: bonus chips need three free fields between them; "
        "fields 9 and 12 are too close"
    )


def test_setup_bonus__the_distance_counts_across_the_river():
    assert refused(setup(PURPLE, BLUE, bonus=bonus_on(2, 6, 10, 14, 18, 31))) == (
        "setup.bonus: bonus chips need three free fields between them; "
        "fields 31 and 2 are too close"
    )


def test_setup_bonus__chips_may_be_told_in_any_order():
    assert initial_state(setup(PURPLE, BLUE, bonus=BONUS[::-1])) == initial_state(
        setup(PURPLE, BLUE)
    )


def test_setup_bonus__the_first_and_the_last_field_are_good_for_chips():
    first = initial_state(setup(PURPLE, BLUE, bonus=bonus_on(1, 5, 10, 15, 20, 25)))
    last = initial_state(setup(PURPLE, BLUE, bonus=bonus_on(5, 10, 15, 20, 25, 32)))
    assert (first.bonus_on(1), last.bonus_on(32)) == (Bonus.POINTS, Bonus.DRUID)
    assert len(first.bonus) == len(last.bonus) == 32


@pytest.mark.parametrize("field", [0, 33])
def test_setup_bonus__a_chip_lies_on_a_field_of_the_board(field: int):
    places = sorted([field, 5, 10, 15, 20, 25])
    assert refused(setup(PURPLE, BLUE, bonus=bonus_on(*places))) == (
        f"setup.bonus: there is no field {field} on this board; its fields are 1 to 32"
    )


@pytest.mark.parametrize("number", [1, 3])
def test_setup_bonus__there_are_two_of_each_kind(number: int):
    chips = [Bonus.HUT] * number + [Bonus.DRUID] * 2 + [Bonus.POINTS] * 2
    places = tuple((4 * place, chip) for place, chip in enumerate(chips, start=1))
    assert refused(setup(PURPLE, BLUE, bonus=places)) == (
        f"setup.bonus: two “hut” chips have to lie on the board, not {number}"
    )


def test_setup_workers__a_fourth_finds_no_room():
    state = initial_state(setup(PURPLE, BLUE))
    for color in (PURPLE, BLUE, PURPLE):
        state = played(state, PlaceWorker(by=color, plain=COPPER))
    assert refusal(state, PlaceWorker(by=BLUE, plain=COPPER)) == (
        "setup.workers: three workers already stand on the copper plain; choose another plain"
    )
