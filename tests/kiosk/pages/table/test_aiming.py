"""Part 2 of a turn: three buttons with pictures, which light what can be pointed at."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.pieces import MATERIALS, BuildingKind, Face, Material
from kiosk.pages.table.draft import (
    EmptyDraft,
    SelectedField,
    SelectedOption,
    SelectedWorker,
    TurnOption,
)
from kiosk.pages.table.question import ExplainImpossible, SetDraft
from tests.companion.positions import BLUE, GREEN, RED, WOOD, position
from tests.kiosk.laid_games import beginning
from tests.kiosk.pages.table.asking import ask, choice
from tests.kiosk.pages.table.laid_tables import WORKERS, lay_table, state
from tests.kiosk.touch import Touchscreen, says

LATER = 0.5


@pytest.fixture
def touch(tmp_path: Path) -> Iterator[Touchscreen]:
    """A game of two in part 2 of the purple player's turn, who has no worker on stone."""
    with Touchscreen(tmp_path) as touch:
        lay_table(touch, beginning(2), WORKERS)
        touch.tap(f"face.{Face.WOOL}")
        touch.wait(LATER)
        yield touch


def looked_at(touch: Touchscreen) -> tuple[int, BuildingKind]:
    draft = touch.page.draft
    assert isinstance(draft, SelectedField)
    return draft.field, draft.kind


def lit_plains(touch: Touchscreen) -> set[Material]:
    return {plain.material for plain in touch.board.picture.plains if plain.chosen}


def test_the_own_workers_are_lit_before_any_tap_and_not_while_a_field_is_looked_for(touch) -> None:
    before = state(touch)
    own = {Material.WOOD, Material.WOOL}
    assert lit_plains(touch) == own
    touch.tap("aim.hut")
    assert lit_plains(touch) == set()
    touch.tap("aim.worker")
    assert lit_plains(touch) == own
    touch.tap("aim.worker")
    assert lit_plains(touch) == own
    assert touch.page.draft == EmptyDraft()
    assert state(touch) == before


def test_the_head_says_how_to_go_on_until_a_field_is_chosen(touch) -> None:
    """After Hut or Temple nobody knew that a field is to be tapped; no answer moves for it."""
    stood = {key: touch.place(key) for key in ("aim.worker", "aim.hut", "aim.temple")}
    assert not says(touch, "drag")
    for key, how in (("worker", "drag or tap yours"), ("hut", "tap a field"), ("temple", "field")):
        touch.tap(f"aim.{key}")
        assert says(touch, how)
        assert {one: touch.place(one) for one in stood} == stood
    touch.tap("aim.temple")
    assert not says(touch, "drag")


def test_for_a_temple_no_field_with_a_chip_is_lit(touch) -> None:
    chips = {
        field for field in range(1, len(state(touch).board) + 1) if state(touch).bonus_on(field)
    }
    touch.tap("aim.hut")
    free = set(touch.board.picture.lit)
    touch.tap("aim.temple")
    assert chips
    assert free == set(range(1, len(state(touch).board) + 1))
    assert set(touch.board.picture.lit) == free - chips


def test_a_field_pointed_at_shows_what_was_aimed_at(touch) -> None:
    touch.tap("aim.temple")
    field = touch.board.picture.lit[0]
    touch.tap_field(field)
    assert looked_at(touch) == (field, BuildingKind.TEMPLE)
    assert touch.board.picture.lit == ()
    touch.tap("back", "aim.hut")
    touch.tap_field(field)
    assert looked_at(touch) == (field, BuildingKind.HUT)


def test_a_worker_is_taken_with_and_without_the_button(touch) -> None:
    touch.tap("aim.worker")
    touch.tap_plain(Material.WOOD)
    assert isinstance(touch.page.draft, SelectedWorker)
    touch.tap("back")
    touch.tap_plain(Material.WOOD)
    assert isinstance(touch.page.draft, SelectedWorker)


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


@pytest.mark.parametrize(
    ("aim", "first"),
    [
        (TurnOption.WORKER, "big.move"),
        (TurnOption.HUT, "hut.cost"),
        (TurnOption.TEMPLE, "temple.cost"),
    ],
)
def test_whoever_asks_why_reads_of_what_they_have_chosen_first(aim: TurnOption, first: str) -> None:
    asked = ask(position(BLUE, GREEN, RED), SelectedOption(aim))
    found = [one.rule for one in asked.reasons]
    assert found[0] == first
    assert len(set(found)) == len(found)
    assert "end.temples" in found or aim is not TurnOption.TEMPLE
