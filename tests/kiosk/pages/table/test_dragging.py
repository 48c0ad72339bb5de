"""A worker that a finger carries over the picture: one gesture, and nothing where it ends aside."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.commands import Correct, MoveWorker, Roll, SetStack
from companion.pieces import Face, Material
from companion.preview import preview_move
from companion.state import Phase
from kiosk import routes
from kiosk.pages.table.draft import EmptyDraft
from kiosk.pieces.board_layers import CarriedLayer, EarningsLayer
from kiosk.rotation import Rotation
from kiosk.ui.long_press import PRESS_SECONDS
from tests.kiosk.inspection import every_size, faults
from tests.kiosk.laid_games import beginning
from tests.kiosk.pages.table.laid_tables import WORKERS, lay_table, state
from tests.kiosk.pages.table.test_pressing import supply
from tests.kiosk.touch import Point, Size, Touchscreen
from tests.tools.monkey import tell_of_finger

LATER = 0.5
WOOD, STONE, WOOL, COPPER = Material.WOOD, Material.STONE, Material.WOOL, Material.COPPER


@pytest.fixture
def touch(tmp_path: Path) -> Iterator[Touchscreen]:
    """A game of two in part 2 of the purple player's turn, who has no worker on stone."""
    with Touchscreen(tmp_path) as touch:
        part_two(touch)
        yield touch


def part_two(touch: Touchscreen, **wishes: bool) -> None:
    lay_table(touch, beginning(2), WORKERS, **wishes)
    touch.app_state.session.apply(Roll(by=state(touch).decider, face=Face.WOOL))
    touch.navigator.go(routes.Start())
    for color in state(touch).colors:
        touch.app_state.session.mark_done(color)
    touch.navigator.go(routes.Table())
    touch.wait(LATER)


def own(touch: Touchscreen, plain: Material, level: int | None = None) -> Point:
    """Where the decider's worker lies, the lowest one unless its height is told."""
    stack = state(touch).stack(plain)
    return touch.board.worker_center(plain, level or stack.index(state(touch).decider) + 1)


def earnings(touch: Touchscreen) -> list[str]:
    """The numbers that stand on the plains, where a worker may go."""
    layers = (one for one in touch.widgets() if isinstance(one, EarningsLayer))
    return [written.text for layer in layers for written in layer.inscriptions]


def above_the_finger(touch: Touchscreen) -> list[str]:
    layers = (one for one in touch.widgets() if isinstance(one, CarriedLayer))
    return [written.text for layer in layers for written in layer.inscriptions]


def test_a_worker_dragged_to_another_plain_moves_there_with_one_gesture(touch) -> None:
    mine, steps = state(touch).decider, len(touch.app_state.session.steps)

    touch.slide([own(touch, WOOD), touch.board.field_center(3), touch.board.plain_center(COPPER)])

    assert len(touch.app_state.session.steps) == steps + 1
    moved = touch.app_state.session.steps[-1].command
    assert moved == MoveWorker(by=mine, source=WOOD, level=moved.level, target=COPPER)


@pytest.mark.parametrize("level", [1, 3])
def test_the_very_worker_under_the_finger_moves(touch, level: int) -> None:
    session = touch.app_state.session
    mine = session.state.decider
    other = next(color for color in session.state.colors if color != mine)
    mixed = [SetStack(WOOD, (mine, other, mine)), SetStack(STONE, (other, other))]
    bare = [SetStack(WOOL, (mine,)), SetStack(COPPER, ())]
    session.apply(Correct(changes=(*mixed, *bare), why="a test"))
    touch.navigator.go(routes.Start())
    touch.navigator.go(routes.Table())
    touch.wait(LATER)

    touch.slide([own(touch, WOOD, level), touch.board.plain_center(STONE)])

    assert session.steps[-1].command == MoveWorker(by=mine, source=WOOD, level=level, target=STONE)


def test_everybodys_earnings_stand_on_the_plains_as_long_as_a_worker_is_held(touch) -> None:
    before = state(touch)
    mine = before.decider
    assert earnings(touch) == []

    with touch.held_at(own(touch, WOOD)):
        found = earnings(touch)
        for plain in (STONE, WOOL, COPPER):
            level = before.stack(WOOD).index(mine) + 1
            shares = preview_move(before, WOOD, level, plain).earnings
            assert {str(number) for _color, number in shares} <= set(found)
        assert state(touch) == before

    touch.tap("back")
    assert earnings(touch) == []


