"""Rune areas follow each other round the ring (board.survey)."""

import pytest

from companion.pieces import RUNES, Rune
from companion.rules.areas import areas_follow

SHORT = {"sp": Rune.SPROUT, "sl": Rune.SPIRAL, "--": None} | {
    rune.value[:2]: rune for rune in Rune if not rune.startswith("sp")
}


def areas(words: str) -> tuple[Rune | None, ...]:
    """Areas by two letters (sl: spiral); -- is a field that nobody has read."""
    return tuple(SHORT[word] for word in words.split())


@pytest.mark.parametrize("start", range(9))
def test_board_survey__nine_areas_in_order_follow_wherever_the_ring_begins(start: int):
    ring = [rune for rune in RUNES for _ in range(3)]
    for shift in range(3):
        begin = 3 * start + shift
        assert areas_follow((*ring[begin:], *ring[:begin]))


@pytest.mark.parametrize(
    "words",
    [
        "se sh sp ey sl wa cr ho ar",
        "se -- -- -- -- -- -- -- --",
        "-- -- -- -- -- -- -- -- --",
        "-- se se -- -- -- -- -- -- -- -- --",
        "ar ar se -- -- -- -- -- -- -- -- ar",
        "se -- sp -- -- -- -- -- -- ar",
        "-- -- ey -- -- -- -- -- ho ho -- --",
    ],
)
def test_board_survey__what_can_be_filled_up_is_possible(words: str):
    assert areas_follow(areas(words))


@pytest.mark.parametrize(
    "words",
    [
        "-- -- -- -- -- -- -- --",
        "se -- -- -- -- -- -- --",
        "se se -- -- -- -- -- -- --",
        "sh se -- -- -- -- -- -- -- -- -- --",
        "se ey -- -- -- -- -- -- -- -- -- --",
        "se sh se -- -- -- -- -- -- -- -- --",
        "se -- sp ey -- -- -- -- ar se sh --",
        "se sh -- -- -- -- -- -- -- sh se ar",
    ],
)
def test_board_survey__what_cannot_be_filled_up_is_not(words: str):
    assert not areas_follow(areas(words))
