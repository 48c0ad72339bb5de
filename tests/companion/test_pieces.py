"""Heaps of chips, and how many pieces there are."""

import msgspec
import pytest

from companion.pieces import (
    FACES,
    MATERIALS,
    NO_CHIPS,
    RUNES,
    Chips,
    Face,
    Material,
    huts_per_player,
    workers_per_player,
)

WOOD, WOOL, COPPER, STONE = MATERIALS


def test_chips_of_materials_count_each_time():
    assert Chips.of(STONE, WOOD, STONE) == Chips(wood=1, stone=2)
    assert Chips.of() == NO_CHIPS


def test_heaps_add_subtract_and_multiply():
    assert Chips(1, 2, 3, 4) + Chips(4, 3, 2, 1) == Chips(5, 5, 5, 5)
    assert Chips(5, 5, 5, 5) - Chips(4, 3, 2, 1) == Chips(1, 2, 3, 4)
    assert Chips(1, 0, 2, 0) * 3 == Chips(3, 0, 6, 0)
    assert Chips(1, 2, 3, 4) * 0 == NO_CHIPS


def test_a_heap_tells_numbers_and_total():
    heap = Chips(1, 2, 3, 4)
    assert [heap.number(material) for material in MATERIALS] == [1, 2, 3, 4]
    assert (heap.counts, heap.total) == ((1, 2, 3, 4), 10)


def test_a_heap_covers_another_material_by_material():
    assert Chips(1, 2, 0, 0).covers(Chips(1, 1, 0, 0))
    assert not Chips(9, 9, 9, 0).covers(Chips(0, 0, 0, 1))
    assert NO_CHIPS.covers(NO_CHIPS)


def test_what_two_heaps_have_in_common():
    assert Chips(3, 0, 1, 2).common(Chips(1, 1, 1, 4)) == Chips(1, 0, 1, 2)


def test_one_number_replaced():
    assert Chips(1, 1, 1, 1).replaced(COPPER, 7) == Chips(1, 1, 7, 1)


@pytest.mark.parametrize("text", ['{"wood": -1}', '{"wood": 73}', '{"wood": 1.5}', '{"gold": 1}'])
def test_no_heap_is_read_that_cannot_be(text: str):
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(text, type=Chips)


@pytest.mark.parametrize(("players", "huts", "workers"), [(2, 12, 3), (3, 8, 2), (4, 8, 2)])
def test_how_many_huts_and_workers_each_has(players: int, huts: int, workers: int):
    assert (huts_per_player(players), workers_per_player(players)) == (huts, workers)


def test_the_die_has_a_face_a_material_and_plus_and_minus():
    assert [face.material for face in FACES] == [*Material, None, None]
    assert FACES[4:] == (Face.PLUS, Face.MINUS)


def test_there_are_nine_areas():
    assert len(RUNES) == 9
