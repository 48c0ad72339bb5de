"""Which huts belong together (hut.cost, end.temples)."""

from companion.rules.settlements import adjacent_huts, settlement_fields, size_with_new_hut
from tests.companion.positions import BLUE, GREEN, PURPLE, RED, position, ring


def laid(huts, temples=None):
    return position(BLUE, GREEN, RED, board=ring(32), huts=huts, temples=temples)


def test_a_single_hut_is_a_settlement_of_one():
    assert settlement_fields(laid({RED: (5,)}), 5) == (5,)


def test_a_field_without_a_hut_belongs_to_none():
    state = laid({RED: (5,)}, {GREEN: (6,)})
    assert settlement_fields(state, 4) == ()
    assert settlement_fields(state, 6) == ()


def test_huts_side_by_side_belong_together_whatever_their_colors():
    state = laid({RED: (5, 7), BLUE: (6,), GREEN: (9,)})
    assert [settlement_fields(state, field) for field in (5, 6, 7)] == [(5, 6, 7)] * 3


def test_a_settlement_is_told_clockwise_across_the_river():
    assert settlement_fields(laid({RED: (31, 32), BLUE: (1, 2)}), 1) == (31, 32, 1, 2)


def test_on_a_full_ring_all_huts_belong_together():
    huts = {PURPLE: tuple(range(1, 13)), BLUE: tuple(range(13, 25))}
    state = position(PURPLE, BLUE, board=ring(24), huts=huts)
    assert sorted(settlement_fields(state, 7)) == list(range(1, 25))


def test_a_temple_parts_two_settlements():
    state = laid({RED: (5, 7)}, {BLUE: (6,)})
    assert settlement_fields(state, 5) == (5,)
    assert adjacent_huts(state, 6) == {5, 7}


def test_a_new_hut_joins_what_stands_on_both_sides():
    state = laid({RED: (3, 4), GREEN: (6,)})
    assert size_with_new_hut(state, 5) == 4
    assert size_with_new_hut(state, 7) == 2
    assert size_with_new_hut(state, 20) == 1


def test_what_touches_both_sides_is_counted_once():
    huts = {PURPLE: tuple(range(2, 14)), BLUE: tuple(range(14, 25))}
    state = position(PURPLE, BLUE, board=ring(24), huts=huts)
    assert len(adjacent_huts(state, 1)) == 23
    assert size_with_new_hut(state, 1) == 24
