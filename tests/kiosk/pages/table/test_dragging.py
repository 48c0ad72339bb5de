"""A worker, hut or temple that a finger carries over the picture is played as it is lifted."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.commands import BuildHut, BuildTemple, Correct, MoveWorker, Roll, SetStack
from companion.pieces import BuildingKind, Chips, Face, Material
from companion.preview import preview_move
from companion.rules.building import building_price
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
from kiosk.pieces.board_layers import DraggedWorkerLayer, EarningsLayer
from kiosk.pieces.tray import HOLD_SECONDS
from kiosk.rotation import Rotation
from kiosk.ui.long_press import PRESS_SECONDS
from tests.kiosk.inspection import every_size, faults
from tests.kiosk.laid_games import beginning
from tests.kiosk.pages.table.laid_tables import WORKERS, lay_hand, lay_table, state
from tests.kiosk.robot import asked_at, card_side
from tests.kiosk.touch import Point, Touchscreen
from tests.tools.monkey import tell_of_finger

FIELD, OTHER = 10, 20
LATER = 0.5
AWAY = 1.2
"""Seconds after which a finger counts as new."""
WOOD, STONE, WOOL, COPPER = Material.WOOD, Material.STONE, Material.WOOL, Material.COPPER


@pytest.fixture
def touch(screen: Touchscreen) -> Touchscreen:
    part_two(screen)
    return screen


def part_two(touch: Touchscreen, *sides: Rotation, large_letters: bool = False) -> None:
    """Part 2 of the turn of purple, who has five chips of each material and no worker on stone."""
    seats = tuple(zip((seat.color for seat in beginning(2).players), sides, strict=False))
    lay_table(touch, beginning(2), WORKERS, large_letters=large_letters, sides=seats)
    session = touch.app_state.session
    session.apply(Roll(by=session.state.decider, face=Face.WOOL))
    touch.navigator.go(routes.Table())
    lay_hand(touch, Chips(5, 5, 5, 5))
    session.mark_all_done()
    touch.page.refresh()
    touch.wait(LATER)


def own(touch: Touchscreen, plain: Material, level: int | None = None) -> Point:
    """Where the decider's worker lies, the lowest one unless its height is told."""
    stack = state(touch).stack(plain)
    return touch.board.worker_center(plain, level or stack.index(state(touch).decider) + 1)


def tray(touch: Touchscreen) -> Point:
    return touch.place(f"tray.{state(touch).decider}").center


def numbers_on(touch: Touchscreen, layer: type) -> list[str]:
    layers = (one for one in touch.widgets() if isinstance(one, layer))
    return [written.text for layer in layers for written in layer.written_texts]


def earnings(touch: Touchscreen) -> list[str]:
    """The numbers that stand on the plains, where a worker may go."""
    return numbers_on(touch, EarningsLayer)


def above_the_finger(touch: Touchscreen) -> list[str]:
    return numbers_on(touch, DraggedWorkerLayer)


def in_the_air(touch: Touchscreen) -> bool:
    """Whether a finger carries a worker, or a building and what that costs."""
    drags = (one for one in touch.widgets() if isinstance(one, BuildingDrag))
    return bool(above_the_finger(touch)) or any(one.canvas.length() > 1 for one in drags)


def test_the_very_worker_under_the_finger_moves_even_if_the_app_was_busy(touch, monkeypatch):
    session = touch.app_state.session
    mine = session.state.decider
    other = next(color for color in session.state.colors if color != mine)
    mixed = [SetStack(WOOD, (mine, other, mine)), SetStack(STONE, (other, other))]
    bare = [SetStack(WOOL, (mine,)), SetStack(COPPER, ())]
    session.apply(Correct(changes=(*mixed, *bare), why="a test"))
    touch.navigator.go(routes.Start())
    touch.navigator.go(routes.Table())
    for level, is_busy in ((1, False), (3, False), (3, True)):
        touch.wait(LATER)
        way = [own(touch, WOOD, level), touch.board.plain_center(STONE)]
        with monkeypatch.context() as patched:
            if is_busy:
                patched.setattr(touch._window, "step", lambda: None)
            touch.slide(way)
        touch.step()
        moved = MoveWorker(by=mine, source=WOOD, level=level, target=STONE)
        assert session.steps[-1].command == moved
        touch.tap("undo")


