"""Settlements: rows of adjacent huts of any colour on the ring (rule hut.cost, p. 8)."""

from companion.state import GameState


def settlement_fields(state: GameState, field: int) -> tuple[int, ...]:
    """Return the fields of the settlement of the hut on `field`, clockwise.

    If the whole ring has huts, return all fields. A single hut is a settlement of one. If there is
    no hut on `field`, return ().
    """
    if not state.is_hut(field):
        return ()
    board = state.board
    first = field
    while state.is_hut(board.previous_field(first)) and board.previous_field(first) != field:
        first = board.previous_field(first)
    fields = [first]
    while state.is_hut(board.next_field(fields[-1])) and board.next_field(fields[-1]) != first:
        fields.append(board.next_field(fields[-1]))
    return tuple(fields)


def settlement_size_with_new_hut(state: GameState, field: int) -> int:
    """Return the size of the settlement that a new hut on `field` would make (rule hut.cost)."""
    return 1 + len(huts_of_adjacent_settlements(state, field))


def huts_of_adjacent_settlements(state: GameState, field: int) -> frozenset[int]:
    """Return all huts of the settlements on both sides of `field` (rule end.temples)."""
    left = settlement_fields(state, state.board.previous_field(field))
    right = settlement_fields(state, state.board.next_field(field))
    return frozenset(left) | frozenset(right)
