import re
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.commands import Roll
from companion.fairness import chi_square_p_value
from companion.memory.session import Session
from companion.pieces import FACES
from kiosk.pages.die_rolls import RollRow, roll_rows
from kiosk.words.statistics import LEAST_ROLLS, die_verdict
from tests.companion.memory.sessions import played
from tests.companion.playing import commands, two_players
from tests.kiosk.laid_games import app_state_with_game, beginning
from tests.kiosk.touch import Touchscreen


@pytest.fixture
def session(journal) -> Session:
    return Session.begin(journal, two_players())


def rows_of(session: Session) -> list[RollRow]:
    return roll_rows(session.log, session.state.players)


def together(*counts: int) -> RollRow:
    return RollRow("All", None, counts)


def test_every_roll_is_counted_with_who_rolled_it(session: Session) -> None:
    rolled = Counter()
    for command in commands(two_players(), 150, seed=5):
        session.apply(command)
        if isinstance(command, Roll):
            rolled[command.by, command.face] += 1

    one, other, together, undone = rows_of(session)

    assert [one.color, other.color] == [player.color for player in session.state.players]
    for row in (one, other):
        assert row.face_counts == tuple(rolled[row.color, face] for face in FACES)
    assert together.number_of_rolls == rolled.total() > 20
    assert together.face_counts == tuple(
        map(sum, zip(one.face_counts, other.face_counts, strict=True))
    )
    assert undone.number_of_rolls == 0


def test_what_was_taken_back_is_told_apart_until_it_is_done_again(session: Session) -> None:
    played(session, 40, seed=5)
    before = rows_of(session)
    while session.can_undo:
        session.undo()
    *_players, together, undone = rows_of(session)
    while session.can_redo:
        session.redo()

    assert together.number_of_rolls == 0
    assert undone.face_counts == before[-2].face_counts
    assert rows_of(session) == before


@pytest.mark.parametrize(("rolls", "text"), [(0, "0"), (6, "1"), (10, "1.7"), (119, "19.8")])
def test_chance_expects_each_face_alike(rolls: int, text: str) -> None:
    assert together(rolls, 0, 0, 0, 0, 0).expected_per_face_text == text


@pytest.mark.parametrize(
    ("counts", "begins", "chance"),
    [
        ((2, 2, 2, 2, 2, 2), "Hardly any fair die rolls more evenly", None),
        ((9, 6, 8, 5, 7, 5), "Nothing unusual", "times in 10."),
        ((13, 9, 3, 4, 9, 7), "Nothing unusual", "once in 9 times"),
        ((15, 8, 3, 4, 10, 8), "Rare, but it happens", "once in 26 times"),
        ((12, 0, 0, 0, 0, 0), "Very rare", "less than once in 1000"),
    ],
)
def test_the_chance_is_told_in_words(counts, begins: str, chance: str | None) -> None:
    told = die_verdict(counts)

    assert told.startswith(begins)
    assert chance is None or chance in told


@given(st.lists(st.integers(0, 25), min_size=6, max_size=6))
def test_the_words_are_true_to_the_chance(counts: list[int]) -> None:
    row = together(*counts)
    told, chance = die_verdict(row.face_counts), chi_square_p_value(counts)
    numbers = [int(number) for number in re.findall(r"\d+", told)]
    if row.number_of_rolls < LEAST_ROLLS:
        assert "fair" not in told
    elif told.startswith("Hardly any"):
        assert chance >= 0.95
    elif told.startswith("Very rare"):
        assert chance < 0.001
    elif numbers[1:] == [10]:
        assert 0.15 <= chance < 0.95
        assert numbers[0] / 10 == pytest.approx(chance, abs=0.051)
    else:
        assert 1 / numbers[0] == pytest.approx(chance, rel=0.1)
        assert told.startswith("Rare") == (chance < 0.05)


def test_before_the_first_roll_nothing_is_shown(tmp_path: Path) -> None:
    app_state = app_state_with_game(tmp_path, beginning(3), 2)
    with Touchscreen(tmp_path, app_state=app_state, at="die_rolls") as touch:
        assert "Nobody has rolled yet." in touch.texts()
        assert touch.keys() == ["back"]


def test_undone_rolls_are_a_row_of_the_table(tmp_path: Path) -> None:
    app_state = app_state_with_game(tmp_path, beginning(2), 120)
    while not rows_of(app_state.required_session)[-1].number_of_rolls:
        app_state.required_session.undo()
    with Touchscreen(tmp_path, app_state=app_state, at="die_rolls") as touch:
        written = touch.written_texts()
        undone = next(one for one in written if one.text == "Undone")
        assert [one.text for one in written if one.bottom == undone.bottom].count("0") >= 5
