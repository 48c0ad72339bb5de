"""A correction after which a refused step may be done, so little that all else stays."""

import pytest
from msgspec.structs import replace

from companion import commands as do
from companion.errors import RuleViolation
from companion.game import events_of_command, state_after_command
from companion.pieces import Bonus, Chips, OfferingAnswer
from companion.ruling import changes_to_allow, with_legal_payment
from companion.state import GameState, Phase
from tests.companion.positions import BLUE, GREEN, RED, STONE, WOOD, position, ring


def table(**laid) -> GameState:
    return position(
        BLUE, GREEN, RED, **({"board": ring(32), "hands": {BLUE: "4 wood 1 wool"}} | laid)
    )


def refused(state: GameState, command: do.Command) -> str:
    with pytest.raises(RuleViolation) as refusal:
        events_of_command(state, command)
    return refusal.value.rule


def ruled(state: GameState, command: do.Command) -> GameState:
    changes = changes_to_allow(state, command, refused(state, command))
    return state_after_command(state, do.Correct(changes=changes, why="we agreed"))


def test_a_payment_that_the_table_accepts_pays_for_the_hut_and_nothing_else_changes() -> None:
    state, hut = table(), do.BuildHut(by=BLUE, field=3, pay=Chips(wood=3))
    built = state_after_command(
        ruled(state, hut), do.BuildHut(by=BLUE, field=3, pay=Chips(wood=1, stone=1))
    )

    assert built.player(BLUE).hand == Chips(wood=1, wool=1)
    assert built.supply == state.supply + Chips(wood=3)
    assert built.player(BLUE).points == state.player(BLUE).points


def test_which_rule_refuses_a_payment_does_not_tell_what_its_payer_holds() -> None:
    wrong = do.BuildHut(by=BLUE, field=3, pay=Chips(wood=3))
    right = replace(wrong, pay=Chips(wood=1, stone=1))
    told = set()
    for hand in ("4 wood", "1 wood", "2 wool"):
        state = table(hands={BLUE: hand, GREEN: "2 wood"})
        rule = refused(state, wrong)
        more = [type(one) for one in changes_to_allow(state, wrong, rule)]
        told.add((rule, *more))
        assert refused(state, right) == "pay.hand"
    assert told == {("pay.swap", do.SetHand, do.SetHand, do.SetSupply, do.SetSupply)}


def test_where_the_plain_of_a_missing_chip_is_empty_others_are_lent_and_come_back() -> None:
    state = table(hands={BLUE: "4 wood", GREEN: "18 stone"})
    hut = do.BuildHut(by=BLUE, field=3, pay=Chips(wood=3))
    built = state_after_command(ruled(state, hut), with_legal_payment(state, hut))

    assert built.is_hut(3)
    assert built.player(BLUE).hand == Chips(wood=1)
    assert built.supply == state.supply + Chips(wood=3)
    assert built.player(GREEN).hand == state.player(GREEN).hand


def test_plains_that_are_empty_lend_no_chip() -> None:
    state = table(hands={BLUE: "4 wood", GREEN: "18 stone 18 wool 18 copper"})
    hut = do.BuildHut(by=BLUE, field=3, pay=Chips(wood=3))

    assert changes_to_allow(state, hut, refused(state, hut)) == ()


def test_what_is_in_the_way_of_a_building_is_taken_off() -> None:
    state = table(bonus={7: Bonus.HUT}, huts={RED: (9,)})
    temple = do.BuildTemple(by=BLUE, field=7, pay=Chips())
    hut = do.BuildHut(by=BLUE, field=9, pay=Chips())

    assert changes_to_allow(state, temple, refused(state, temple)) == (do.SetBonus(7, None),)
    assert changes_to_allow(state, hut, refused(state, hut)) == (do.SetBuilding(9, None),)


def test_what_the_box_does_not_allow_is_no_change() -> None:
    druids = table(huts={RED: (9,)}, druid=9)
    hut = do.BuildHut(by=BLUE, field=9, pay=Chips())
    move = do.MoveWorker(by=BLUE, source=WOOD, level=1, target=STONE)

    assert changes_to_allow(druids, hut, "hut.field") == ()
    assert changes_to_allow(druids, do.BuildHut(by=BLUE, field=99, pay=Chips()), "hut.field") == ()
    assert changes_to_allow(druids, move, "big.move") == ()


def asked() -> GameState:
    return table(phase=Phase.OFFERING, huts={BLUE: (9, 10)}, druid=9, visits=(9,))


@pytest.mark.parametrize(
    ("give", "paid", "points"),
    [
        (OfferingAnswer.BOTH, Chips(wood=3), 2),
        (OfferingAnswer.ONE, Chips(wood=2), 1),
        (OfferingAnswer.BOTH, Chips(), 2),
    ],
)
def test_an_offering_that_the_table_accepts_counts_and_the_chips_are_paid(
    give: OfferingAnswer, paid: Chips, points: int
) -> None:
    before, offer = asked(), do.MakeOffering(by=BLUE, give=give, pay=paid)
    after = state_after_command(ruled(before, offer), with_legal_payment(before, offer))

    assert after.player(BLUE).points == before.player(BLUE).points + points
    assert after.player(BLUE).hand == before.player(BLUE).hand - paid
    assert after.supply == before.supply + paid


@pytest.mark.parametrize(
    ("state", "command"),
    [
        (table(), do.BuildHut(by=BLUE, field=3, pay=Chips(wood=1, stone=1))),
        (asked(), do.MakeOffering(by=BLUE, give=OfferingAnswer.ONE, pay=Chips(stone=1))),
    ],
)
def test_chips_that_the_app_does_not_know_of_are_for_the_table_to_enter(state, command) -> None:
    assert refused(state, command) == "pay.hand"
    assert changes_to_allow(state, command, "pay.hand") == ()
