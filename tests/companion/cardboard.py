"""Counting as people do on the cardboard: the content of the rules, without using them."""

from companion.pieces import MATERIALS, Chips
from companion.state import GameState


def huts_round(state: GameState, field: int) -> int:
    """Count the new hut and all adjacent ones, one by one to the left and to the right."""
    size = len(state.board)
    counted = {field}
    for step in (1, -1):
        place = (field - 1 + step) % size + 1
        while state.is_hut(place) and place not in counted:
            counted.add(place)
            place = (place - 1 + step) % size + 1
    return len(counted)


def settled_by_hand(pay: Chips, price: Chips) -> bool:
    """Pay as people do: put each chip in its place, then three for each missing one."""
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
