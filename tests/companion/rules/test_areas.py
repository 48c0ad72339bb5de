"""Rune areas follow each other round the ring (board.survey)."""

import re
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.pieces import RUNES, Rune
from companion.rules.areas import areas_fit_ring

SHORT = {"sp": Rune.SPROUT, "sl": Rune.SPIRAL, "--": None} | {
    rune.value[:2]: rune for rune in Rune if not rune.startswith("sp")
}


def areas(words: str) -> tuple[Rune | None, ...]:
    """Areas by two letters (sl: spiral); -- is a field that nobody has read."""
    return tuple(SHORT[word] for word in words.split())


def almost_a_ring(luck: Random) -> str:
    """Areas in order round a ring, some of it unread, now and then with one field wrong."""
    row = "".join(letter * luck.randint(1, 3) for letter in "ABCDEFGHI")
    turn, unread = luck.randrange(len(row)), luck.random()
    ring = [letter if luck.random() > unread else "-" for letter in row[turn:] + row[:turn]]
    if luck.random() < 0.5:
        ring[luck.randrange(len(ring))] = luck.choice("ABCDEFGHI")
    return "".join(ring)


LETTERS = dict(zip("ABCDEFGHI", RUNES, strict=True)) | {"-": None}
WHOLE = re.compile("".join(f"[{letter}-]+" for letter in "ABCDEFGHI"))
"""Nine runs in order, each at least one field long; a field that nobody has read fits any."""


@settings(max_examples=300)
@given(
    st.one_of(
        st.text("ABCDEFGHI-", min_size=1, max_size=14),
        st.integers(0, 10**9).map(Random).map(almost_a_ring),
    )
)
def test_board_survey__areas_follow_if_nine_runs_in_order_can_be_read_off_the_ring(ring: str):
    turned = [ring[turn:] + ring[:turn] for turn in range(len(ring))]
    expected = any(WHOLE.fullmatch(row) for row in turned)
    assert areas_fit_ring(tuple(LETTERS[letter] for letter in ring)) == expected
