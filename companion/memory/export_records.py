"""The records of many games in one ZIP file, with a list of them for people."""

import zipfile
from collections.abc import Iterable
from typing import BinaryIO

from companion.memory.export_csv import Cell, table
from companion.memory.play import Play

LIST_NAME = "list.csv"
RECORD_ENDING = ".jsonl"
_HEADER = ("file", "game", "key", "began", "ended", "players", "winners")


def write_records(out: BinaryIO, games: Iterable[tuple[Play, bytes]]) -> int:
    """Write the records of games, one at a time; returns how many. Raises OSError."""
    listed: list[tuple[Cell, ...]] = []
    with zipfile.ZipFile(out, "w") as packed:
        for play, record in games:
            name = _name(play)
            _add(packed, name, play, record)
            listed.append((name, *_told(play)))
        packed.writestr(_entry(LIST_NAME), table(_HEADER, listed))
    return len(listed)


def _name(play: Play) -> str:
    number = "" if play.number is None else f"{play.number:05}-"
    return f"meduris-{number}{play.began:%Y-%m-%d}-{play.key[:8]}{RECORD_ENDING}"


def _add(packed: zipfile.ZipFile, name: str, play: Play, record: bytes) -> None:
    entry = _entry(name)
    # A ZIP file tells times by the clock on some wall: here by that of Greenwich.
    entry.date_time = max(play.last_played.timetuple()[:6], entry.date_time)
    packed.writestr(entry, record)


def _entry(name: str) -> zipfile.ZipInfo:
    entry = zipfile.ZipInfo(name)
    entry.compress_type = zipfile.ZIP_DEFLATED
    entry.external_attr = 0o644 << 16
    return entry


def _told(play: Play) -> tuple[Cell, ...]:
    names = [player.person.name for player in play.players]
    winners = [player.person.name for player in play.players if player.won]
    return (
        play.number,
        play.key,
        play.began,
        play.ended,
        ", ".join(names),
        ", ".join(winners),
    )
