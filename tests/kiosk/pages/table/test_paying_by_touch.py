"""Payments under a finger: the taps that a missing chip takes, the ways out of a refused one."""

import pytest
from msgspec.structs import replace

from companion.commands import (
    Correct,
    DeclareEnd,
    Roll,
    SetBuilding,
    SetDruid,
    SetHand,
    SetSupply,
)
from companion.pieces import MATERIALS, BuildingKind, Chips, Face
from companion.state import Building
from kiosk import routes
from kiosk.pages.table.draft import EmptyDraft, SelectedField
from kiosk.pages.table.question import TextIfRoom
from kiosk.rotation import Rotation
from kiosk.words.language import languages, use_language
from tests.kiosk.inspection import every_size, faults
from tests.kiosk.laid_games import beginning
from tests.kiosk.pages.table.laid_tables import WORKERS, lay_hand, lay_table, state
from tests.kiosk.robot import asked_at
from tests.kiosk.touch import Touchscreen, says

FIELD, FIELD_OF_FOUR = 10, 1
"""Fields with a wool icon, for two players and for four."""
HAND = Chips(wood=0, wool=1, copper=3, stone=0)


def begin(touch: Touchscreen, players: int = 2) -> None:
    """A game whose first player is to move or build, and lacks a stone."""
    lay_table(touch, beginning(players), WORKERS)
    touch.step()
    touch.page.decide(Roll(by=state(touch).decider, face=Face.WOOL))
    lay_hand(touch, HAND)
    touch.tap_field(FIELD)


def test_a_refused_payment_tells_nothing_of_a_hand_and_asks_for_the_missing_chip(screen) -> None:
    begin(screen)
    explained, shown = set(), set()
    for lacking in (HAND, Chips(wool=1), Chips(stone=1), Chips()):
        lay_hand(screen, lacking)
        screen.tap_field(FIELD)
        screen.wait(1)
        screen.tap("build.hut")
        assert says(screen, "does not have all of these chips")
        assert says(screen, "Something missing? Pay any 3 others for it.")
        explained.add(screen.page.column.full_card_text)
        screen.tap("pay.others")
        shown.add(asked_at(screen))
        screen.tap("back")
        assert screen.page.draft == EmptyDraft(), "one tap leads back to the question"
    assert (len(explained), len(shown)) == (1, 1)
    assert None not in shown

    lay_hand(screen, HAND)
    screen.tap_field(FIELD)
    screen.tap("build.hut.pay", "back")
    assert screen.page.draft == SelectedField(FIELD)
    screen.tap("build.hut", "pay.others")
    screen.tap("pay.stone.less", "pay.copper.more", "pay.copper.less", "pay.done")
    assert says(screen, "this does not pay the price")
    screen.tap("back")
    chips = screen.page.draft
    screen.page.set_draft(replace(chips, pay=Chips(1, 1, 1, 1)))
    assert {"Price", "Pay"} <= set(screen.texts()), "beside four materials, too"
    screen.page.set_draft(chips)
    assert state(screen).hut_fields() == ()
    screen.tap("pay.copper.more", "pay.done")
    assert state(screen).hut_fields() == (FIELD,)


def test_three_for_one_is_the_strongest_way_on_from_a_refused_payment(screen) -> None:
    begin(screen)
    screen.tap("build.hut")
    assert screen.find("pay.others").responds_to_enter
    assert not screen.find("overrule").responds_to_enter
    screen.tap("back")
    assert screen.page.draft == EmptyDraft()
    assert not says(screen, "does not have all of these chips")

    screen.tap_field(FIELD)
    screen.wait(1)
    screen.tap("build.hut", "pay.others", "pay.stone.less", "pay.wood.more", "pay.done")
    assert says(screen, "does not have all of these chips")
    assert not screen.shows("pay.others"), "the player is paying three others already"
    screen.tap("back")
    assert screen.shows("pay.done")


def offer_in_the_circuit(touch: Touchscreen) -> None:
    """The final circuit begins: somebody with a settlement of two huts has all chips."""
    lay_table(touch, beginning(3), large_letters=True)
    session, by = touch.app_state.required_session, state(touch).decider
    chips = state(touch).player(by).hand + state(touch).supply
    huts = [SetBuilding(field, Building(BuildingKind.HUT, by)) for field in (11, 12)]
    taken = [SetHand(by, one, chips.number(one)) for one in MATERIALS]
    left = [SetSupply(one, 0) for one in MATERIALS]
    changes = (*huts, *taken, *left, SetDruid(None, 11))
    session.apply(Correct(changes=changes, why="laid for the test"))
    session.apply(DeclareEnd())
    touch.navigator.go(routes.Table())
    touch.step()


@pytest.mark.parametrize("code", languages())
def test_the_payment_for_an_offering_says_what_to_do_in_large_letters(tmp_path, code) -> None:
    """The line about the circuit took its room, and so did an answer of two lines."""
    use_language(code)
    with Touchscreen(tmp_path) as touch:
        offer_in_the_circuit(touch)
        touch.tap("offer.pay")
        for key in ("pay.both", "pay.wool.less"):
            (instruction,) = (
                one.text
                for one in touch.page.column.answerable_question.rows
                if isinstance(one, TextIfRoom)
            )
            assert says(touch, instruction)
            touch.tap(key)


def faults_but_gaps(touch: Touchscreen) -> list[str]:
    """On the narrowest cards the two buttons of a stepper are a little closer than others."""
    return [fault for fault in faults(touch) if not fault.endswith(" 6.0 dp apart")]


@every_size
def test_a_payment_refused_because_of_chips_is_explained_and_keeps_its_chips_at_a_side(
    screen,
) -> None:
    begin(screen, players=4)
    sides = tuple((color, Rotation.QUARTER) for color in state(screen).colors)
    screen.app_state.set_settings(
        replace(screen.app_state.settings, sides=sides, large_letters=True)
    )
    screen.navigator.go(routes.Table())
    screen.tap_field(FIELD_OF_FOUR)
    for key in ("build.hut.pay", "pay.wool.less", "pay.wood.more"):
        screen.tap(key)
        assert faults_but_gaps(screen) == []
    entered = screen.page.draft
    screen.tap("pay.done")
    assert says(screen, "does not have all of these chips")
    assert faults_but_gaps(screen) == []
    assert screen.shows("overrule")
    screen.tap("back")
    assert screen.page.draft == entered
    assert not says(screen, "does not have all of these chips")
