"""The parts of a state: the ring, who sits where, what stands where; and that nothing changes."""

import inspect

import msgspec
import pytest

from companion import commands, events, pieces, preview, state
from companion.pieces import Bonus, BuildingKind, Rune
from companion.rules import consistency, setup
from companion.state import Breakdown, Field, Phase, PointSource
from tests.companion.positions import BLUE, GREEN, PURPLE, RED, STONE, WOOD, chips, position, ring

STRUCTS = sorted(
    {
        struct
        for module in (commands, events, pieces, preview, state, consistency, setup)
        for _, struct in inspect.getmembers(module, inspect.isclass)
        if issubclass(struct, msgspec.Struct) and struct is not msgspec.Struct
    },
    key=lambda struct: struct.__qualname__,
)


@pytest.mark.parametrize("struct", STRUCTS, ids=lambda struct: struct.__name__)
def test_nothing_that_a_game_is_made_of_can_be_changed(struct: type[msgspec.Struct]):
    assert struct.__struct_config__.frozen


def test_a_field_that_nobody_has_read_has_no_price():
    unread, read = Field(None, None), Field((WOOD, STONE), Rune.EYE)
    assert (unread.known, read.known) == (False, True)
    assert read.price == chips("1 wood 1 stone")
    with pytest.raises(ValueError, match="has no price"):
        _ = unread.price


def test_the_ring_goes_on_after_its_last_field():
    board = ring(24)
    assert (board.after(1), board.after(23), board.after(24)) == (2, 24, 1)
    assert (board.before(1), board.before(2), board.before(24)) == (24, 1, 23)


@pytest.mark.parametrize(("start", "first"), [(0, 1), (1, 2), (23, 24), (24, 1)])
def test_a_round_visits_every_field_once_and_the_one_it_began_at_last(start: int, first: int):
    visited = list(ring(24).round_from(start))
    assert (visited[0], visited[-1]) == (first, start or 24)
    assert sorted(visited) == list(range(1, 25))


def test_seats_are_told_clockwise():
    table = position(BLUE, GREEN, RED)
    assert table.colors == (BLUE, GREEN, RED)
    assert table.clockwise_from(GREEN) == (GREEN, RED, BLUE)
    assert [table.left_of(color) for color in table.colors] == [GREEN, RED, BLUE]


def test_a_player_is_found_by_color():
    table = position(BLUE, GREEN, RED)
    assert table.player(GREEN).name == "Gus"
    with pytest.raises(KeyError):
        table.player(PURPLE)


def test_huts_are_found_on_the_first_and_the_last_field_too():
    table = position(BLUE, GREEN, RED, huts={RED: (1, 32), BLUE: (7,)}, temples={RED: (8,)})
    assert table.hut_fields() == (1, 7, 32)
    assert [table.is_hut(field) for field in (1, 2, 7, 8, 32)] == [True, False, True, False, True]


def test_only_a_hut_has_a_hut_owner():
    table = position(BLUE, GREEN, RED, huts={RED: (1,)}, temples={RED: (8,)})
    assert table.hut_owner(1) == RED
    for field in (2, 8):
        with pytest.raises(ValueError, match=f"^no hut stands on field {field}$"):
            table.hut_owner(field)


def test_what_is_left_follows_from_what_stands():
    table = position(BLUE, GREEN, RED, huts={RED: (1, 32)}, temples={RED: (8,)})
    assert (table.built(RED, BuildingKind.HUT), table.built(RED, BuildingKind.TEMPLE)) == (2, 1)
    assert (table.huts_left(RED), table.temples_left(RED)) == (6, 1)
    assert (table.left(RED, BuildingKind.HUT), table.left(RED, BuildingKind.TEMPLE)) == (6, 1)


def test_stacks_runes_and_chips_are_found_by_name():
    table = position(
        BLUE, GREEN, RED, stacks={STONE: (RED, BLUE)}, runes={Rune.EYE: RED}, bonus={9: Bonus.HUT}
    )
    assert table.stack(STONE) == (RED, BLUE)
    assert (table.rune_holder(Rune.EYE), table.rune_holder(Rune.HOOK)) == (RED, None)
    assert (table.bonus_on(9), table.bonus_on(10)) == (Bonus.HUT, None)


@pytest.mark.parametrize("phase", Phase)
def test_in_play_from_the_first_turn_to_the_end(phase: Phase):
    table = msgspec.structs.replace(position(BLUE, GREEN, RED), phase=phase)
    assert table.in_play == (phase not in (Phase.PLACING, Phase.FINISHED))


def test_points_are_kept_by_source():
    points = Breakdown().with_more(PointSource.RUNES, 6).with_more(PointSource.OFFERINGS, -2)
    assert points == Breakdown(runes=6, offerings=-2)
    assert points.total == 4
