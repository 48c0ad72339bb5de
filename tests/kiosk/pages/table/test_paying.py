import pytest
from kivy.metrics import dp
from msgspec.structs import replace

from companion.commands import BuildHut, BuildTemple, MakeOffering
from companion.errors import RuleViolation
from companion.game import consequences_of, state_after_command
from companion.pieces import MATERIALS, BuildingKind, Chips, OfferingAnswer
from companion.preview import price_options
from companion.rules.payment import possible_payments
from companion.state import GameState, Phase
from kiosk.pages.table.card import _stepper_rows
from kiosk.pages.table.draft import Draft, EmptyDraft, PaymentDraft, SelectedField
from kiosk.pages.table.paying import draft_after_refused_command
from kiosk.pages.table.question import ExplainImpossible, PaymentSteppers, Question
from kiosk.pieces.form import ChipTable
from kiosk.ui import theme
from kiosk.ui.form import ButtonStyle, Column, Row
from tests.companion.positions import BLUE, GREEN, RED, WOOD, position, ring
from tests.kiosk.pages.table.asking import ask, choice, command, keys, words

FIELD = 2
"""Its icons are wood and stone."""
HUT = BuildHut(by=BLUE, field=FIELD)
TEMPLE = SelectedField(FIELD, BuildingKind.TEMPLE)
COPPER = ("pay.copper.more",) * 3


def state_to_pay(**laid) -> GameState:
    return position(BLUE, GREEN, RED, **laid)


def at_a_hut(*further: int) -> GameState:
    """The druid asks red at hut 20; its icons are wool and copper."""
    laid = {"huts": {RED: (20, *further)}, "druid": 20, "visits": (20,)}
    return position(BLUE, GREEN, RED, phase=Phase.OFFERING, decider=RED, **laid)


def tapped(state: GameState, draft: Draft, *taps: str) -> Question:
    """The question after some answers have been tapped, one after another."""
    asked = ask(state, draft)
    for key in taps:
        asked = ask(state, choice(asked, key).action.draft)
    return asked


def numbers(asked: Question) -> list[int]:
    (found,) = (row for row in asked.rows if isinstance(row, PaymentSteppers))
    assert [one.material for one in found.steppers] == [*MATERIALS]
    return [one.number for one in found.steppers]


ALL_PAID = {
    "hut": (state_to_pay(), SelectedField(FIELD), ("build.hut.pay",)),
    "temple": (state_to_pay(), TEMPLE, ("build.temple.pay",)),
    "one": (at_a_hut(), EmptyDraft(), ("offer.pay",)),
    "both": (at_a_hut(21), EmptyDraft(), ("offer.pay", "pay.both")),
}


@pytest.mark.parametrize(("state", "draft", "taps"), ALL_PAID.values(), ids=ALL_PAID)
def test_all_that_is_paid_has_the_same_steppers_from_zero(state, draft, taps) -> None:
    asked = tapped(state, draft, *taps)

    assert numbers(asked) == [0, 0, 0, 0]
    steps = [f"pay.{one}.{way}" for one in MATERIALS for way in ("less", "more")]
    assert keys(asked)[: len(steps)] == steps
    assert keys(asked)[-1] == "pay.done"
    assert [one.key for one in asked.choices if one.style is ButtonStyle.PRIMARY] == ["pay.done"]
    assert tapped(replace(state, players=rich(state)), draft, *taps) == asked


def test_a_missing_chip_is_named_and_three_others_are_put_in() -> None:
    begun = tapped(state_to_pay(), SelectedField(FIELD), "build.hut.pay")
    named = tapped(state_to_pay(), SelectedField(FIELD), "build.hut.pay", "pay.stone.less")
    paid = tapped(state_to_pay(), SelectedField(FIELD), "build.hut.pay", "pay.stone.less", *COPPER)

    minus = "Tap “\N{MINUS SIGN}” beside the chip you do not have."
    hint = f"Price: 1 wood, 1 stone. {minus}"
    assert (begun.title, words(begun)) == ("missing? tap “\N{MINUS SIGN}”", hint)
    for unchanged in ("pay.copper.more", "pay.copper.less"):
        assert choice(begun, unchanged).action == ExplainImpossible(hint)
    assert named.title == "3 others for 1 stone"
    assert words(named) == "1 stone missing: pay any 3 others."
    assert words(paid) == "You pay 3 copper instead of 1 stone."
    assert numbers(paid) == [0, 0, 3, -1]
    assert [choice(one, "pay.done").dim for one in (begun, named, paid)] == [True, True, False]
    assert command(paid, "pay.done") == replace(HUT, pay=Chips(wood=1, copper=3))
    assert choice(begun, "pay.done").action == ExplainImpossible(hint)
    assert begun.back == named.back == paid.back == SelectedField(FIELD)