def test_what_the_plain_under_the_finger_yields_stands_above_it_too(touch) -> None:
    seen = []

    def way() -> Iterator[Point]:
        yield own(touch, WOOD)
        yield touch.board.field_center(9)
        seen.append(above_the_finger(touch))
        yield touch.board.plain_center(COPPER)
        seen.append(above_the_finger(touch))
        yield own(touch, WOOD)

    touch.slide(way())

    level = state(touch).stack(WOOD).index(state(touch).decider) + 1
    shares = preview_move(state(touch), WOOD, level, COPPER).earnings
    assert seen == [[], [str(number) for _color, number in shares]]
    assert above_the_finger(touch) == []


@pytest.mark.parametrize("end", ["its own plain", "a field", "beside the ring", "the menu"])
def test_a_drag_that_ends_anywhere_else_does_nothing(touch, end: str) -> None:
    before, drawn = state(touch), touch.texts()
    start = own(touch, WOOD)
    ends = {
        "its own plain": start,
        "a field": touch.board.field_center(9),
        "beside the ring": touch.board.ring.druid_stone_point(0),
        "the menu": touch.find("menu").box.center,
    }

    touch.slide([start, touch.board.plain_center(COPPER), ends[end]])

    assert state(touch) == before
    assert touch.page.draft == EmptyDraft()
    assert touch.texts() == drawn


@pytest.mark.parametrize("side", Rotation)
def test_what_a_plain_would_yield_covers_no_plain_and_lies_away_from_the_hand(
    tmp_path: Path, side: Rotation
) -> None:
    with Touchscreen(tmp_path) as touch:
        lay_table(touch, beginning(4), WORKERS)
        mine = state(touch).decider
        touch.app_state.set_settings(replace(touch.app_state.settings, sides=((mine, side),)))
        touch.app_state.session.apply(Roll(by=mine, face=Face.WOOL))
        touch.navigator.go(routes.Table())
        touch.wait(LATER)
        plains = touch.board.ring.plains
        source = next(plain for plain in plains if mine in state(touch).stack(plain))

        def over_each_plain() -> Iterator[Point]:
            yield own(touch, source)
            for plain in set(plains) - {source}:
                yield touch.board.plain_center(plain)
                (layer,) = [one for one in touch.widgets() if isinstance(one, CarriedLayer)]
                told = [written.box for written in layer.inscriptions]
                assert told
                for box in told:
                    assert touch.board.box.holds(box.center)
                    assert not any(box.overlaps(place) for place in plains.values())
                    over = plains[plain]
                    assert box.top < over.y if side is Rotation.HALF else box.y > over.top
            yield touch.board.field_center(1)

        touch.slide(over_each_plain())


def test_another_finger_puts_a_carried_worker_back(touch) -> None:
    before, drawn = state(touch), touch.texts()
    start, over = own(touch, WOOD), touch.board.plain_center(COPPER)
    aside = touch.board.box.center
    carried = []
    for what, finger, point in (
        ("fingerdown", 1, start),
        ("fingermotion", 1, over),
        ("fingerdown", 2, aside),
        ("fingerup", 2, aside),
        ("fingerup", 1, over),
    ):
        tell_of_finger(touch, what, finger, point)
        touch.step()
        carried.append(bool(above_the_finger(touch)))

    assert carried == [False, True, False, False, False]
    assert (state(touch), touch.texts()) == (before, drawn)


def test_a_tap_on_a_plain_shows_the_same_earnings_on_the_others(touch) -> None:
    with touch.held_at(own(touch, WOOD)):
        held = earnings(touch)
    touch.tap("back")
    touch.tap_plain(WOOD)

    assert earnings(touch) == held


def test_nothing_is_carried_from_a_plain_without_an_own_worker_or_in_another_part(touch) -> None:
    before = state(touch)
    touch.slide([touch.board.plain_center(STONE), touch.board.plain_center(COPPER)])
    assert state(touch) == before
    touch.tap("undo")
    touch.wait(LATER)
    assert state(touch).phase is Phase.ROLL
    before = state(touch)
    touch.slide([own(touch, WOOD), touch.board.plain_center(COPPER)])
    assert state(touch) == before


def test_a_finger_may_rest_on_its_worker_while_a_plains_chips_are_pressed(touch) -> None:
    with touch.held_at(own(touch, WOOD)):
        touch.wait(PRESS_SECONDS + 0.2)
        assert (touch.name, earnings(touch) != []) == ("table", True)
    with touch.held_at(supply(touch, WOOD)):
        touch.wait(PRESS_SECONDS + 0.2)
        assert touch.name == "correct"


@every_size
def test_all_that_is_held_fits_on_the_board(tmp_path: Path, size: Size) -> None:
    with Touchscreen(tmp_path, size) as touch:
        part_two(touch, large_letters=True)

        def way() -> Iterator[Point]:
            yield own(touch, WOOD)
            assert faults(touch) == []
            yield touch.board.field_center(9)
            assert faults(touch) == []

        touch.slide(way())
