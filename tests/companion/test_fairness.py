from collections import Counter
from math import factorial, prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.fairness import EXACT_ROLLS, chi_square_p_value
from companion.pieces import FACES


def chi_square(counts: tuple[int, ...]) -> float:
    expected = sum(counts) / len(counts)
    # Sheets that are equally uneven must not differ by a rounding.
    return round(sum((count - expected) ** 2 / expected for count in counts), 6)


def partitions(total: int, parts: int, most: int):
    if parts == 0:
        if total == 0:
            yield ()
        return
    for first in range(min(total, most), -1, -1):
        for rest in partitions(total - first, parts - 1, first):
            yield (first, *rest)


def by_partitions(counts: tuple[int, ...]) -> float:
    """All sheets of so many rolls, each with the number of sequences that lead to it."""
    rolls, least = sum(counts), chi_square(counts)
    reached = 0
    for sheet in partitions(rolls, 6, rolls):
        if chi_square(sheet) >= least:
            orders = factorial(6) // prod(factorial(same) for same in Counter(sheet).values())
            reached += orders * factorial(rolls) // prod(map(factorial, sheet))
    return reached / 6**rolls


@given(st.lists(st.integers(0, 5), min_size=6, max_size=6).filter(any))
def test_it_is_the_chance_that_adding_up_all_sheets_gives(counts: list[int]) -> None:
    assert chi_square_p_value(counts) == pytest.approx(by_partitions(tuple(counts)), rel=1e-12)


@pytest.mark.parametrize("extra", [0, 4, 8, 12, 16])
def test_very_many_rolls_go_on_where_the_exact_count_ends(extra: int) -> None:
    each = EXACT_ROLLS // len(FACES)
    exact = (each + extra, each - extra, *(each,) * 4)
    more = (4 * each + 2 * extra, 4 * each - 2 * extra, *(4 * each,) * 4)
    assert chi_square(more) == chi_square(exact)

    assert chi_square_p_value(more) == pytest.approx(chi_square_p_value(exact), abs=0.015)


@pytest.mark.parametrize(
    ("chi", "tail"), [(1.145, 0.95), (4.351, 0.5), (9.236, 0.1), (11.070, 0.05), (15.086, 0.01)]
)
def test_very_many_rolls_have_the_chance_of_the_printed_tables(chi: float, tail: float) -> None:
    each = 1_000_000
    off = round((chi * each / 2) ** 0.5)

    assert chi_square_p_value((each + off, each - off, *(each,) * 4)) == pytest.approx(
        tail, abs=0.001
    )


@pytest.mark.parametrize("counts", [(), (1, 2, 3), (1,) * 7, (-1, 1, 1, 1, 1, 1)], ids=str)
def test_what_is_no_die_is_refused(counts) -> None:
    with pytest.raises(ValueError, match="expected six counts"):
        chi_square_p_value(counts)
