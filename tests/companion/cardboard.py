"""Counting as people do on the cardboard: what the rules say, found without asking them."""

from companion.pieces import MATERIALS, Chips
from companion.state import GameState


def huts_round(state: GameState, field: int) -> int:
    """The new hut and all that touch it, counted one by one to the left and to the right."""
    size = len(state.board)
    counted = {field}
    for step in (1, -1):
        place = (field - 1 + step) % size + 1
        while state.is_hut(place) and place not in counted:
            counted.add(place)
            place = (place - 1 + step) % size + 1
    return len(counted)


def settled_by_hand(pay: Chips, price: Chips) -> bool:
    """Paying as people do: put each chip where it is asked for, then three for each one missing."""
    heap = [material for material in MATERIALS for _ in range(pay.number(material))]
    due = [material for material in MATERIALS for _ in range(price.number(material))]
    for material in list(due):
        if material in heap:
            heap.remove(material)
            due.remove(material)
    for _ in list(due):
        if len(heap) < 3:
            return False
        del heap[:3]
    return not heap
