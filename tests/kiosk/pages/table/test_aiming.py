"""Part 2 of a turn: three buttons with pictures, which light what can be pointed at."""

import pytest
from msgspec.structs import replace

from companion.pieces import MATERIALS, Bonus
from kiosk.pages.table.draft import (
    EmptyDraft,
    SelectedField,
    SelectedOption,
    SelectedWorker,
    TurnOption,
)
from kiosk.pages.table.question import ExplainImpossible, SetDraft
from kiosk.pages.table.sheet import SheetInputs, board_picture_of
from kiosk.pages.table.view import action_for_plain_tap
from kiosk.settings import Settings
from tests.companion.positions import BLUE, GREEN, RED, STONE, WOOD, WOOL, position
from tests.kiosk.pages.table.asking import ask, choice, rules

ALL_FIELDS = frozenset(range(1, 33))
OWN = {WOOD, WOOL}


@pytest.mark.parametrize(
    ("draft", "plains", "fields"),
    [
        (EmptyDraft(), OWN, set()),
        (SelectedOption(TurnOption.WORKER), OWN, set()),
        (SelectedOption(TurnOption.HUT), set(), ALL_FIELDS),
        (SelectedOption(TurnOption.TEMPLE), set(), ALL_FIELDS - {9}),
        (SelectedField(5, previous_draft=SelectedOption(TurnOption.HUT)), set(), set()),
    ],
)
def test_what_can_be_pointed_at_is_lit(draft, plains, fields) -> None:
    stacks = {WOOD: (BLUE,), WOOL: (BLUE, RED), STONE: (RED,)}
    state = position(BLUE, GREEN, RED, stacks=stacks, bonus={9: Bonus.HUT})
    picture = board_picture_of(SheetInputs(state, draft, Settings()))

    assert {plain.material for plain in picture.plains if plain.chosen} == plains
    assert set(picture.tappable_fields) == fields


def test_a_second_tap_on_the_worker_is_as_none_and_a_worker_is_taken_either_way() -> None:
    state = position(BLUE, GREEN, RED, stacks={WOOD: (BLUE,)})
    aimed = SelectedOption(TurnOption.WORKER)

    assert choice(ask(state, aimed), "aim.worker").action == SetDraft(EmptyDraft())
    for draft in (EmptyDraft(), aimed):
        assert action_for_plain_tap(state, draft, WOOD) == SetDraft(SelectedWorker(WOOD, 1))


def test_the_head_says_how_to_go_on_until_a_field_is_chosen() -> None:
    """After Hut or Temple nobody knew that a field is to be tapped."""
    state = position(BLUE, GREEN, RED, stacks={WOOD: (BLUE,)})
    assert "drag" not in ask(state).title
    assert "tap a field" not in ask(state, SelectedField(5)).title
    for aim in TurnOption:
        how = "drag or tap yours" if aim is TurnOption.WORKER else "tap a field"
        assert how in ask(state, SelectedOption(aim)).title


def test_what_cannot_be_done_at_all_tells_why() -> None:
    bare = replace(position(BLUE, GREEN, RED), stacks=((),) * len(MATERIALS))
    built = position(BLUE, GREEN, RED, stacks={WOOD: (BLUE,)}, temples={BLUE: (3, 9)})

    for laid, aim, why in (
        (bare, TurnOption.WORKER, "You have no worker on any plain."),
        (built, TurnOption.WORKER, ""),
        (built, TurnOption.TEMPLE, "Both your temples are built."),
        (built, TurnOption.HUT, ""),
    ):
        answer = choice(ask(laid), f"aim.{aim}")
        assert answer.action == (ExplainImpossible(why) if why else SetDraft(SelectedOption(aim)))
        assert answer.dim == bool(why)


def test_whoever_asks_why_reads_of_what_they_have_chosen_first() -> None:
    for aim, first in (
        (TurnOption.WORKER, "big.move"),
        (TurnOption.HUT, "hut.cost"),
        (TurnOption.TEMPLE, "temple.cost"),
    ):
        found = rules(ask(position(BLUE, GREEN, RED), SelectedOption(aim)))
        assert found[0] == first
        assert len(set(found)) == len(found)
        assert "end.temples" in found or aim is not TurnOption.TEMPLE