def test_the_price_of_an_offering_of_both_is_named_beside_steppers_at_zero() -> None:
    begun = tapped(at_a_hut(21), EmptyDraft(), "offer.pay", "pay.both")

    assert words(begun).startswith("Price: 1 wool, 1 copper.")


def test_if_only_one_material_can_be_missing_it_is_named_from_the_beginning() -> None:
    state = state_to_pay(board=ring(32, (WOOD, WOOD)))
    draft, taps = SelectedField(FIELD), ("build.hut.pay",)

    begun = tapped(state, draft, *taps)

    assert (numbers(begun), begun.title) == ([-1, 0, 0, 0], "3 others for 1 wood")
    assert tapped(replace(state, players=rich(state)), draft, *taps) == begun
    assert numbers(tapped(state, draft, *taps, "pay.wood.more")) == [0, 0, 0, 0]


def sums(asked: Question) -> list[Chips]:
    """The price and the payment beside the main answer."""
    (found,) = (one for row in asked.rows if isinstance(row, Row) for one in row.items[:1])
    assert isinstance(found, ChipTable)
    assert [text for text, _chips in found.lines] == ["Price", "Pay"]
    return [chips for _text, chips in found.lines]


def test_price_payment_and_the_chips_still_due_are_shown_together() -> None:
    price = Chips(wood=2, stone=2)
    taps = ("build.hut.pay", "pay.stone.less", "pay.copper.more", "pay.copper.less")
    shown = [
        tapped(state_to_pay(huts={RED: (1,)}), SelectedField(FIELD), *taps[:number])
        for number in range(1, len(taps) + 1)
    ]

    paid = [Chips(2, 0, copper, stone) for copper, stone in ((0, 2), (0, 1), (3, 1), (2, 1))]
    assert [sums(asked) for asked in shown] == [[price, pay] for pay in paid]
    texts = [choice(asked, "pay.done").text for asked in shown]
    assert texts == ["Build", "3 more", "Build", "1 more"]
    too_many = ask(state_to_pay(), PaymentDraft(HUT, Chips(wood=1, copper=5)))
    assert choice(too_many, "pay.done").text == "2 too many"


def test_several_missing_chips_are_replaced_at_once() -> None:
    taps = ("build.temple.pay", "pay.wood.less", "pay.stone.less")
    named = tapped(state_to_pay(), TEMPLE, *taps)
    paid = tapped(state_to_pay(), TEMPLE, *taps, *COPPER, *("pay.wool.more",) * 3)

    assert named.title == "6 others for 2"
    assert words(named) == "1 wood, 1 stone missing: pay any 6 others."
    assert command(paid, "pay.done").pay == Chips(wool=3, copper=3)
    assert not choice(paid, "pay.done").dim


@pytest.mark.parametrize(
    ("taps", "shown"),
    [
        (("copper",), [0, 0, 3, -1]),
        (("copper", "wool"), [0, 1, 2, -1]),
        (("copper", "copper", "copper", "wool"), [0, 1, 2, -1]),
        (("wool", "copper", "copper"), [0, 1, 2, -1]),
        (("wood", "wool", "copper"), [1, 1, 1, -1]),
        (("copper", "stone"), [0, 0, 0, 0]),
    ],
    ids=str,
)
def test_one_tap_adds_all_that_is_due_and_further_taps_replace_chips(taps, shown) -> None:
    more = (f"pay.{one}.more" for one in taps)
    asked = tapped(state_to_pay(), SelectedField(FIELD), "build.hut.pay", "pay.stone.less", *more)

    assert numbers(asked) == shown


@pytest.mark.parametrize(("huts", "number"), [({}, 1), ({RED: (1,)}, 2)], ids=["1", "2"])
def test_who_adds_to_one_of_two_materials_of_the_price_misses_the_other(huts, number) -> None:
    """More of the same cannot replace it, so that nobody has to name the missing chip first."""
    state = state_to_pay(huts=huts)
    taps = ("build.hut.pay", "pay.wood.more")
    asked = tapped(state, SelectedField(FIELD), *taps)
    assert words(asked) == "You pay 3 wood instead of 1 stone."
    pay = Chips(wood=number + 3, stone=number - 1)
    assert command(asked, "pay.done") == replace(HUT, pay=pay)
    for further in (taps[1:] * 2, ("pay.copper.more",)):
        changed = tapped(state, SelectedField(FIELD), *taps, *further)
        assert numbers(changed)[-1] == -1
        assert not choice(changed, "pay.done").dim


