"""A sentence on the screen leads to the line that says it."""

from pathlib import Path

import pytest

from deploy.catalogues import CHECKOUT
from tests.tools.why import Saying, sayings, told, who_says


@pytest.fixture(scope="module")
def known() -> list[Saying]:
    return sayings()


def source(answer_line: str) -> str:
    """The line of the sources that an answer leads to, with the one after it."""
    path, _, number = answer_line.split("  ", maxsplit=1)[0].strip().rpartition(":")
    lines = (CHECKOUT / Path(path)).read_text(encoding="utf-8").splitlines()
    return "\n".join(lines[int(number) - 1 : int(number) + 3])


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("field 7 already holds a hut", "field {field} already holds {building}"),
        ("Auf Feld 7 steht schon eine Hütte", "field {field} already holds {building}"),
        ("Version 2 läuft.", "Version {version} is running."),
        ("La version 2 tourne.", "Version {version} is running."),
        ("is nothing to undo.", "There is nothing to undo."),
        (
            "Alle Punktezähler beginnen auf der 5 der Siegpunkteleiste.",
            "Everybody's marker starts on the {start_points} of the point track.",
        ),
    ],
)
def test_it_is_found_in_every_language_its_gaps_filled_or_in_part(
    known: list[Saying], text: str, sentence: str
) -> None:
    answers = list(told(text, known))
    assert sentence in answers[0]
    assert sentence in source(answers[0])


def test_what_fills_a_gap_is_found_in_its_turn(known: list[Saying]) -> None:
    lines = list(told("Not possible: field 7 already holds a hut.", known))
    assert "Not possible: {reason}." in lines[0]
    assert "    {reason} is field 7 already holds a hut" in lines
    assert any("field {field} already holds {building}" in line for line in lines[1:])


def test_what_nobody_says_is_found_nowhere(known: list[Saying]) -> None:
    assert who_says("xyzzy plugh", known) == []
