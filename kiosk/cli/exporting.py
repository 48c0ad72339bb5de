"""`meduris export`: saved games as records, as a table, or for the app BG Stats.

The formats are described in RECORD.md, "Exports".
"""

import argparse
import contextlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from companion.errors import CompanionError, JournalError
from companion.memory.atomic_file import atomic_write
from companion.memory.data_folder import chosen_folder
from companion.memory.exchange.plays import (
    COMMA,
    SEMICOLON,
    FindPerson,
    Play,
    bg_stats_file,
    play_of,
    plays_as_csv,
)
from companion.memory.exchange.records import write_records
from companion.memory.journal import Journal, SavedGame
from companion.memory.people import People
from companion.memory.record import commands_for_record, write_record
from companion.memory.session import read_game
from companion.sentence import Sentence
from kiosk.cli.reading import open_journal
from kiosk.cli.running import (
    DONE,
    WRONG_RECORD,
    FirstFewLines,
    print_line,
    say,
)
from kiosk.cli.writing import check_target
from kiosk.words.language import csv_separator
from kiosk.words.texts import sentence_text

RECORD, CSV, BGSPLAY = "record", "csv", "bgsplay"
_STANDARD_OUTPUT = "-"

_NO_GAME = Sentence("there is no saved game yet; `meduris import FILE` takes one in")
_NO_TERMINAL = Sentence("records of all games are one ZIP file, not for a terminal: say --to FILE")


def export(arguments: argparse.Namespace) -> int:
    """Run `meduris export`, and return the exit status. Raises CompanionError and OSError."""
    if arguments.to != _STANDARD_OUTPUT:
        check_target(Path(arguments.to), chosen_folder(arguments.data))
    with open_journal(arguments.data) as journal:
        reader = _AllGames(journal)
        with _opened(arguments.to) as out:
            if arguments.all:
                number = _export_all(reader, arguments, out)
            else:
                number = _export_one(journal, arguments, out)
    reader.tell_how_many_are_left_out()
    if arguments.to != _STANDARD_OUTPUT:
        told = Sentence(
            "{number} game is written to {file}",
            {"number": number, "file": arguments.to},
            "{number} games are written to {file}",
        )
        print_line(sentence_text(told))
    return WRONG_RECORD if reader.left_out else DONE


@contextlib.contextmanager
def _opened(name: str) -> Iterator[BinaryIO]:
    if name == _STANDARD_OUTPUT:
        yield sys.stdout.buffer
    else:
        with atomic_write(Path(name), to_devices=True) as out:
            yield out


def _export_one(journal: Journal, arguments: argparse.Namespace, out: BinaryIO) -> int:
    game = arguments.game if arguments.game is not None else _last_played(journal).id
    if arguments.format != RECORD:
        plays = [_play(journal, game, _who_is(journal))]
        return _write(out, plays, arguments)
    out.write(_record(journal, game))
    return 1


def _export_all(reader: "_AllGames", arguments: argparse.Namespace, out: BinaryIO) -> int:
    if arguments.format != RECORD:
        return _write(out, list(reader.plays()), arguments)
    if out.isatty():
        raise CompanionError(_NO_TERMINAL)
    return write_records(out, reader.records(), _separator(arguments))


class _AllGames:
    """Reader of all games; it reports an unreadable game and continues with the next game."""

    def __init__(self, journal: Journal) -> None:
        self._left_out = FirstFewLines()
        self._journal = journal

    def plays(self) -> Iterator[Play]:
        """Yield the games in the order in which they began."""
        who_is = _who_is(self._journal)
        for number in sorted(game.id for game in self._journal.games()):
            try:
                yield _play(self._journal, number, who_is)
            except JournalError as error:
                facts = {"game": number, "reason": sentence_text(error.sentence)}
                left_out = Sentence("game {game} is left out: {reason}", facts)
                self._left_out.say(f"meduris: {sentence_text(left_out)}")

    @property
    def left_out(self) -> int:
        """Number of unreadable games that were left out."""
        return self._left_out.number

    def tell_how_many_are_left_out(self) -> None:
        """Print the number of unreadable games, unless each of these games was reported."""
        if self._left_out.has_more:
            left_out = Sentence(
                "{number} game is left out",
                {"number": self.left_out},
                "{number} games are left out",
            )
            say(f"meduris: {sentence_text(left_out)}")

    def records(self) -> Iterator[tuple[Play, bytes]]:
        """Yield each game with its record, the game as text."""
        for play in self.plays():
            yield play, _record(self._journal, play.number)


def _record(journal: Journal, game: int | None) -> bytes:
    if game is None:
        raise ValueError("a saved game has a number")
    read = read_game(journal, game)
    return write_record(read.setup, commands_for_record(read.steps))


def _who_is(journal: Journal) -> FindPerson:
    return People.of(journal).person_of


def _play(journal: Journal, game: int, who_is: FindPerson) -> Play:
    return play_of(game, read_game(journal, game), who_is)


def _separator(arguments: argparse.Namespace) -> str:
    if arguments.separator is None:
        return csv_separator()
    return {"comma": COMMA, "semicolon": SEMICOLON}[arguments.separator]


def _write(out: BinaryIO, plays: list[Play], arguments: argparse.Namespace) -> int:
    """Write plays as a table or for BG Stats; return the number of plays written."""
    if arguments.format == CSV:
        out.write(plays_as_csv(plays, _separator(arguments)))
        return len(plays)
    over = [play for play in plays if play.ended is not None]
    if len(plays) == 1 and not over:
        facts = {"game": plays[0].number}
        raise CompanionError(
            Sentence("game {game} goes on: BG Stats takes it once it has ended", facts)
        )
    if len(over) < len(plays):
        left_out = Sentence(
            "{number} game that goes on is left out",
            {"number": len(plays) - len(over)},
            "{number} games that go on are left out",
        )
        say(f"meduris: {sentence_text(left_out)}")
    out.write(bg_stats_file(over, sentence_text))
    return len(over)


def _last_played(journal: Journal) -> SavedGame:
    games = journal.games(limit=1)
    if not games:
        raise CompanionError(_NO_GAME)
    return games[0]