def test_every_payment_that_the_rules_accept_takes_one_tap_a_chip_in_any_order() -> None:
    state = state_to_pay(huts={RED: (1,)})
    price = price_options(state, HUT)[0]
    found = [pay for pay in possible_payments(Chips(4, 4, 4, 4), price) if pay != price]

    assert len(found) > 10
    for pay in found:
        done = choice(ask(state, PaymentDraft(HUT, pay)), "pay.done")
        assert not done.dim
        assert done.action.command == replace(HUT, pay=pay)
        changed = {one: pay.number(one) - price.number(one) for one in MATERIALS}
        missing = [f"pay.{one}.less" for one in MATERIALS for _tap in range(-changed[one])]
        added = [f"pay.{one}.more" for one in MATERIALS for _tap in range(changed[one])]
        for order in (added, added[::-1], added[::2] + added[1::2]):
            asked = tapped(state, SelectedField(FIELD), "build.hut.pay", *missing, *order)
            assert command(asked, "pay.done") == replace(HUT, pay=pay)


def test_who_has_neither_icon_offers_three_others() -> None:
    state = at_a_hut()
    begun = tapped(state, EmptyDraft(), "offer.pay")
    paid = tapped(state, EmptyDraft(), "offer.pay", *("pay.stone.more",) * 3)

    assert begun.title == "3 others for one"
    given = command(paid, "pay.done")
    assert given == MakeOffering(by=RED, give=OfferingAnswer.ONE, pay=Chips(stone=3))
    state_after_command(replace(state, players=rich(state)), given)


def test_an_offering_of_both_is_chosen_with_what_it_brings() -> None:
    state = at_a_hut(21)
    begun = tapped(state, EmptyDraft(), "offer.pay")
    both = tapped(state, EmptyDraft(), "offer.pay", "pay.both")

    assert [choice(begun, f"pay.{give}").text for give in ("one", "both")] == ["One +1", "Both +2"]
    assert choice(begun, "pay.one").chosen
    assert choice(both, "pay.both").chosen
    asked = tapped(state, EmptyDraft(), "offer.pay", "pay.both", "pay.copper.less")
    assert asked.title == "3 others for 1 copper"
    taps = ("offer.pay", "pay.both", "pay.copper.less", *("pay.wood.more",) * 3)
    one = tapped(state, EmptyDraft(), "offer.pay")
    assert words(one) == "One chip missing: pay any 3 others."
    one = tapped(state, EmptyDraft(), "offer.pay", "pay.wood.more")
    assert words(one) == "You pay: 3 wood"
    paid = MakeOffering(by=RED, give=OfferingAnswer.BOTH, pay=Chips(wood=3, wool=1))
    assert command(tapped(state, EmptyDraft(), *taps), "pay.done") == paid
    assert both.back == EmptyDraft()


def rich(state: GameState):
    return tuple(replace(one, hand=Chips(9, 9, 9, 9)) for one in state.players)


@pytest.mark.parametrize(
    ("state", "command"),
    [
        (state_to_pay(hands={BLUE: "12 wool"}), HUT),
        (state_to_pay(hands={BLUE: "12 wool"}), BuildTemple(by=BLUE, field=FIELD)),
        (at_a_hut(), MakeOffering(by=RED, give=OfferingAnswer.ONE)),
    ],
    ids=["hut", "temple", "offering"],
)
def test_after_a_refused_price_the_missing_chip_is_asked_and_entered_chips_stay(
    state: GameState, command
) -> None:
    price = replace(command, pay=price_options(state, command)[0])
    with pytest.raises(RuleViolation) as refused:
        consequences_of(state, price)

    draft = draft_after_refused_command(state, EmptyDraft(), price, refused.value)
    assert numbers(ask(state, draft)) == [0, 0, 0, 0]
    entered = replace(draft, pay=Chips(copper=3))
    assert draft_after_refused_command(state, entered, price, refused.value) == entered


def test_a_chip_and_its_number_are_not_below_their_buttons_and_these_do_not_touch() -> None:
    asked = tapped(state_to_pay(), SelectedField(FIELD), "build.hut.pay")
    (block,) = (row for row in asked.rows if isinstance(row, PaymentSteppers))
    widths = (212, 236, 268, 320, 460)
    lines = [(width, line) for width in widths for line in _stepper_rows(block, dp(width)).rows]

    for width, cell in ((width, cell) for width, line in lines for cell in line.items):
        if isinstance(cell, Column):
            _number, buttons = cell.rows
            room = (dp(width) - dp(theme.GAP)) / 2 - 2 * dp(theme.TOUCH)
            assert dp(buttons.gap) == min(room, dp(theme.GAP))
            continue
        less, number, more = cell.items
        assert number.width >= dp(26)
        assert less.width == more.width == dp(theme.TOUCH)
        assert less.width + number.width + more.width <= dp(width) / 2