def test_earnings_stand_on_the_plains_while_a_worker_is_held_and_above_the_finger(touch) -> None:
    before = state(touch)
    level = before.stack(WOOD).index(before.decider) + 1
    yields = {
        plain: [str(number) for _color, number in preview_move(before, WOOD, level, plain).earnings]
        for plain in (STONE, WOOL, COPPER)
    }
    assert earnings(touch) == []
    told = []

    def way() -> Iterator[Point]:
        yield own(touch, WOOD)
        told.extend(earnings(touch))
        yield touch.board.field_center(9)
        assert above_the_finger(touch) == []
        yield touch.board.plain_center(COPPER)
        assert above_the_finger(touch) == yields[COPPER]
        yield own(touch, WOOD)

    touch.slide(way())
    assert set(told) >= {number for shares in yields.values() for number in shares}
    assert above_the_finger(touch) == earnings(touch) == []
    assert state(touch) == before
    touch.tap_plain(WOOD)
    assert earnings(touch) == told, "as after a tap"


def test_a_worker_that_is_lifted_anywhere_else_does_nothing(touch) -> None:
    before, drawn = state(touch), touch.texts()
    start = own(touch, WOOD)
    for end in (
        start,
        touch.board.field_center(9),
        touch.board.ring.druid_stone_point(0),
        touch.find("menu").box.center,
    ):
        touch.wait(AWAY)
        touch.slide([start, touch.board.plain_center(COPPER), end])
        assert state(touch) == before
        assert touch.page.draft == EmptyDraft()
        assert touch.texts() == drawn


@pytest.mark.parametrize("side", Rotation, ids=str)
def test_what_a_plain_would_yield_covers_no_plain_and_lies_away_from_the_hand(
    screen, side: Rotation
) -> None:
    part_two(screen, side)
    plains = screen.board.ring.plains

    def over_each_plain() -> Iterator[Point]:
        yield own(screen, WOOD)
        for plain in set(plains) - {WOOD}:
            yield screen.board.plain_center(plain)
            (layer,) = [one for one in screen.widgets() if isinstance(one, DraggedWorkerLayer)]
            told = [written.box for written in layer.written_texts]
            assert told
            for box in told:
                assert screen.board.box.contains(box.center)
                assert not any(box.overlaps(place) for place in plains.values())
                over = plains[plain]
                assert box.top < over.y if side is Rotation.HALF else box.y > over.top
        yield screen.board.field_center(1)

    screen.slide(over_each_plain())


def test_a_second_finger_puts_it_back(touch) -> None:
    before = state(touch)
    aside, plain = touch.board.field_center(OTHER), touch.board.plain_center(COPPER)
    for start, over in ((tray(touch), touch.board.field_center(FIELD)), (own(touch, WOOD), plain)):
        touch.wait(AWAY)
        seen = []
        for what, finger, point in (
            ("fingerdown", 1, start),
            ("fingermotion", 1, over),
            ("fingerdown", 2, aside),
            ("fingermotion", 1, over),
            ("fingerup", 2, aside),
            ("fingerup", 1, over),
        ):
            tell_of_finger(touch, what, finger, point)
            touch.step()
            seen.append(in_the_air(touch))
        assert seen == [False, True, False, False, False, False]
        assert state(touch) == before


def test_nobody_else_carries_anything_nor_is_anything_carried_before_part_two(touch) -> None:
    with touch.held_at(own(touch, WOOD)):
        touch.wait(PRESS_SECONDS + 0.2)
        assert (touch.name, earnings(touch) != []) == ("table", True), "a finger may rest there"
    touch.tap("back")
    before = state(touch)
    other = next(color for color in before.colors if color != before.decider)
    touch.slide([touch.board.plain_center(STONE), touch.board.plain_center(COPPER)])
    touch.drag_building(f"tray.{other}", FIELD)
    assert state(touch) == before
    touch.tap("undo", "undo")
    before = state(touch)
    assert before.phase is Phase.ROLL
    touch.slide([own(touch, WOOD), touch.board.plain_center(COPPER)])
    touch.drag_building(f"tray.{before.decider}", FIELD)
    assert state(touch) == before


