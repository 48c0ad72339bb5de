"""We play it differently: from a refused step to a correction that says by which rule and why."""

from pathlib import Path

import pytest

from companion import commands as do
from companion.memory.record import write_record
from companion.pieces import BuildingKind, Chips, Face, Give, Material
from companion.state import Building, Phase
from kiosk.pages.correct.ruling import Ruling
from kiosk.pages.table.draft import Site
from kiosk.words.language import use_language
from kiosk.words.reasons import reason
from tests.companion.positions import BLUE, GREEN, RED, setup
from tests.kiosk.inspection import every_size, faults
from tests.kiosk.laid_games import LONGEST_NAMES, beginning
from tests.kiosk.pages.table.laid_tables import lay_table
from tests.kiosk.robot_typing import Typist
from tests.kiosk.touch import Size, Touchscreen, says

OWN_WORDS = "A chip of any kind will do."


@pytest.fixture
def touch(size, tmp_path: Path):
    """Three players before the first roll; blue begins."""
    with Touchscreen(tmp_path, size) as touch:
        lay_table(touch, setup(BLUE, RED, GREEN))
        yield touch


def in_part_two(touch: Touchscreen, *more: do.Change, **hand: int) -> None:
    """Blue is to move or to build and has these chips; more may lie otherwise, too."""
    session = touch.desk.game
    held, supply = session.state.player(BLUE).hand, session.state.supply
    changes = list(more)
    for name, number in hand.items():
        material = Material(name)
        left = supply.number(material) + held.number(material) - number
        changes += [do.SetHand(BLUE, material, number), do.SetSupply(material, left)]
    session.apply(do.Correct(changes=tuple(changes), why="counted again"))
    session.apply(do.Roll(by=BLUE, face=Face.STONE))
    touch.step()
    touch.stage.go("table")


def why_of(touch: Touchscreen) -> str:
    return touch.desk.game.steps[-1].command.why


def test_a_payment_that_the_table_accepts_is_corrected_and_then_paid(touch) -> None:
    in_part_two(touch, wood=5, copper=1, wool=1)
    field = 1
    needs = touch.desk.game.state.board.field(field).price
    paid = Chips(wood=2)
    before = touch.desk.game.state.player(BLUE).hand
    touch.screen.decide(do.BuildHut(by=BLUE, field=field, pay=paid))
    touch.tap("overrule")
    assert touch.name == "correct"
    touch.tap("correct.done")

    assert touch.name == "table"
    why = "We play it differently (Three others for one): this does not pay the price"
    assert why_of(touch).startswith(why)
    touch.screen.decide(do.BuildHut(by=BLUE, field=field, pay=needs))
    assert touch.desk.game.state.player(BLUE).hand == before - paid
    assert touch.desk.game.state.is_hut(field)


def test_the_table_s_own_words_go_into_the_log_and_the_record(touch) -> None:
    in_part_two(touch, wood=5)
    touch.screen.decide(do.BuildHut(by=BLUE, field=1, pay=Chips(wood=2)))
    touch.tap("overrule", "back", "overrule")
    assert says(touch, "We play it differently (Three others for one): this does not pay the price")
    touch.tap("why.type", "key.clear")
    Typist(touch).type(OWN_WORDS)
    touch.tap("correct.done", "log")

    session = touch.desk.game
    record = write_record(session.setup, [step.command for step in session.steps]).decode()
    assert OWN_WORDS in record
    assert says(touch, OWN_WORDS)


def test_a_temple_where_a_bonus_chip_lies_is_made_possible(touch) -> None:
    in_part_two(touch)
    field = next(one for one, bonus in touch.desk.game.setup.bonus)
    touch.screen.point(Site(field, BuildingKind.TEMPLE))
    touch.tap("overrule", "correct.done")

    assert touch.desk.game.state.bonus_on(field) is None
    why = "We play it differently (Where a temple may stand): a bonus chip"
    assert why_of(touch).startswith(why)


def test_what_cannot_be_worked_out_is_entered_by_the_table_with_the_reason_given(touch) -> None:
    in_part_two(touch, wood=0, wool=0, copper=0)
    price = touch.desk.game.state.board.field(1).price
    touch.screen.decide(do.BuildHut(by=BLUE, field=1, pay=price))
    touch.tap("overrule")
    assert says(touch, "Nothing is changed: only the reason goes into the log.")
    touch.tap("correct.done")
    assert why_of(touch).startswith("We play it differently (Paying with your own chips)")
    assert touch.desk.game.steps[-1].command.changes == ()


