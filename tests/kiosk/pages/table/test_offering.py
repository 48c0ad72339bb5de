from msgspec.structs import replace

from companion.commands import Offer
from companion.pieces import Bonus, Chips, Give
from companion.state import GameState, Phase
from tests.companion.positions import BLUE, GREEN, RED, STONE, WOOD, position
from tests.kiosk.pages.table.asking import ask, choice, command, keys, rules, words


def test_an_offering_of_one_may_be_either_icon_or_three_other_chips() -> None:
    state = position(
        BLUE,
        GREEN,
        RED,
        phase=Phase.OFFERING,
        decider=RED,
        huts={RED: (20,)},
        druid=20,
        visits=(20,),
    )

    asked = ask(state)
    swapping = choice(asked, "offer.one.pay").action.draft
    three = replace(swapping, pay=Chips(stone=3), counted=True)

    assert command(asked, "offer.one.wool") == Offer(by=RED, give=Give.ONE, pay=Chips(wool=1))
    assert command(asked, "offer.one.copper").pay == Chips(copper=1)
    assert "exactly right" in words(ask(state, three))


def test_the_druid_chip_is_offered_where_it_lies_under_the_hut() -> None:
    there = {"huts": {RED: (20,)}, "druid": 20, "visits": (20,)}
    state = position(
        BLUE, GREEN, RED, phase=Phase.OFFERING, decider=RED, bonus={20: Bonus.DRUID}, **there
    )
    bare = position(BLUE, GREEN, RED, phase=Phase.OFFERING, decider=RED, **there)

    assert "offer.chip" in keys(ask(state))
    assert "offer.chip" not in keys(ask(bare))


def at_a_druid_chip() -> GameState:
    return position(
        BLUE,
        GREEN,
        RED,
        phase=Phase.OFFERING,
        decider=RED,
        huts={RED: (19,)},
        druid=19,
        visits=(19,),
        bonus={19: Bonus.DRUID},
    )


def test_why_names_the_druid_chip_where_it_may_be_offered() -> None:
    without = replace(at_a_druid_chip(), bonus=(None,) * 32)

    assert "offer.chip" in rules(ask(at_a_druid_chip()))
    assert "offer.chip" not in rules(ask(without))


def test_the_icons_stand_in_the_order_of_the_field_in_every_row() -> None:
    asked = ask(at_a_druid_chip())

    assert choice(asked, "offer.both").symbols == (STONE, WOOD)
    assert [key for key in keys(asked) if key.startswith("offer.one.")][:2] == [
        "offer.one.stone",
        "offer.one.wood",
    ]
