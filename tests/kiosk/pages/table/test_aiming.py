"""Part 2 of a turn: three buttons with pictures, which light what can be pointed at."""

import pytest
from msgspec.structs import replace

from companion.pieces import MATERIALS, Bonus, Face
from kiosk.pages.table.draft import (
    EmptyDraft,
    SelectedField,
    SelectedOption,
    SelectedWorker,
    TurnOption,
)
from kiosk.pages.table.question import ExplainImpossible, SetDraft
from kiosk.pages.table.sheet import SceneInputs, board_picture_of
from kiosk.pages.table.view import action_for_plain_tap
from kiosk.settings import Settings
from tests.companion.positions import BLUE, GREEN, RED, STONE, WOOD, WOOL, position
from tests.kiosk.laid_games import beginning
from tests.kiosk.pages.table.asking import ask, choice
from tests.kiosk.pages.table.laid_tables import WORKERS, lay_table
from tests.kiosk.touch import says

ALL_FIELDS = frozenset(range(1, 33))
OWN = {WOOD, WOOL}


@pytest.mark.parametrize(
    ("draft", "plains", "fields"),
    [
        (EmptyDraft(), OWN, set()),
        (SelectedOption(TurnOption.WORKER), OWN, set()),
        (SelectedOption(TurnOption.HUT), set(), ALL_FIELDS),
        (SelectedOption(TurnOption.TEMPLE), set(), ALL_FIELDS - {9}),
        (SelectedField(5, under=SelectedOption(TurnOption.HUT)), set(), set()),
    ],
)
def test_what_can_be_pointed_at_is_lit(draft, plains, fields) -> None:
    stacks = {WOOD: (BLUE,), WOOL: (BLUE, RED), STONE: (RED,)}
    state = position(BLUE, GREEN, RED, stacks=stacks, bonus={9: Bonus.HUT})
    picture = board_picture_of(SceneInputs(state, draft, Settings()))

    assert {plain.material for plain in picture.plains if plain.chosen} == plains
    assert set(picture.lit) == fields


def test_a_second_tap_on_the_worker_is_as_none_and_a_worker_is_taken_either_way() -> None:
    state = position(BLUE, GREEN, RED, stacks={WOOD: (BLUE,)})
    aimed = SelectedOption(TurnOption.WORKER)

    assert choice(ask(state, aimed), "aim.worker").action == SetDraft(EmptyDraft())
    for draft in (EmptyDraft(), aimed):
        assert action_for_plain_tap(state, draft, WOOD) == SetDraft(SelectedWorker(WOOD, 1))


def test_the_head_says_how_to_go_on_until_a_field_is_chosen(screen) -> None:
    """After Hut or Temple nobody knew that a field is to be tapped; no answer moves for it."""
    lay_table(screen, beginning(2), WORKERS)
    screen.tap(f"face.{Face.WOOL}")
    stood = {key: screen.place(key) for key in ("aim.worker", "aim.hut", "aim.temple")}
    assert not says(screen, "drag")
    for key, how in (("worker", "drag or tap yours"), ("hut", "tap a field")):
        screen.tap(f"aim.{key}")
        assert says(screen, how)
        assert {one: screen.place(one) for one in stood} == stood
    screen.tap("aim.hut")
    assert not says(screen, "tap a field")


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
