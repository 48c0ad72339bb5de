"""Whole games as text, replayed and compared line by line (tests/playthroughs/*.txt)."""

from itertools import zip_longest
from pathlib import Path

import pytest

from tests.companion import playthrough
from tests.companion.playthrough import extract, render

PLAYTHROUGHS = sorted(playthrough.FOLDER.glob("*.txt"))
each = pytest.mark.parametrize("path", PLAYTHROUGHS, ids=lambda path: path.stem)


def first_difference(told: str, replayed: str) -> str:
    """The first line in which two texts differ, with its number; "" where they are the same."""
    lines = zip_longest(told.split("\n"), replayed.split("\n"), fillvalue="(nothing)")
    for number, (was, now) in enumerate(lines, start=1):
        if was != now:
            return f"line {number}\n  told:     {was}\n  replayed: {now}"
    return ""


@each
def test_a_replayed_game_is_told_in_the_same_words(path: Path):
    text = path.read_text(encoding="utf-8")
    difference = first_difference(text, render(extract(text)))
    again = f"If that is as it should be: python -m tests.tools.write_playthrough {path.stem}"
    assert not difference, f"{path.name}, {difference}\n{again}"
