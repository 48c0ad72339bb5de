"""A field that is pointed at while nothing can be built there, or for another, or unread."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.commands import EnterPrintedField
from companion.pieces import MATERIALS, BuildingKind, Chips, Color, Rune
from companion.rules.building import building_price
from companion.state import FinaleStage, GameState, Phase
from kiosk import routes
from kiosk.pages.table.draft import (
    EmptyDraft,
    PrintedFieldDraft,
    SelectedField,
    draft_after_field_tap,
)
from kiosk.pages.table.question import Decide, RollDie, SetDraft
from kiosk.pieces.form import ChipRow, PlayerNumbers
from tests.companion import positions
from tests.companion.positions import BLUE, GREEN, RED, STONE, WOOD, position, side_for_four
from tests.kiosk.laid_games import app_state_with_game, beginning
from tests.kiosk.pages.table.asking import ask, choice, command, keys, words
from tests.kiosk.touch import Touchscreen

TEMPLE = BuildingKind.TEMPLE
OTHER_PHASES = (Phase.PLACING, Phase.ROLL, Phase.TAKE, Phase.GIVE_BACK, Phase.OFFERING)


def booklet_example(**laid) -> GameState:
    """Page 10, example 3, in any phase; blue decides."""
    usual = {
        "decider": BLUE,
        "hands": {BLUE: "1 wood"} if laid.get("phase") is Phase.GIVE_BACK else {},
        "visits": (17,) if laid.get("phase") is Phase.OFFERING else (),
        "runes": {Rune.WAVES: RED},
    }
    return positions.booklet_example(**(usual | laid))


BOOKLET_EXAMPLE_ON_19 = [
    "3rd hut:",
    "17 \u203a 19",
    "Ria \u203a Bo",
    "Offerings: blue 3, red 3, red 3",
]


@pytest.mark.parametrize("phase", OTHER_PHASES, ids=str)
def test_a_field_shows_its_cost_and_consequences_in_any_phase_and_nothing_is_decided(phase) -> None:
    state = booklet_example(phase=phase)
    asked, temple = ask(state, SelectedField(19)), ask(state, SelectedField(19, TEMPLE))

    assert asked.title == "If Bo builds on 19"
    assert words(asked).splitlines() == BOOKLET_EXAMPLE_ON_19
    prices = [
        [row.chips for row in one.rows if isinstance(row, ChipRow)] for one in (asked, temple)
    ]
    assert prices == [[Chips(wood=3, stone=3)], [building_price(booklet_example(), TEMPLE, 19)]]
    assert "+2 at the end" in words(temple)
    for plan in (asked, temple, ask(state, SelectedField(19, TEMPLE, GREEN))):
        assert not any(isinstance(one.action, Decide | RollDie) for one in plan.choices)
        assert plan.color is None
        assert plan.back == EmptyDraft()


def test_whose_building_is_thought_of_can_be_chosen() -> None:
    state = booklet_example(phase=Phase.ROLL)
    asked = ask(state, SelectedField(19))

    reds = ask(state, choice(asked, "plan.red").action.draft)

    assert choice(asked, "plan.blue").chosen
    assert choice(reds, "plan.red").chosen
    assert reds.title == "If Ria builds on 19"
    assert "\u203a Ria" not in words(reds)
    assert "Offerings: red 3, red 3, red 3" in words(reds)


def test_whoever_builds_can_look_at_a_field_for_another_and_go_on_building() -> None:
    state = booklet_example()
    for kind in BuildingKind:
        building = SelectedField(19, kind)
        own = ask(state, building)
        plan = choice(ask(state, replace(building, shows_more=True)), "plan")
        green = ask(state, plan.action.draft)

        assert green.title == "If Gus builds on 19"
        assert not any(isinstance(one.action, Decide | RollDie) for one in green.choices)
        assert (green.color, green.back) == (None, building)
        assert own.back == EmptyDraft()
        assert ask(state, choice(green, "plan.blue").action.draft) == own


def test_the_whole_ritual_is_over_in_what_a_building_would_cause() -> None:
    state = replace(booklet_example(phase=Phase.OFFERING), visits=(20, 21))

    assert "River: red 1" in words(ask(state, SelectedField(5, TEMPLE)))


def test_why_no_temple_can_be_built_is_told_of_whom_it_is_thought() -> None:
    state = position(BLUE, GREEN, RED, temples={GREEN: (3, 5)}, phase=Phase.ROLL)

    assert "No temple: Gus has no temple left." in words(
        ask(state, SelectedField(8, TEMPLE, GREEN))
    )
    assert choice(ask(state, SelectedField(8, builder=GREEN, shows_more=True)), "show.temple").dim
    assert not choice(ask(state, SelectedField(8, shows_more=True)), "show.temple").dim


def test_in_the_final_circuit_nothing_is_planned() -> None:
    state = booklet_example(phase=Phase.OFFERING, finale=FinaleStage.CIRCUIT)

    asked = ask(state, SelectedField(19))

    assert "Nobody builds in the final circuit." in words(asked)
    assert keys(asked) == []


def test_an_unread_field_is_read_first_icon_by_icon_with_only_the_areas_that_fit() -> None:
    state = position(*Color, board=side_for_four())
    read = PrintedFieldDraft(9, Rune.SPROUT)
    picked, twice = replace(read, first_icon=WOOD), replace(read, first_icon=WOOD, second_icon=WOOD)
    begun, outer, inner, again = (
        ask(state, draft) for draft in (draft_after_field_tap(state, 9), read, picked, twice)
    )

    assert draft_after_field_tap(state, 9) == PrintedFieldDraft(9, previous_draft=EmptyDraft())
    assert choice(begun, "survey.all").action == routes.PrintedFields()
    runes = {key for key in keys(begun) if key.startswith("rune.")}
    assert runes == {"rune.shield", "rune.sprout"}
    assert words(outer) == "The outer icon?"
    assert words(inner) == "Outer: wood. The inner icon?"
    assert keys(outer)[1:5] == [f"first.{icon}" for icon in MATERIALS]
    assert keys(inner)[1:5] == [f"second.{icon}" for icon in MATERIALS]
    assert len(outer.rows) == len(inner.rows), "both are asked in the same place"
    assert [one.back for one in (outer, inner, again)] == [EmptyDraft(), read, picked]
    printed = EnterPrintedField(field=9, needs=(WOOD, STONE), rune=Rune.SPROUT)
    assert command(inner, "second.stone") == printed
    assert choice(inner, "second.wood").action == SetDraft(twice), "are they really the same?"
    assert command(again, "survey.done") == replace(printed, needs=(WOOD, WOOD))
    assert choice(again, "survey.change").action == SetDraft(picked)


@pytest.mark.usefixtures("longest_words")
def test_no_plan_covers_the_trays_nor_do_its_other_options_bring_a_jump(tmp_path: Path) -> None:
    """Beyond the river, a plan tells who scores there and whom the druid asks."""
    app_state = app_state_with_game(tmp_path, beginning(4), 200, back_to=Phase.ROLL)
    state = app_state.required_session.state
    with Touchscreen(tmp_path, app_state=app_state, at="table") as touch:
        touch.step()
        trays = {f"tray.{color}" for color in state.colors}
        shares = 0
        for field in (one for one in range(1, 41, 2) if state.building(one) is None):
            for kind in BuildingKind:
                touch.page.set_draft(SelectedField(field, kind))
                asked = touch.page.column.answerable_question
                shares = max(shares, sum(isinstance(row, PlayerNumbers) for row in asked.rows))
                assert trays <= set(touch.keys()), (field, kind)
                card = touch.page.column.card_box
                touch.page.set_draft(SelectedField(field, kind, shows_more=True))
                assert touch.page.column.card_box == card
        assert shares == 2
