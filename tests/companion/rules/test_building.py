"""Huts and temples (hut.*, temple.*)."""

import pytest

from companion.commands import BuildHut, BuildTemple
from companion.pieces import Bonus, BuildingKind, Rune
from companion.rules.building import building_price
from companion.state import GameState
from tests.companion.positions import (
    BLUE,
    GREEN,
    RED,
    WOOD,
    build,
    chips,
    played,
    position,
    refusal,
    ring,
    side_for_four,
)

HUT, TEMPLE = BuildingKind


def on_a_ring(**laid) -> GameState:
    """Blue's part 2 on 32 fields that all cost wood and stone, with chips for most things."""
    usual = {"board": ring(32), "hands": {BLUE: "9 wood 9 stone 9 wool 9 copper"}}
    return position(BLUE, GREEN, RED, **(usual | laid))


def construction(kind: BuildingKind, field: int) -> BuildHut | BuildTemple:
    pay = chips("1 wood 1 stone")
    return (BuildHut if kind is HUT else BuildTemple)(by=BLUE, field=field, pay=pay)


@pytest.mark.parametrize("kind", BuildingKind)
@pytest.mark.parametrize("field", [-1, 0, 33])
def test_hut_field__temple_field__the_field_is_on_the_board(kind, field: int):
    assert refusal(on_a_ring(), construction(kind, field)) == (
        f"{kind}.field: there is no field {field} on this board; its fields are 1 to 32"
    )


def test_hut_stock__only_a_hut_that_the_player_still_has():
    state = on_a_ring(huts={BLUE: (1, 3, 5, 7, 9, 11, 13, 15)})
    assert refusal(state, construction(HUT, 22)) == "hut.stock: blue has no hut left"


def test_temple_stock__only_a_temple_that_the_player_still_has():
    state = on_a_ring(temples={BLUE: (17, 19)})
    assert refusal(state, construction(TEMPLE, 22)) == "temple.stock: blue has no temple left"


@pytest.mark.parametrize("huts", [1, 2, 3, 7])
def test_hut_cost__every_hut_of_the_settlement_counts(huts: int):
    state = on_a_ring(huts={RED: tuple(range(10, 10 + huts))})
    due = chips(f"{huts + 1} wood {huts + 1} stone")
    assert [building_price(state, HUT, field) for field in (9, 10 + huts)] == [due, due]


def test_hut_cost__two_like_icons_cost_twice_of_one_material():
    state = on_a_ring(board=ring(32, (WOOD, WOOD)), huts={RED: (5,)})
    assert building_price(state, HUT, 6) == chips("4 wood")


def test_hut_bonus__a_hut_chip_takes_the_rune_and_moves_the_druid_as_ever():
    state = on_a_ring(bonus={6: Bonus.HUT}, huts={RED: (20,)}, druid=20, runes={Rune.SPROUT: RED})
    after = played(state, BuildHut(by=BLUE, field=6))
    assert (after.rune_holder(Rune.SPROUT), after.druid.field) == (BLUE, 6)


def test_hut_rune__a_builder_who_has_it_keeps_it():
    state = on_a_ring(runes={Rune.SERPENT: BLUE})
    assert played(state, construction(HUT, 1)).runes == state.runes


@pytest.mark.parametrize("bonus", Bonus)
def test_temple_field__a_bonus_chip_keeps_temples_away(bonus: Bonus):
    assert refusal(on_a_ring(bonus={6: bonus}), construction(TEMPLE, 6)) == (
        "temple.field: a bonus chip lies on field 6; a temple needs a field without one"
    )


def test_temple_cost__both_icons_once_and_no_rune_stone_whatever_stands_beside_it():
    state = on_a_ring(huts={RED: (3, 4, 5), GREEN: (7, 8)}, runes={Rune.SPROUT: RED})
    assert building_price(state, TEMPLE, 6) == chips("1 wood 1 stone")
    assert played(state, construction(TEMPLE, 6)).runes == state.runes


def test_the_first_thing_that_is_wrong_is_told():
    huts = (1, 3, 5, 7, 20, 22, 24, 26)
    state = on_a_ring(board=side_for_four(), huts={BLUE: huts}, hands={BLUE: "1 wood"})
    wrong = chips("9 stone")
    for command, rule in (
        (BuildHut(by=BLUE, field=20, pay=wrong), "hut.field"),
        (BuildHut(by=BLUE, field=21, pay=wrong), "board.survey"),
        (BuildHut(by=BLUE, field=2, pay=wrong), "hut.stock"),
        (BuildTemple(by=BLUE, field=2, pay=wrong), "pay.swap"),
        (build(state, TEMPLE, 2, BLUE), "pay.hand"),
    ):
        assert refusal(state, command).startswith(f"{rule}:")
