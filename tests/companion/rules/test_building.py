"""Huts and temples (hut.*, temple.*)."""

import pytest

from companion import events as ev
from companion.commands import BuildHut, BuildTemple
from companion.pieces import Bonus, BuildingKind, Rune
from companion.rules.building import price
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
    told,
)

RICH = {BLUE: "9 wood 9 stone 9 wool 9 copper"}


def on_a_ring(**laid) -> GameState:
    """Blue's part 2 on 32 fields that all cost wood and stone, with chips for most things."""
    return position(BLUE, GREEN, RED, board=ring(32), **({"hands": RICH} | laid))


def hut_price(state: GameState, field: int) -> str:
    return words(price(state, BuildingKind.HUT, field))


def words(heap) -> str:
    return f"{heap.wood} wood {heap.stone} stone"


def build_on(kind: BuildingKind, field: int) -> BuildHut | BuildTemple:
    return (BuildHut if kind is BuildingKind.HUT else BuildTemple)(by=BLUE, field=field)


@pytest.mark.parametrize("kind", BuildingKind)
@pytest.mark.parametrize("standing", BuildingKind)
def test_hut_field__temple_field__a_field_with_a_building_is_taken(kind, standing):
    state = on_a_ring(**{f"{standing}s": {GREEN: (6,)}})
    assert refusal(state, build_on(kind, 6)) == (
        f"{kind}.field: field 6 already holds the green {standing}"
    )


@pytest.mark.parametrize("kind", BuildingKind)
@pytest.mark.parametrize("field", [-1, 0, 33])
def test_hut_field__temple_field__the_field_is_on_the_board(kind, field: int):
    assert refusal(on_a_ring(), build_on(kind, field)) == (
        f"{kind}.field: there is no field {field} on this board; its fields are 1 to 32"
    )


def test_hut_stock__only_a_hut_that_the_player_still_has():
    state = on_a_ring(huts={BLUE: (1, 3, 5, 7, 9, 11, 13, 15)})
    assert refusal(state, BuildHut(by=BLUE, field=20, pay=chips("1 wood 1 stone"))) == (
        "hut.stock: blue has no hut left"
    )


def test_temple_stock__only_a_temple_that_the_player_still_has():
    state = on_a_ring(temples={BLUE: (1, 3)})
    assert refusal(state, build(state, BuildingKind.TEMPLE, 20, BLUE)) == (
        "temple.stock: blue has no temple left"
    )


@pytest.mark.parametrize("huts", [1, 2, 3, 7])
def test_hut_cost__every_hut_of_the_settlement_counts(huts: int):
    state = on_a_ring(huts={RED: tuple(range(10, 10 + huts))})
    assert hut_price(state, 9) == f"{huts + 1} wood {huts + 1} stone"
    assert hut_price(state, 10 + huts) == f"{huts + 1} wood {huts + 1} stone"


def test_hut_cost__two_like_icons_cost_twice_of_one_material():
    state = position(BLUE, GREEN, RED, board=ring(32, (WOOD, WOOD)), huts={RED: (5,)})
    assert price(state, BuildingKind.HUT, 6) == chips("4 wood")


def test_hut_bonus__a_hut_chip_takes_the_rune_and_moves_the_druid_as_ever():
    state = on_a_ring(bonus={6: Bonus.HUT}, huts={RED: (20,)}, druid=20, runes={Rune.SPROUT: RED})
    after = played(state, BuildHut(by=BLUE, field=6))
    assert after.rune_holder(Rune.SPROUT) == BLUE
    assert after.druid.field == 6


def test_hut_rune__a_builder_who_has_it_keeps_it():
    state = on_a_ring(runes={Rune.SERPENT: BLUE})
    build = BuildHut(by=BLUE, field=1, pay=chips("1 wood 1 stone"))
    assert told(state, build, ev.RuneTaken) == ()
    assert played(state, build).rune_holder(Rune.SERPENT) == BLUE


@pytest.mark.parametrize("bonus", Bonus)
def test_temple_field__a_bonus_chip_keeps_temples_away(bonus: Bonus):
    state = on_a_ring(bonus={6: bonus})
    assert refusal(state, build(state, BuildingKind.TEMPLE, 6, BLUE)) == (
        "temple.field: a bonus chip lies on field 6; a temple needs a field without one"
    )


def test_temple_cost__both_icons_once_whatever_stands_beside_it():
    state = on_a_ring(huts={RED: (3, 4, 5), GREEN: (7, 8)})
    assert price(state, BuildingKind.TEMPLE, 6) == chips("1 wood 1 stone")


def test_temple_cost__it_takes_no_rune_stone():
    state = on_a_ring(runes={Rune.SERPENT: RED})
    after = played(state, build(state, BuildingKind.TEMPLE, 1, BLUE))
    assert after.runes == state.runes


def test_board_survey__nothing_is_built_on_a_field_that_nobody_has_read():
    state = position(BLUE, GREEN, RED, board=side_for_four(), hands=RICH)
    for command in (BuildHut(by=BLUE, field=20), BuildTemple(by=BLUE, field=20)):
        assert refusal(state, command) == (
            "board.survey: nobody has read field 20 off your board yet; "
            "read its rune and icons first"
        )


def test_board_survey__even_a_free_hut_has_to_wait():
    state = position(BLUE, GREEN, RED, board=side_for_four(), bonus={20: Bonus.HUT})
    assert refusal(state, BuildHut(by=BLUE, field=20)).startswith("board.survey: ")


def test_the_first_thing_that_is_wrong_is_told():
    state = position(
        BLUE,
        GREEN,
        RED,
        board=side_for_four(),
        huts={BLUE: (1, 3, 5, 7, 20, 22, 24, 26)},
        hands={BLUE: "1 wood"},
    )
    assert refusal(state, BuildHut(by=BLUE, field=20, pay=chips("9 stone")))[:10] == "hut.field:"
    assert refusal(state, BuildHut(by=BLUE, field=21, pay=chips("9 stone")))[:13] == (
        "board.survey:"
    )
    assert refusal(state, BuildHut(by=BLUE, field=2, pay=chips("9 stone")))[:10] == "hut.stock:"
    assert refusal(state, BuildTemple(by=BLUE, field=2, pay=chips("9 stone")))[:9] == "pay.swap:"
    assert refusal(state, build(state, BuildingKind.TEMPLE, 2, BLUE))[:9] == "pay.hand:"
