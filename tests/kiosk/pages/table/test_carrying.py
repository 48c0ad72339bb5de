"""A hut or a temple that a finger carries onto a field: one gesture builds, undo takes it back."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.commands import BuildHut, BuildTemple, Roll
from companion.pieces import BuildingKind, Chips, Face, Material
from companion.rules.building import price
from companion.state import Phase
from kiosk import routes
from kiosk.pages.table.draft import (
    EmptyDraft,
    PaymentDraft,
    SelectedField,
    SelectedOption,
    TurnOption,
)
from kiosk.pages.table.dragging import BuildingDrag
from kiosk.pieces.tray import HOLD_SECONDS
from kiosk.rotation import Rotation
from tests.kiosk.inspection import every_size, faults
from tests.kiosk.laid_games import beginning
from tests.kiosk.pages.table.laid_tables import WORKERS, lay_table, state
from tests.kiosk.pages.table.test_paying_by_touch import lay_hand
from tests.kiosk.robot import asked_at, card_side
from tests.kiosk.touch import Point, Size, Touchscreen
from tests.tools.monkey import tell_of_finger

FIELD, OTHER = 10, 20
LATER = 0.5


@pytest.fixture
def touch(tmp_path: Path) -> Iterator[Touchscreen]:
    with Touchscreen(tmp_path) as touch:
        part_two(touch)
        yield touch


def part_two(touch: Touchscreen, sides: tuple[Rotation, ...] = ()) -> None:
    """Part 2 of the turn of somebody who has five chips of each material."""
    lay_table(touch, beginning(2), WORKERS)
    session = touch.app_state.session
    decider = session.state.decider
    touch.app_state.set_settings(
        replace(
            touch.app_state.settings, sides=tuple(zip(session.state.colors, sides, strict=False))
        )
    )
    session.apply(Roll(by=decider, face=Face.WOOL))
    touch.navigator.go(routes.Table())
    lay_hand(touch, Chips(5, 5, 5, 5))
    for color in session.state.colors:
        session.mark_done(color)
    touch.page.refresh()
    touch.wait(LATER)


def in_the_air(touch: Touchscreen) -> bool:
    """Whether a finger carries a building, and what that would cost is drawn above it."""
    return any(isinstance(one, BuildingDrag) and one.canvas.length() > 1 for one in touch.widgets())


def tray(touch: Touchscreen) -> str:
    return f"tray.{state(touch).decider}"


def test_a_hut_is_carried_from_its_owners_tray_onto_a_field_and_stands_there(touch) -> None:
    decider = state(touch).decider

    def way() -> Iterator[Point]:
        yield touch.place(tray(touch)).center
        yield touch.board.field_center(FIELD)
        assert in_the_air(touch)
        assert touch.page.draft == SelectedField(FIELD), "the card shows what it brings"
        assert state(touch).phase is Phase.ACTION, "nothing is built before it is lifted"

    touch.slide(way())
    step = touch.app_state.session.steps[-1]
    due = price(step.before, BuildingKind.HUT, FIELD)
    assert step.command == BuildHut(by=decider, field=FIELD, pay=due)
    assert not in_the_air(touch)
    touch.tap("undo")
    assert state(touch).hut_fields() == ()


@pytest.mark.parametrize(("key", "command"), [("aim.hut", BuildHut), ("aim.temple", BuildTemple)])
def test_both_are_carried_from_their_answers_on_the_card(touch, key: str, command: type) -> None:
    touch.drag_building(key, FIELD)
    built = touch.app_state.session.steps[-1].command
    assert isinstance(built, command)
    assert built.field == FIELD


def test_let_go_beside_the_ring_all_is_as_it_was(touch) -> None:
    touch.tap("aim.hut")
    before = state(touch), touch.page.draft

    def way() -> Iterator[Point]:
        yield touch.place(tray(touch)).center
        yield touch.board.field_center(FIELD)
        yield touch.board.plain_center(Material.WOOD)
        assert touch.page.draft == SelectedOption(TurnOption.HUT)

    touch.slide(way())
    assert (state(touch), touch.page.draft) == before
    assert not in_the_air(touch)


def test_where_it_may_not_stand_the_field_stays_pointed_at_and_says_why(touch) -> None:
    field = next(one for one in range(1, 33) if state(touch).bonus_on(one))
    before = state(touch)
    touch.drag_building("aim.temple", field)
    assert state(touch) == before
    assert touch.page.draft == SelectedField(field, BuildingKind.TEMPLE, under=EmptyDraft())


def test_what_cannot_be_paid_is_asked_as_after_the_button(touch) -> None:
    lay_hand(touch, Chips())
    touch.drag_building(tray(touch), FIELD)
    assert isinstance(touch.page.draft, PaymentDraft)
    assert state(touch).hut_fields() == ()


def test_a_second_finger_puts_it_back(touch) -> None:
    first, second = touch.board.field_center(FIELD), touch.board.field_center(OTHER)
    carried = []
    for what, finger, point in (
        ("fingerdown", 1, touch.place(tray(touch)).center),
        ("fingermotion", 1, first),
        ("fingerdown", 2, second),
        ("fingermotion", 1, first),
        ("fingerup", 2, second),
        ("fingerup", 1, first),
    ):
        tell_of_finger(touch, what, finger, point)
        touch.step()
        carried.append(in_the_air(touch))
    assert carried == [False, True, False, False, False, False]
    assert state(touch).hut_fields() == ()


def test_a_finger_that_rested_on_the_tray_looks_at_the_hand_and_carries_nothing(touch) -> None:
    def way() -> Iterator[Point]:
        yield touch.place(tray(touch)).center
        touch.wait(HOLD_SECONDS + 0.1)
        yield touch.board.field_center(FIELD)
        assert not in_the_air(touch)

    touch.slide(way())
    assert state(touch).hut_fields() == ()


def test_nobody_else_carries_anything_nor_is_anything_carried_before_part_two(touch) -> None:
    other = next(color for color in state(touch).colors if color != state(touch).decider)
    touch.drag_building(f"tray.{other}", FIELD)
    touch.tap("undo", "undo")
    assert state(touch).phase is Phase.ROLL
    touch.drag_building(tray(touch), FIELD)
    assert state(touch).hut_fields() == ()


def test_whoever_is_asked_next_is_faced_at_once(tmp_path: Path) -> None:
    """With large letters what a building brings may cover the trays, and what is asked then not."""
    with Touchscreen(tmp_path, (1024, 600)) as touch:
        lay_table(touch, beginning(4))
        session = touch.app_state.session
        seats = tuple(zip(session.state.colors, Rotation, strict=False))
        touch.app_state.set_settings(
            replace(touch.app_state.settings, sides=seats, large_letters=True)
        )
        touch.navigator.apply_letter_size()
        touch.navigator.go(routes.Table())
        for _turn in seats:
            touch.tap(f"face.{Face.WOOL}")
            lay_hand(touch, Chips(3, 3, 3, 3))
            touch.wait(LATER)
            free = [field for field in range(1, 33) if state(touch).building(field) is None]
            touch.drag_building("aim.hut", free[3])
            while (asked := asked_at(touch)) is not None:
                assert card_side(touch) is touch.app_state.settings.rotation_towards(asked.color)
                if not touch.shows("offer.none"):
                    break
                touch.tap("offer.none")


@every_size
def test_what_it_costs_has_room_at_each_edge_whatever_side_its_owner_sits_at(
    tmp_path: Path, size: Size
) -> None:
    with Touchscreen(tmp_path, size) as touch:
        part_two(touch, (Rotation.QUARTER, Rotation.HALF))

        def way() -> Iterator[Point]:
            yield touch.place(tray(touch)).center
            for field in range(1, 33, 3):
                yield touch.board.field_center(field)
                assert faults(touch) == []

        touch.slide(way())
