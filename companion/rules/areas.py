"""Order of the rune areas around the ring (BOARD.md, rule board.survey)."""

from itertools import pairwise

from companion.pieces import RUNES, Rune
from companion.state import Board


def areas_fit_ring(runes: tuple[Rune | None, ...]) -> bool:
    """Return whether the fields of a ring can have these rune areas.

    `runes` has one item for each field of the ring: its area, or None if the area is unknown. On
    every board, the areas follow each other clockwise in the order of `RUNES`, and each covers one
    or more consecutive fields. The first field may be in the middle of an area.
    """
    known = [(place, RUNES.index(rune)) for place, rune in enumerate(runes) if rune is not None]
    if not known:
        return len(runes) >= len(RUNES)
    first, number = known[0]
    ways = [
        (there - here, (after - before) % len(RUNES))
        for (here, before), (there, after) in pairwise([*known, (first + len(runes), number)])
    ]
    areas = sum(steps for _, steps in ways)
    if areas == 0:
        return max(fields for fields, _ in ways) >= len(RUNES)
    return areas == len(RUNES) and all(steps <= fields for fields, steps in ways)


def can_be_in_area(board: Board, field: int, rune: Rune) -> bool:
    """Return whether `field` may belong to the area `rune`, given the known areas of the others."""
    runes = [printed.rune for printed in board.fields]
    runes[field - 1] = rune
    return areas_fit_ring(tuple(runes))


def possible_areas(board: Board, field: int) -> tuple[Rune, ...]:
    """Return the areas to which `field` may belong, given the other fields (rule board.survey)."""
    return tuple(rune for rune in RUNES if can_be_in_area(board, field, rune))
