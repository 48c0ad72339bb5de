import sqlite3
from contextlib import closing

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.commands import Correct
from companion.game import decide
from companion.memory.journal.phrases import PHRASES, SIGNS, full, full_in_sql, short, short_in_sql
from companion.memory.journal.rows import command_row
from tests.strategies import games

TOLD = st.lists(
    st.sampled_from(PHRASES) | st.text(st.characters(min_codepoint=32, exclude_categories=["Cs"]))
).map("".join)


def in_sql(expression, text):
    with closing(sqlite3.connect(":memory:")) as file:
        return file.execute(f"SELECT {expression('?')}", (text,)).fetchone()[0]


@given(TOLD)
def test_python_and_sqlite_shorten_alike_and_nothing_is_lost(text):
    assert full(short(text)) == text
    assert full(text) == text
    assert in_sql(short_in_sql, text) == short(text)
    assert in_sql(full_in_sql, short(text)) == text


@settings(max_examples=20)
@given(games())
def test_what_a_game_writes_is_kept_in_six_tenths_of_its_room(game):
    kept, told = [], []
    for number, (state, command) in enumerate(zip(game.states, game.commands, strict=False)):
        row = command_row(number, command, decide(state, command))
        told += [row.command, row.events]
        kept += [short(row.command), short(row.events)]
    assert [full(text) for text in kept] == told
    assert not told or sum(map(len, kept)) < 0.6 * sum(map(len, told))


@pytest.mark.parametrize("why", [*SIGNS, "\t\n\r\0", '{"event":"', "é\u2028"])
def test_a_name_with_the_signs_of_phrases_in_it_stays_that_name(why):
    row = command_row(1, Correct(changes=(), why=why), ())
    assert full(short(row.command)) == row.command


def test_every_phrase_has_a_sign_that_no_json_text_can_hold():
    assert len(set(SIGNS)) == len(set(PHRASES)) == len(SIGNS)
    assert all(sign < " " and sign not in "\t\n\r\0" for sign in SIGNS)
