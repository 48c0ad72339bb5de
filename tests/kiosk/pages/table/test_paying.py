from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from companion.commands import BuildHut, Offer
from companion.errors import RuleViolation
from companion.game import unfold
from companion.pieces import MATERIALS, SWAP_RATE, BuildingKind, Chips, Give
from companion.preview import prices
from companion.rules.building import price
from companion.rules.payment import balance
from companion.state import GameState, Phase
from kiosk.pages.table.draft import Draft, Paying, Site, StandIns
from kiosk.pages.table.paying import unpaid
from kiosk.pages.table.question import Question
from kiosk.ui.form import Style
from kiosk.words.language import use_language
from tests.companion.positions import BLUE, GREEN, RED, position
from tests.kiosk.pages.table.asking import ask, choice, command, keys, words

HUT = BuildHut(by=BLUE, field=2)


def state_to_pay(**laid) -> GameState:
    return position(BLUE, GREEN, RED, **laid)


def tapped(state: GameState, draft: Draft, *taps: str) -> Question:
    """The question after some answers have been tapped, one after another."""
    asked = ask(state, draft)
    for key in taps:
        asked = ask(state, choice(asked, key).action.draft)
    return asked


def test_a_payment_with_a_chip_missing_begins_with_its_price_and_asks_which_one() -> None:
    state = state_to_pay()

    asked = tapped(state, Site(2), "build.hut.pay")

    assert price(state, BuildingKind.HUT, 2) == Chips(wood=1, stone=1)
    assert "Which chip is missing, and what do you pay instead?" in words(asked)
    assert [key for key in keys(asked) if key.startswith("pay.missing")] == [
        "pay.missing.stone",
        "pay.missing.wood",
    ]
    assert asked.back == Site(2)


def test_three_of_a_kind_are_paid_for_a_missing_chip_with_one_tap() -> None:
    asked = tapped(state_to_pay(), Site(2), "build.hut.pay")

    ways = [key for key in keys(asked) if key.startswith("pay.for.wood")]
    assert ways == ["pay.for.wood.wool", "pay.for.wood.copper", "pay.for.wood.stone"]
    paid = command(asked, "pay.for.wood.stone")
    assert paid == replace(HUT, pay=Chips(stone=1 + SWAP_RATE))


def test_three_of_a_kind_stand_in_for_a_missing_chip_before_it_is_paid() -> None:
    asked = tapped(state_to_pay(), Site(2), "build.hut.pay", "pay.missing.wood", "pay.three.copper")

    assert command(asked, "pay.done") == replace(HUT, pay=Chips(stone=1, copper=3))
    assert choice(asked, "pay.done").style is Style.PRIMARY


def test_three_chips_of_several_kinds_stand_in_one_by_one() -> None:
    taps = ("pay.one.copper", "pay.one.wool")
    two = tapped(state_to_pay(), Site(2), "build.hut.pay", "pay.missing.wood", *taps)

    assert "1 more replaces it:" in words(two)
    assert "pay.three.wool" not in keys(two)
    done = ask(state_to_pay(), choice(two, "pay.one.stone").action.draft)
    assert command(done, "pay.done").pay == Chips(wool=1, stone=2, copper=1)


def test_after_one_exchange_that_did_not_do_another_one_is_added_to_it() -> None:
    """Whoever lacks two chips names one after the other; else they would begin anew for ever."""
    state = state_to_pay(hands={BLUE: "12 wool"})
    once = command(tapped(state, Site(2), "build.hut.pay"), "pay.for.wood.wool")
    with pytest.raises(RuleViolation) as refused:
        unfold(state, once)
    draft = unpaid(state, once, refused.value)
    asked = tapped(state, draft, "unpaid.otherwise")
    assert "Replace another chip?" in words(asked)
    asked = tapped(state, draft, "unpaid.otherwise", "pay.missing.stone", "pay.three.wool")
    assert command(asked, "pay.done") == replace(HUT, pay=Chips(wool=6))


def test_the_missing_material_stands_in_for_nothing() -> None:
    asked = tapped(
        state_to_pay(),
        Site(2),
        "build.hut.pay",
        "pay.missing.wood",
        "pay.three.wool",
        "pay.missing.stone",
    )

    assert [key for key in keys(asked) if key.startswith("pay.three")] == [
        "pay.three.wool",
        "pay.three.copper",
    ]


