"""The table for spreadsheets, read back by Python's own reader of such tables."""

import csv
import io
import re
import unicodedata
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import asdict, replace

from companion.memory.exchange.plays import (
    COMMA,
    SEMICOLON,
    encode_csv,
    escape_formulas,
    plays_as_csv,
)
from tests.companion.memory.plays import ODD_NAMES, game_of, told, whole_play
from tests.companion.playing import four_players

HEADER = (
    "game,began,ended,minutes,board,players,seat,player,colour,started,points,rank,winner,"
    "points_start,points_bonus,points_offerings,points_interim_runes,points_final_offerings,"
    "points_temples,points_runes,points_corrections,huts,temples,runes,chips_left,corrections,"
    "undone"
)
QUOTED_HEADER = ",".join(f'"{name}"' for name in HEADER.split(",")).encode()


def read(table: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(table.decode("utf-8-sig"), newline=""), strict=True))


def test_a_table_has_the_mark_the_header_and_a_row_a_player():
    play = replace(whole_play(), number_of_corrections=2, number_of_undos=5)
    table = plays_as_csv([play])
    assert table.startswith(b"\xef\xbb\xbf" + QUOTED_HEADER + b"\r\n")
    assert plays_as_csv([]) == b"\xef\xbb\xbf" + QUOTED_HEADER + b"\r\n"
    for seat, (row, player) in enumerate(zip(read(table), play.players, strict=True)):
        sources = {f"points_{name}": str(value) for name, value in asdict(player.sources).items()}
        numbers = ("points", "rank", "huts", "temples", "runes", "chips_left")
        assert row == sources | {name: str(getattr(player, name)) for name in numbers} | {
            "game": "7",
            "began": "2026-03-01 23:30:00",
            "ended": play.ended.strftime("%Y-%m-%d %H:%M:%S"),
            "minutes": str(play.minutes),
            "board": play.board,
            "players": "4",
            "seat": str(seat + 1),
            "player": ("'" if seat == 0 else "") + ODD_NAMES[seat],
            "colour": player.color.value,
            "started": "yes" if player.is_starting_player else "no",
            "winner": "yes" if player.won else "no",
            "points_start": "5",
            "corrections": "2",
            "undone": "5",
        }


def test_a_game_that_goes_on_is_neither_won_nor_lost():
    (row, *_) = read(plays_as_csv([told(game_of(four_players(), 40))]))
    assert (row["ended"], row["rank"], row["winner"], row["chips_left"]) == ("", "", "", "")


@pytest.mark.parametrize(
    ("name", "guarded"),
    [
        ("Bo;=1+1;", "Bo;'=1+1;"),
        ("a\r\n-1", "a\r'\n'-1"),
        ("a;\xa0\u200b@A1", "a;'\xa0\u200b@A1"),
        ('Bo;"=1+1";', 'Bo;\'"=1+1";'),
        ("Bo,=1+1", "Bo,'=1+1"),
        ("\uff1d1+1", "'\uff1d1+1"),
    ],
)
def test_what_other_tables_would_part_there_is_no_formula_behind_the_part(name, guarded):
    assert escape_formulas(name) == guarded


SIGNS = st.sampled_from(
    [*"=+-@;,\t\"' \r\n\x00\x0b\x1c\x85\u2028ab1", *"\xa0\u200b\ufeff\u3000\uff1d\uff0d"]
)
TEXTS = st.text(st.one_of(SIGNS, SIGNS, st.characters(codec="utf-8")), max_size=12)
NUMBER = re.compile("-?[0-9]+")
both_separators = pytest.mark.parametrize("written_with", [COMMA, SEMICOLON])


def begins_a_formula(cell):
    """Whether a spreadsheet that trims as much as any would calculate with the cell."""
    seen = "".join(
        sign for sign in cell if sign != '"' and unicodedata.category(sign)[0] not in "ZC"
    )
    sign = unicodedata.normalize("NFKC", seen[:1])[:1]
    return sign != "" and sign in "=+-@" and not NUMBER.fullmatch(cell)


@both_separators
@settings(max_examples=150, deadline=None)
@given(rows=st.lists(st.tuples(TEXTS, st.integers(-9, 9), TEXTS), min_size=1, max_size=3))
def test_no_spreadsheet_reads_a_formula_whatever_it_parts_the_table_at(rows, written_with):
    written = encode_csv(("a", "b", "c"), rows, written_with).decode("utf-8-sig")
    for separator, quoting in product(",;\t", (csv.QUOTE_MINIMAL, csv.QUOTE_NONE)):
        read_rows = csv.reader(
            io.StringIO(written, newline=""), delimiter=separator, quoting=quoting
        )
        assert not [cell for row in read_rows for cell in row if begins_a_formula(cell)]


@both_separators
@settings(max_examples=60, deadline=None)
@given(rows=st.lists(st.tuples(TEXTS, TEXTS), min_size=1, max_size=3))
def test_a_table_is_read_as_it_was_written(rows, written_with):
    written = encode_csv(("a", "b"), rows, written_with).decode("utf-8-sig")
    read_rows = csv.reader(io.StringIO(written, newline=""), delimiter=written_with)
    assert list(read_rows)[1:] == [[escape_formulas(cell) for cell in row] for row in rows]
