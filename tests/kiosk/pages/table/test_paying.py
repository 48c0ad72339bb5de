from companion.pieces import BuildingKind, Chips
from companion.rules.building import price
from kiosk.pages.table.draft import Site
from tests.companion.positions import BLUE, GREEN, RED, position
from tests.kiosk.pages.table.asking import ask, choice, words


def test_a_hut_paid_with_swaps_starts_from_its_price_and_counts_what_is_missing() -> None:
    state = position(BLUE, GREEN, RED)
    due = price(state, BuildingKind.HUT, 2)

    paying = choice(ask(state, Site(2)), "build.hut.pay").action.draft
    less = choice(ask(state, paying), "pay.wood.less").action.draft

    assert paying.pay == due == Chips(wood=1, stone=1)
    assert "exactly right" in words(ask(state, paying))
    assert "1 missing: 3 chips more instead." in words(ask(state, less))
    assert ask(state, less).back == Site(2)
