"""Payments under a finger: the taps that a missing chip takes, the ways out of a refused one."""

import pytest
from msgspec.structs import replace

from companion.commands import Correct, Roll, SetHand, SetSupply
from companion.pieces import Chips, Face, Material
from kiosk import routes
from kiosk.pages.table.draft import EmptyDraft, SelectedField
from kiosk.pages.table.question import Question
from kiosk.rotation import Rotation
from tests.kiosk.inspection import every_size, faults
from tests.kiosk.laid_games import beginning
from tests.kiosk.pages.table.laid_tables import WORKERS, lay_table, state
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


def lay_hand(touch: Touchscreen, hand: Chips) -> None:
    """Let the decider have these chips, the others lie on their plains."""
    session = touch.app_state.session
    color, supply = session.state.decider, session.state.supply
    given = hand - session.state.player(color).hand
    held = tuple(SetHand(color, one, hand.number(one)) for one in Material)
    left = tuple(SetSupply(one, (supply - given).number(one)) for one in Material)
    touch.step()
    touch.page.decide(Correct(changes=(*held, *left), why="laid for the test"))


@pytest.fixture
def touch(screen: Touchscreen) -> Touchscreen:
    begin(screen)
    return screen


def asked(touch: Touchscreen) -> Question:
    asked = asked_at(touch)
    assert asked is not None
    return asked


def test_price_and_payment_are_named_beside_four_materials_too(touch) -> None:
    touch.tap("build.hut.pay")
    touch.page.set_draft(replace(touch.page.draft, pay=Chips(1, 1, 1, 1)))
    assert {"Price", "Pay"} <= set(touch.texts())


def test_after_a_refused_payment_the_missing_chip_is_asked(touch) -> None:
    touch.tap("build.hut")
    assert says(touch, "does not have all of these chips")
    assert state(touch).hut_fields() == ()
    touch.tap("back", "pay.stone.less", "pay.copper.more", "pay.done")
    assert state(touch).hut_fields() == (FIELD,)


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


@pytest.mark.parametrize("lacking", [Chips(wool=1), Chips(stone=1), Chips()], ids=str)
def test_a_refused_payment_tells_nothing_of_what_lies_behind_the_screen(touch, lacking) -> None:
    touch.tap("build.hut")
    explained = touch.page.column.full_card_text
    touch.tap("back")
    shown = asked(touch)
    lay_hand(touch, lacking)
    touch.tap_field(FIELD)
    touch.wait(1)
    touch.tap("build.hut")
    assert touch.page.column.full_card_text == explained
    touch.tap("back")
    assert asked(touch) == shown


def test_a_payment_that_is_no_price_stays_to_be_changed(touch):
    touch.tap("build.hut.pay", "pay.stone.less", "pay.copper.more", "pay.copper.less", "pay.done")
    assert says(touch, "this does not pay the price")
    touch.tap("back", "pay.copper.more", "pay.done")
    assert state(touch).hut_fields() == (FIELD,)


def test_the_way_back_from_a_refused_payment_leads_to_the_field(touch):
    touch.tap("build.hut", "back", "back")
    assert touch.page.draft == SelectedField(FIELD)
    touch.tap("back")
    assert touch.page.draft == EmptyDraft()
