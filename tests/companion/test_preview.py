"""What a building or an offering would cost and cause, before anyone commits to it."""

import pytest
from msgspec.structs import replace

from companion import commands as do
from companion.errors import RuleViolation
from companion.game import legal_commands
from companion.pieces import Bonus, BuildingKind, Give
from companion.preview import (
    building_sites,
    preview_build,
    price_options,
)
from companion.rules.payment import Balance, balance
from companion.rules.setup import bonus_places_left, check_bonus_place
from companion.state import Finale, GameState, Phase
from tests.companion.positions import (
    BLUE,
    GREEN,
    RED,
    chips,
    played,
    position,
    ring,
)

HUT, TEMPLE = BuildingKind


def before_building(**laid) -> GameState:
    return position(BLUE, GREEN, RED, **({"board": ring(32), "druid": 10} | laid))


@pytest.mark.parametrize(("kind", "build"), [(HUT, do.BuildHut), (TEMPLE, do.BuildTemple)])
def test_the_sites_of_a_building_are_the_fields_where_whoever_is_rich_may_build_it(kind, build):
    state = before_building(
        huts={RED: (10,), BLUE: (20,)},
        temples={GREEN: (14,)},
        bonus={5: Bonus.DRUID},
        hands={BLUE: "9 wood 9 copper"},
    )
    rich = replace(
        state,
        supply=state.supply - chips("9 stone 9 wool"),
        players=tuple(
            replace(one, hand=one.hand + chips("9 stone 9 wool")) if one.color is BLUE else one
            for one in state.players
        ),
    )
    allowed = {one.field for one in legal_commands(rich) if isinstance(one, build)}

    assert building_sites(rich, kind) == building_sites(state, kind) == tuple(sorted(allowed))
    assert 2 <= len(allowed) < len(state.board)


def test_who_has_none_left_can_build_none_whoever_decides():
    state = before_building(huts={RED: (10,)}, temples={RED: (20, 22)}, phase=Phase.ROLL)

    assert preview_build(state, TEMPLE, 15, GREEN).end_points == 0
    with pytest.raises(RuleViolation) as refused:
        preview_build(state, TEMPLE, 15, RED)
    assert refused.value.rule == "temple.stock"


def test_the_final_circuit_that_may_begin_at_once_is_not_told_as_a_ritual():
    """Nobody is asked on the druid's stones: the last of the last turns ends right there."""
    state = before_building(
        druid=None, stone=1, huts={RED: (10,)}, finale=Finale.LAST_TURNS, finisher=GREEN
    )
    shown = preview_build(state, HUT, 1)
    assert (shown.druid_stone, shown.druid_field, shown.visits) == (2, None, ())


def test_outside_a_turn_nobody_builds():
    over = played(position(BLUE, GREEN, RED, phase=Phase.ROLL, supply=""), do.DeclareEnd())
    with pytest.raises(ValueError, match=r"^it is nobody's turn$"):
        preview_build(over, HUT, 10)


def asked(**laid) -> GameState:
    return position(
        BLUE,
        GREEN,
        RED,
        **(
            {
                "board": ring(32),
                "phase": Phase.OFFERING,
                "huts": {BLUE: (10,), RED: (11, 12)},
                "druid": 10,
                "visits": (10, 11, 12),
            }
            | laid
        ),
    )


@pytest.mark.parametrize(
    ("pay", "asked_for", "missing", "spare", "due"),
    [
        ("", ["2 wood 1 stone"], 3, 0, 9),
        ("2 wood", ["2 wood 1 stone"], 1, 0, 3),
        ("2 wood 2 copper", ["2 wood 1 stone"], 1, 2, 1),
        ("2 wood 3 copper", ["2 wood 1 stone"], 1, 3, 0),
        ("2 wood 4 copper", ["2 wood 1 stone"], 1, 4, -1),
        ("1 stone", ["1 wood", "1 stone"], 0, 0, 0),
        ("1 stone 1 wool", ["1 wood", "1 stone"], 0, 1, -1),
        ("1 stone 2 wool", ["1 wood", "1 stone"], 1, 3, 0),
    ],
)
def test_how_far_a_payment_is_from_the_nearest_price(
    pay: str, asked_for: list[str], missing: int, spare: int, due: int
):
    found = balance(chips(pay), *map(chips, asked_for))
    assert found == Balance(missing, spare)
    assert (found.due, found.settles) == (due, due == 0)


def test_where_one_more_bonus_chip_may_lie():
    free = bonus_places_left(24, frozenset({1, 9}))
    assert free == {5, *range(13, 22)}
    for field in range(1, 25):
        if field in free:
            check_bonus_place(24, frozenset({1, 9}), field)
        else:
            with pytest.raises(RuleViolation) as caught:
                check_bonus_place(24, frozenset({1, 9}), field)
            assert caught.value.rule == "setup.bonus"


def test_a_bonus_chip_that_is_too_near_names_its_neighbour():
    with pytest.raises(RuleViolation, match="fields 23 and 1 are too close"):
        check_bonus_place(24, frozenset({1, 9}), 23)


def test_what_a_building_or_an_answer_has_to_be_paid_with():
    state = before_building(huts={RED: (10,)})
    assert price_options(state, do.BuildHut(by=BLUE, field=11)) == (chips("2 wood 2 stone"),)
    one = do.Offer(by=BLUE, give=Give.ONE)
    assert price_options(asked(), one) == (chips("1 wood"), chips("1 stone"))
    both = do.Offer(by=BLUE, give=Give.BOTH)
    assert price_options(asked(visits=(12,)), both) == (chips("1 wood 1 stone"),)
