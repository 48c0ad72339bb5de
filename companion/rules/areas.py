"""Rune areas: that they follow each other in order round the ring (board facts, board.survey)."""

from companion.pieces import RUNES, Rune
from companion.state import Board


def areas_follow(runes: tuple[Rune | None, ...]) -> bool:
    """Whether nine areas in order can fill the ring; None stands for a field nobody has read.

    Every area is one run of fields, at least one long, and the runs follow the order of `RUNES`
    clockwise; where the ring begins within an area does not matter.
    """
    known = [(place, RUNES.index(rune)) for place, rune in enumerate(runes) if rune is not None]
    if not known:
        return len(runes) >= len(RUNES)
    followers = [*known[1:], (known[0][0] + len(runes), known[0][1])]
    gaps = [there - here - 1 for (here, _), (there, _) in zip(known, followers, strict=True)]
    steps = [
        (after - before) % len(RUNES)
        for (_, before), (_, after) in zip(known, followers, strict=True)
    ]
    if sum(steps) == 0:
        return max(gaps) >= len(RUNES) - 1
    return sum(steps) == len(RUNES) and all(
        step <= gap + 1 for step, gap in zip(steps, gaps, strict=True)
    )


def fits(board: Board, field: int, rune: Rune) -> bool:
    """Whether `field` may belong to an area, as all other fields have been read (board.survey)."""
    runes = [printed.rune for printed in board.fields]
    runes[field - 1] = rune
    return areas_follow(tuple(runes))


def runes_that_fit(board: Board, field: int) -> tuple[Rune, ...]:
    """The areas to which `field` may belong, as all other fields have been read (board.survey)."""
    return tuple(rune for rune in RUNES if fits(board, field, rune))
