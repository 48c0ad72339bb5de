"""The table for spreadsheets, read back by Python's own reader of such tables."""

import csv
import io

import pytest
from msgspec.structs import replace

from companion.memory.export_csv import csv_table, harmless
from companion.memory.play import by_name
from tests.companion.memory.plays import ODD_NAMES, rows_of, told, whole_play
from tests.companion.playing import four_players

HEADER = (
    "game,began,ended,minutes,board,players,seat,player,colour,started,points,rank,winner,"
    "points_start,points_bonus,points_offerings,points_interim_runes,points_final_offerings,"
    "points_temples,points_runes,points_corrections,huts,temples,runes,chips_left,corrections,"
    "undone"
)


def read(table: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(table.decode("utf-8-sig"), newline=""), strict=True))


def test_a_table_has_the_mark_the_header_and_a_row_a_player():
    table = csv_table([whole_play()])
    assert table.startswith(b"\xef\xbb\xbf" + HEADER.encode() + b"\r\n")
    assert len(read(table)) == 4
    assert csv_table([]) == b"\xef\xbb\xbf" + HEADER.encode() + b"\r\n"


def test_a_row_tells_the_player_and_the_game():
    play = replace(whole_play(), corrections=2, undone=5)
    for seat, (row, player) in enumerate(zip(read(csv_table([play])), play.players, strict=True)):
        assert row == {
            "game": "7",
            "began": "2026-03-01 23:30:00",
            "ended": play.ended.strftime("%Y-%m-%d %H:%M:%S"),
            "minutes": str(play.minutes),
            "board": play.board,
            "players": "4",
            "seat": str(seat + 1),
            "player": ("'" if seat == 0 else "") + ODD_NAMES[seat],
            "colour": player.color.value,
            "started": "yes" if player.starts else "no",
            "points": str(player.points),
            "rank": str(player.rank),
            "winner": "yes" if player.won else "no",
            "points_start": "5",
            "points_bonus": str(player.breakdown.bonus),
            "points_offerings": str(player.breakdown.offerings),
            "points_interim_runes": str(player.breakdown.interim_runes),
            "points_final_offerings": str(player.breakdown.final_offerings),
            "points_temples": str(player.breakdown.temples),
            "points_runes": str(player.breakdown.runes),
            "points_corrections": str(player.breakdown.corrections),
            "huts": str(player.huts),
            "temples": str(player.temples),
            "runes": str(player.runes),
            "chips_left": str(player.chips_left),
            "corrections": "2",
            "undone": "5",
        }


def test_the_sources_of_points_add_up_to_the_points():
    for row in read(csv_table([whole_play(seed=3)])):
        sources = [int(number) for name, number in row.items() if name.startswith("points_")]
        assert sum(sources) == int(row["points"])


def test_a_game_that_goes_on_is_neither_won_nor_lost():
    (row, *_) = read(csv_table([told(four_players(), rows_of(four_players(), 40))]))
    assert (row["ended"], row["rank"], row["winner"]) == ("", "", "")


@pytest.mark.parametrize(
    "name", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "\x00", "\uff1d1+1"]
)
def test_no_name_is_a_formula(name):
    play = whole_play()
    first = replace(play.players[0], person=by_name(name))
    (row, *_) = read(csv_table([replace(play, players=(first, *play.players[1:]))]))
    assert row["player"] == f"'{name}"


@pytest.mark.parametrize("name", ["Ada", "1=1", " Ada", "ليلى", "😀", "'Ada", '"', "a,b"])
def test_other_names_stay_as_they_are(name):
    assert harmless(name) == name
