from msgspec.structs import replace

from companion.commands import BuildTemple, SwapChips
from companion.pieces import Chips
from companion.state import Phase
from kiosk.pages.table.draft import ChipSwapDraft, HandsDraft, PaymentDraft
from kiosk.pages.table.question import ExplainImpossible, SetDraft, ShowHand
from tests.companion.positions import BLUE, GREEN, RED, STONE, position
from tests.kiosk.pages.table.asking import ask, choice, command, keys


def test_a_swap_goes_on_from_the_hands_that_cover_it_and_leads_back_to_the_payment() -> None:
    state = position(BLUE, GREEN, RED)
    paying = PaymentDraft(BuildTemple(by=BLUE, field=2), Chips(wood=2))
    begun = ChipSwapDraft(GREEN, Chips(wood=2), paying)

    swapping = choice(ask(state, HandsDraft(paying)), "swap.green").action.draft
    more = choice(ask(state, swapping), "give.wood.more").action.draft
    assert more.pay == Chips(wood=3)
    assert ask(state, more).back == HandsDraft(paying)
    asked = ask(state, HandsDraft(begun))
    assert choice(asked, "swap.green").action == SetDraft(begun)
    assert choice(asked, "swap.red").action == SetDraft(ChipSwapDraft(RED, previous_draft=paying))


def test_a_swap_offers_its_chip_only_when_three_are_put_in() -> None:
    state = position(BLUE, GREEN, RED)

    two = ask(state, ChipSwapDraft(GREEN, Chips(wood=2)))
    three = ask(state, ChipSwapDraft(GREEN, Chips(wood=2, wool=1)))

    assert keys(two) == keys(three)
    assert choice(two, "swap.take.stone").action == ExplainImpossible("Add 1 more chip.")
    assert command(three, "swap.take.stone") == SwapChips(
        by=GREEN, pay=Chips(wood=2, wool=1), take=STONE
    )


def test_hands_are_looked_at_one_by_one_and_on_purpose_and_out_of_play_nothing_is_swapped() -> None:
    state = position(BLUE, GREEN, RED, hands={GREEN: "3 wood"})

    asked = ask(state, HandsDraft())

    assert choice(asked, "hand.green").action == ShowHand(GREEN)
    assert "3" not in "".join(one.detail for one in asked.choices)
    for phase in (Phase.PLACING, Phase.FINISHED):
        asked = ask(replace(state, phase=phase), HandsDraft())
        assert keys(asked) == ["hand.blue", "hand.green", "hand.red"]