def test_what_may_stand_in_comes_in_one_order_whatever_a_field_has_printed() -> None:
    state, offered = state_to_pay(), set()
    for field in range(1, 33):
        for missing in state.board.field(field).needs:
            asked = tapped(state, Site(field), "build.hut.pay", f"pay.missing.{missing}")
            for number in ("three", "one"):
                found = [key for key in keys(asked) if key.startswith(f"pay.{number}.")]
                others = (material for material in MATERIALS if material is not missing)
                assert found == [f"pay.{number}.{material}" for material in others]
            offered.add(missing)

    assert offered == set(MATERIALS)


def test_a_chip_that_stands_in_may_be_missing_too() -> None:
    asked = tapped(
        state_to_pay(),
        Site(2),
        "build.hut.pay",
        "pay.missing.wood",
        "pay.three.wool",
        "pay.missing.wool",
        "pay.one.copper",
    )

    assert command(asked, "pay.done").pay == Chips(wool=2, stone=1, copper=1)


def test_every_way_to_name_two_missing_chips_leads_to_a_payment_that_settles() -> None:
    state = state_to_pay(huts={RED: (1, 3)})
    begun = choice(ask(state, Site(2)), "build.hut.pay").action.draft
    due = prices(state, HUT)
    paid = list(payments(state, begun, 2))

    assert len(paid) > 100
    assert all(balance(pay, *due).settles for pay in paid)


@pytest.mark.parametrize(
    ("code", "one", "two"),
    [
        ("en", "1 missing: add 3 other chips.", "2 missing: add 6 other chips."),
        ("de", "1 fehlt: lege", "2 fehlen: lege noch 6 andere Güter dazu."),
        ("fr", "Il en manque 1 : ajoute 3", "Il en manque 2 : ajoute 6 autres tuiles."),
    ],
)
def test_how_many_are_missing_decides_the_form_not_how_many_are_due(
    code: str, one: str, two: str
) -> None:
    use_language(code)
    state, field = state_to_pay(), 2
    nothing = Paying(replace(HUT, field=field), Chips(), counted=True)
    told = [words(ask(state, replace(nothing, pay=pay))) for pay in (Chips(wood=1), Chips())]
    for found, form in zip(told, (one, two), strict=True):
        assert form in found.replace("\N{NO-BREAK SPACE}", " ")


def payments(state: GameState, draft: Paying, missing: int) -> Iterator[Chips]:
    """What is paid at last, whichever chips are told missing and whatever stands in for them."""
    asked = ask(state, draft)
    done = next((one for one in asked.choices if one.key == "pay.done"), None)
    if done is not None:
        yield done.action.command.pay
    for one in asked.choices:
        told = one.key.startswith("pay.missing.")
        if told and missing:
            yield from payments(state, one.action.draft, missing - 1)
        elif one.key.startswith(("pay.three.", "pay.one.")):
            yield from payments(state, one.action.draft, missing)


def at_a_hut() -> GameState:
    return position(
        BLUE,
        GREEN,
        RED,
        phase=Phase.OFFERING,
        decider=RED,
        huts={RED: (20,)},
        druid=20,
        visits=(20,),
    )


def test_who_has_neither_icon_is_asked_at_once_what_stands_in() -> None:
    asked = tapped(at_a_hut(), StandIns(), "offer.one.pay")

    stand_ins = [key for key in keys(asked) if key.startswith("pay.three")]
    assert stand_ins == ["pay.three.wood", "pay.three.stone"]
    done = ask(at_a_hut(), choice(asked, "pay.three.stone").action.draft)
    assert command(done, "pay.done") == Offer(by=RED, give=Give.ONE, pay=Chips(stone=3))


def test_a_payment_can_still_be_counted_out_chip_by_chip() -> None:
    state = state_to_pay()

    exact = tapped(state, Site(2), "build.hut.pay", "pay.count")
    less = tapped(state, Site(2), "build.hut.pay", "pay.count", "pay.wood.less")

    assert "exactly right" in words(exact)
    assert "1 missing: add 3 other chips." in words(less)
    assert less.back == Site(2)