def test_a_move_that_is_refused_is_overruled_from_where_it_is_told_why(touch) -> None:
    in_part_two(touch)
    state = touch.desk.game.state
    source = next(plain for plain in Material if BLUE in state.stack(plain))
    level = state.stack(source).index(BLUE) + 1
    touch.screen.decide(do.MoveWorker(by=BLUE, source=source, level=level, target=source))
    touch.tap("told", "overrule")
    assert says(touch, "(Moving a worker): the worker has to leave")
    touch.tap("correct.done")

    assert "(Moving a worker)" in why_of(touch)
    assert touch.desk.game.steps[-1].command.changes == ()


def test_whose_decision_it_is_nobody_plays_otherwise(touch) -> None:
    in_part_two(touch)
    touch.screen.decide(do.Roll(by=BLUE, face=Face.WOOD))
    touch.tap("told")
    assert not touch.shows("overrule")


def test_an_offering_waits_until_the_druid_has_asked_everybody(touch) -> None:
    asked_at_the_only_hut(touch)
    session = touch.desk.game
    before = session.state.player(BLUE)
    touch.screen.decide(do.Offer(by=BLUE, give=Give.ONE, pay=Chips(stone=2)))
    touch.tap("overrule")
    assert says(touch, "What you play differently is kept. Offer nothing for now")
    touch.tap("back", "unpaid.back", "offer.none")
    moved(touch)
    touch.tap("menu", "menu.correct", "correct.done")

    after = session.state.player(BLUE)
    assert after.points == before.points + 1
    assert after.hand == before.hand - Chips(stone=2)
    assert "(Three others for one)" in why_of(touch)
    moved(touch)
    touch.tap("menu", "menu.correct")
    assert says(touch, "Nothing is changed yet.")


def moved(touch: Touchscreen) -> None:
    """Say that all is moved, where the list of moves waits for that."""
    touch.wait(1)
    if touch.shows("moves.done"):
        touch.tap("moves.done")


def asked_at_the_only_hut(touch: Touchscreen) -> None:
    """Blue's hut is the only one, and the druid comes back to it."""
    hut = do.SetField(1, Building(BuildingKind.HUT, BLUE))
    in_part_two(touch, hut, do.SetDruid(None, 1), wood=5, wool=5, copper=5, stone=5)
    price = touch.desk.game.state.board.field(12).price
    touch.desk.game.apply(do.BuildTemple(by=BLUE, field=12, pay=price))
    touch.step()
    touch.stage.go("table")
    moved(touch)
    assert touch.desk.game.state.phase is Phase.OFFERING


@every_size
def test_the_page_of_a_ruling_has_room(tmp_path, size: Size) -> None:
    with Touchscreen(tmp_path, size) as touch:
        lay_table(touch, beginning(4, longest=True))
        long = f"We play it differently (Three others for one): {LONGEST_NAMES[0]} " * 4
        pay = Chips(wood=1)
        command = do.BuildHut(by=touch.desk.game.state.decider, field=3, pay=pay)
        touch.stage.go("correct", Ruling(command, "pay.swap", long[:200]))
        assert faults(touch) == []
        touch.tap("back")
        assert touch.name == "table"
        swap = do.Swap(by=command.by, pay=Chips(wood=2), take=Material.WOOL)
        touch.screen.decide(swap)
        touch.tap("told")
        assert touch.shows("overrule")
        assert faults(touch) == []
        touch.desk.game.apply(do.Roll(by=command.by, face=Face.PLUS))
        touch.stage.go("correct", Ruling(command, "pay.swap", long[:200]))
        assert faults(touch) == []


@pytest.mark.parametrize("code", ["en", "de", "fr"])
@every_size
def test_the_rule_that_is_played_differently_is_read_on_its_page(
    tmp_path, size: Size, code: str
) -> None:
    with Touchscreen(tmp_path, size) as touch:
        lay_table(touch, beginning(2))
        use_language(code)
        by = touch.desk.game.state.decider
        move = do.MoveWorker(by=by, source=Material.WOOD, level=1, target=Material.WOOD)
        for rule in ("big.move", "swap.any-time", "small.plus", "end.exhausted", "pay.hand"):
            touch.stage.go("correct", Ruling(move, rule, "We agreed."))
            assert faults(touch) == []
            assert says(touch, reason(rule).text[:30])
            touch.stage.go("table")
