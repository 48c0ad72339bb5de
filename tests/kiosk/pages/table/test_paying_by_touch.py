"""Payments under a finger: the taps that a missing chip takes, the ways out of a refused one."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.commands import BuildHut, Correct, Roll, SetHand, SetSupply
from companion.pieces import Chips, Face, Material
from kiosk.pages.table.draft import Nothing, SelectedField
from kiosk.pages.table.question import Question
from kiosk.ui.surface import text_height
from tests.kiosk.inspection import every_size, faults
from tests.kiosk.laid_games import beginning
from tests.kiosk.pages.table.laid_tables import WORKERS, lay_table, state
from tests.kiosk.robot import asked_at
from tests.kiosk.touch import Size, Touchscreen, says

FIELD = 10
"""Its icons are wool and stone."""
HAND = Chips(wood=0, wool=1, copper=3, stone=0)


def begin(touch: Touchscreen) -> None:
    """A game of two whose purple player is to move or build, and lacks a stone."""
    lay_table(touch, beginning(2), WORKERS)
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
def touch(tmp_path: Path) -> Iterator[Touchscreen]:
    with Touchscreen(tmp_path) as touch:
        begin(touch)
        yield touch


def asked(touch: Touchscreen) -> Question:
    asked = asked_at(touch)
    assert asked is not None
    return asked


def test_a_missing_chip_is_named_and_takes_two_taps_and_build(touch):
    touch.tap("build.hut.pay", "pay.stone.less")
    assert says(touch, "1 stone missing: pay any 3 others.")
    touch.tap("pay.copper.more", "pay.done")

    paid = touch.app_state.session.steps[-1].command
    assert paid == BuildHut(by=paid.by, field=FIELD, pay=Chips(wool=1, copper=3))
    assert state(touch).hut_fields() == (FIELD,)


def test_after_a_refused_payment_the_missing_chip_is_asked(touch) -> None:
    touch.tap("build.hut")
    assert says(touch, "doesn't have those chips")
    assert says(touch, "Nothing has been paid.")
    assert state(touch).hut_fields() == ()
    touch.tap("pay.stone.less", "pay.copper.more", "pay.done")
    assert state(touch).hut_fields() == (FIELD,)


@pytest.mark.parametrize("lacking", [Chips(wool=1), Chips(stone=1), Chips()], ids=str)
def test_a_refused_payment_tells_nothing_of_what_lies_behind_the_screen(touch, lacking) -> None:
    touch.tap("build.hut")
    shown = asked(touch)
    lay_hand(touch, lacking)
    touch.tap_field(FIELD)
    touch.wait(1)
    touch.tap("build.hut")
    assert asked(touch) == shown


def test_a_payment_that_is_no_price_stays_to_be_changed(touch):
    touch.tap("build.hut.pay", "pay.stone.less", "pay.copper.more", "pay.copper.less", "pay.done")
    assert says(touch, "not the price")
    assert says(touch, "Nothing has been paid.")
    touch.tap("pay.copper.more", "pay.done")
    assert state(touch).hut_fields() == (FIELD,)


def test_the_way_back_from_a_refused_payment_leads_to_the_field(touch):
    touch.tap("build.hut", "back")
    assert touch.page.draft == SelectedField(FIELD)
    touch.tap("back")
    assert touch.page.draft == Nothing()


@every_size
def test_every_step_of_a_payment_fits(tmp_path: Path, size: Size) -> None:
    with Touchscreen(tmp_path, size) as touch:
        begin(touch)
        for key in ("build.hut", "pay.stone.less", "pay.copper.more", "pay.done"):
            touch.tap(key)
            assert faults(touch) == []


@every_size
def test_the_band_says_where_it_is_built_in_one_line(tmp_path: Path, size: Size) -> None:
    with Touchscreen(tmp_path, size) as touch:
        begin(touch)
        written = next(
            text
            for widget in touch.widgets()
            for text in getattr(widget, "inscriptions", ())
            if text.text == f"Field {FIELD}"
        )
        assert written.height < 2 * text_height(written.text, 1000, written.size)
