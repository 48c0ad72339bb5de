"""Plays as a table for spreadsheets: a row a play and player, header in English.

Pure. UTF-8 with the mark that spreadsheets know it by, quoted as RFC 4180 says, and every text is.
"""

import csv
import io
import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime

from companion.memory.play import Play, Played
from companion.pieces import START_POINTS

COLUMNS = (
    "game",
    "began",
    "ended",
    "minutes",
    "board",
    "players",
    "seat",
    "player",
    "colour",
    "started",
    "points",
    "rank",
    "winner",
    "points_start",
    "points_bonus",
    "points_offerings",
    "points_interim_runes",
    "points_final_offerings",
    "points_temples",
    "points_runes",
    "points_corrections",
    "huts",
    "temples",
    "runes",
    "chips_left",
    "corrections",
    "undone",
)
_FORMULA = "=+-@"
_BEHIND_A_PART = re.compile(r"(?<=[;\x00-\x1f\x7f-\x9f\u2028\u2029])")
"""Where a spreadsheet may begin another cell, though the text is quoted: a German or French one
parts a table at semicolons and knows nothing of our quotes; others take tabs and ends of lines."""

Cell = str | int | bool | datetime | None


def csv_table(plays: Iterable[Play]) -> bytes:
    """A row for each player of each play; of one that goes on, nobody has won or lost yet."""
    rows = (row for play in plays for row in _rows(play))
    return table(COLUMNS, rows)


def table(header: Sequence[str], rows: Iterable[Sequence[Cell]]) -> bytes:
    """A table with that header. Times are UTC; what is true is `yes`, what is not `no`."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n", quoting=csv.QUOTE_NONNUMERIC)
    writer.writerow(header)
    writer.writerows([_cell(cell) for cell in row] for row in rows)
    return text.getvalue().encode("utf-8-sig")


def _cell(cell: Cell) -> str | int:
    match cell:
        case None:
            return ""
        case bool():
            return "yes" if cell else "no"
        case int():
            return cell
        case datetime():
            return cell.strftime("%Y-%m-%d %H:%M:%S")
        case str():
            return harmless(cell)


def harmless(text: str) -> str:
    """The text so that no spreadsheet takes it for a formula: with an apostrophe before it.

    Also before each part of it that some spreadsheet may take for a cell of its own.
    """
    if text.isalnum():
        return text
    return "".join(
        f"'{part}" if _is_dangerous(part) else part for part in _BEHIND_A_PART.split(text)
    )


def _is_dangerous(part: str) -> bool:
    if unicodedata.category(part[:1] or "a") == "Cc":
        return True
    # Blanks, signs without any width, and quotes may be left out before a cell is looked at.
    seen = (sign for sign in part if sign != '"' and unicodedata.category(sign)[0] not in "ZC")
    # Some spreadsheets take the wide signs of Chinese and Japanese for the others.
    first = unicodedata.normalize("NFKC", next(seen, ""))[:1]
    return first != "" and first in _FORMULA


def _rows(play: Play) -> Iterator[Sequence[Cell]]:
    for seat, player in enumerate(play.players, start=1):
        yield (
            play.number,
            play.began,
            play.ended,
            play.minutes,
            play.board,
            len(play.players),
            seat,
            player.person.name,
            player.color.value,
            player.starts,
            *_scores(player),
            player.huts,
            player.temples,
            player.runes,
            player.chips_left,
            play.corrections,
            play.undone,
        )


def _scores(player: Played) -> Sequence[Cell]:
    source = player.breakdown
    return (
        player.points,
        player.rank,
        None if player.rank is None else player.won,
        START_POINTS,
        source.bonus,
        source.offerings,
        source.interim_runes,
        source.final_offerings,
        source.temples,
        source.runes,
        source.corrections,
    )