def test_a_building_is_carried_onto_a_field_and_stands_there(touch) -> None:
    decider = state(touch).decider
    due = building_price(state(touch), BuildingKind.HUT, FIELD)

    def way() -> Iterator[Point]:
        yield tray(touch)
        yield touch.board.field_center(FIELD)
        assert in_the_air(touch)
        assert touch.page.draft == SelectedField(FIELD), "the card shows what it brings"
        assert state(touch).phase is Phase.ACTION, "nothing is built before it is lifted"

    touch.slide(way())
    built = [touch.app_state.session.steps[-1].command]
    assert not in_the_air(touch)
    touch.tap("undo")
    assert state(touch).hut_fields() == ()
    for key in ("aim.hut", "aim.temple"):
        touch.drag_building(key, FIELD)
        built.append(touch.app_state.session.steps[-1].command)
        touch.tap("undo")
    hut = BuildHut(by=decider, field=FIELD, pay=due)
    assert built[:2] == [hut, hut]
    assert isinstance(built[2], BuildTemple)
    assert built[2].field == FIELD


def test_a_building_that_cannot_stand_where_it_is_lifted_decides_nothing(touch) -> None:
    touch.tap("aim.hut")
    before = state(touch), touch.page.draft

    def beside_the_ring() -> Iterator[Point]:
        yield tray(touch)
        yield touch.board.field_center(FIELD)
        yield touch.board.plain_center(Material.WOOD)
        assert touch.page.draft == SelectedOption(TurnOption.HUT)

    def after_a_rest() -> Iterator[Point]:
        yield tray(touch)
        touch.wait(HOLD_SECONDS + 0.1)
        yield touch.board.field_center(FIELD)
        assert not in_the_air(touch)

    for way in (beside_the_ring, after_a_rest):
        touch.wait(AWAY)
        touch.slide(way())
        assert (state(touch), touch.page.draft) == before
        assert not in_the_air(touch)
    touch.tap("aim.hut")
    chip = next(one for one in range(1, 33) if state(touch).bonus_on(one))
    touch.drag_building("aim.temple", chip)
    assert touch.page.draft == SelectedField(chip, BuildingKind.TEMPLE, previous_draft=EmptyDraft())
    touch.tap("back")
    lay_hand(touch, Chips())
    touch.drag_building(f"tray.{state(touch).decider}", FIELD)
    assert isinstance(touch.page.draft, PaymentDraft), "it is asked as after the button"
    assert state(touch).hut_fields() == ()


def test_whoever_is_asked_next_is_faced_at_once(tmp_path: Path) -> None:
    """With large letters what a building brings may cover the trays, and what is asked then not."""
    with Touchscreen(tmp_path, (1024, 600)) as touch:
        part_two(touch, Rotation.NONE, Rotation.QUARTER, large_letters=True)
        touch.navigator.apply_letter_size()
        for _turn in range(3):
            free = [field for field in range(1, 33) if state(touch).building(field) is None]
            touch.drag_building("aim.hut", free[3])
            while (asked := asked_at(touch)) is not None:
                assert card_side(touch) is touch.app_state.settings.rotation_towards(asked.color)
                if not touch.shows("offer.none"):
                    break
                touch.tap("offer.none")
            touch.tap(f"face.{Face.WOOL}")
            lay_hand(touch, Chips(5, 5, 5, 5))
            touch.wait(LATER)


@every_size
def test_all_that_is_carried_has_room_at_each_edge_whatever_side_its_owner_sits_at(screen) -> None:
    part_two(screen, Rotation.QUARTER, Rotation.HALF, large_letters=True)

    def way(start: Point, *fields: int) -> Iterator[Point]:
        yield start
        assert faults(screen) == []
        for field in fields:
            yield screen.board.field_center(field)
            assert faults(screen) == []

    screen.slide(way(tray(screen), *range(1, 33, 6)))
    screen.tap("undo")
    screen.slide(way(own(screen, WOOD), 9))
