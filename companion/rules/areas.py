"""Rune areas: that they follow each other in order round the ring (board facts, board.survey)."""

from companion.pieces import RUNES, Rune


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
