"""Data and scale of the line chart of points. Free of Kivy."""

from collections.abc import Sequence
from itertools import pairwise
from math import ceil

import msgspec

from companion.pieces import Color


class PointsByTurn(msgspec.Struct, frozen=True):
    """A player's points at the start of a game, after each turn, and after the final scoring."""

    color: Color
    points: tuple[int, ...]


_STEPS = (5, 10, 20, 25, *(part * 10**zeros for zeros in range(1, 6) for part in (5, 10, 20, 25)))
MOST_LEVELS = 5


def grid_levels(most: float, lines: int = MOST_LEVELS) -> tuple[int, ...]:
    """Return round values, from 0 to at least `most`, for at most `lines` lines of a chart."""
    step = next((step for step in _STEPS if most <= step * lines), _STEPS[-1])
    needed = max(1, ceil(most / step))
    return tuple(step * line for line in range(needed + 1))


def turn_marks(turns: int, most: int) -> tuple[int, ...]:
    """Return the turns to label under a chart: 0, and at most `most` round numbers."""
    step = next((step for step in (1, 2, *_STEPS) if turns <= step * most), _STEPS[-1])
    return tuple(range(0, turns + 1, step))


def spread_labels(
    wanted: Sequence[float], gap: float, low: float, high: float
) -> tuple[float, ...]:
    """Return positions for labels, at least `gap` apart and as close as possible to `wanted`.

    They are in the same order, and between `low` and `high` if there is enough room.
    """
    order = sorted(range(len(wanted)), key=lambda index: wanted[index])
    places = [min(max(wanted[index], low), high) for index in order]
    for before, index in pairwise(range(len(places))):
        places[index] = max(places[index], places[before] + gap)
    ceiling = high
    for index in reversed(range(len(places))):
        places[index] = min(places[index], ceiling)
        ceiling = places[index] - gap
    result = [0.0] * len(wanted)
    for index, place in zip(order, places, strict=True):
        result[index] = place
    return tuple(result)
