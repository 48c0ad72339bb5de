"""Fairness test of a die: how likely a fair die is to roll at least as unevenly as this one.

Pearson's chi-square test for equal probabilities (Pearson 1900). Up to `EXACT_ROLLS` rolls the
result is exact, from counting all sequences of rolls. For more rolls it comes from the chi-square
distribution with five degrees of freedom, with an error of about 0.01.
"""

from bisect import bisect_left
from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate
from math import comb, erfc, exp, pi, sqrt
from typing import NamedTuple

from companion.pieces import FACES

EXACT_ROLLS = 120
"""Maximum number of rolls for an exact result: about a long game. Counting the sequences of more
rolls would take a small computer too long."""
_HALF = len(FACES) // 2


def chi_square_p_value(counts: Sequence[int]) -> float:
    """Return the probability that a fair die rolls at least as unevenly as `counts`.

    `counts` are the numbers of rolls of the six faces, in any order. The result is above 0 and at
    most 1; it is 1 if there are no rolls. Raises ValueError unless there are six numbers, none of
    them negative.
    """
    if len(counts) != len(FACES) or min(counts) < 0:
        raise ValueError(f"expected six counts, one for each face, none negative; got {counts!r}")
    rolls = sum(counts)
    # For equal probabilities, chi-square grows with the sum of the squared counts, which is an
    # integer and so gives exact ties.
    squares = sum(count * count for count in counts)
    if rolls <= EXACT_ROLLS:
        return _exact(rolls, squares)
    chi_square = len(FACES) * squares / rolls - rolls
    root = sqrt(chi_square)
    tail = sqrt(2 / pi) * exp(-chi_square / 2) * (root + root**3 / 3)
    return erfc(sqrt(chi_square / 2)) + tail


class _Half(NamedTuple):
    """Counts the sequences of a given number of rolls that show only three of the six faces.

    Two of these halves, one for each three faces, are combined to count all sequences. The score of
    a sequence is the sum of the squares of how often each face comes up. `squares` are the possible
    scores, ascending. `ways[i]` sequences have the score `squares[i]`, and `at_least[i]` sequences
    have this or a higher score. `at_least` ends with an additional 0.
    """

    squares: tuple[int, ...]
    ways: tuple[int, ...]
    at_least: tuple[int, ...]

    def count_from_sum(self, squares: int) -> int:
        """Return the number of sequences whose sum of squares is `squares` or more."""
        return self.at_least[bisect_left(self.squares, squares)]


@lru_cache(maxsize=64)
def _exact(rolls: int, squares: int) -> float:
    """Return the exact probability that the squared face counts sum to `squares` or more."""
    halves = [_half(part) for part in range(rolls + 1)]
    reached = sum(
        comb(rolls, part)
        * sum(
            ways * halves[rolls - part].count_from_sum(squares - own)
            for own, ways in zip(halves[part].squares, halves[part].ways, strict=True)
        )
        for part in range(rolls + 1)
    )
    return float(reached / len(FACES) ** rolls)


def _half(rolls: int) -> _Half:
    found: dict[int, int] = {}
    for most in range(-(-rolls // _HALF), rolls + 1):
        rest = rolls - most
        for middle in range(-(-rest // 2), min(most, rest) + 1):
            least = rest - middle
            orders = {1: 1, 2: 3, 3: 6}[len({most, middle, least})]
            squares = most * most + middle * middle + least * least
            ways = orders * comb(rolls, most) * comb(rest, middle)
            found[squares] = found.get(squares, 0) + ways
    sums = sorted(found)
    counts = [found[one] for one in sums]
    at_least = [0, *accumulate(reversed(counts))]
    return _Half(tuple(sums), tuple(counts), tuple(reversed(at_least)))
