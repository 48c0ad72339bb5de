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
from companion.memory.atomic_file import atomic_writer
from companion.memory.data_folder import data_folder_or_default
from companion.memory.exchange.plays import (
    COMMA,
    SEMICOLON,
    Play,
    play_from_game,
    plays_as_bg_stats_file,
    plays_as_csv,
)
from companion.memory.exchange.records import write_records_zip
from companion.memory.journal import Journal
from companion.memory.people import People
from companion.memory.played_game import PlayedGame
from companion.memory.record import commands_for_record, encode_record
from companion.memory.session import read_game
from companion.sentence import Sentence
from kiosk.cli.command_runner import (
    DONE,
    WRONG_RECORD,
    FirstLinesPrinter,
    print_sentence,
    print_warning,
)
from kiosk.cli.overwrite_guard import refuse_to_overwrite_data
from kiosk.cli.reading import open_journal
from kiosk.words.language import csv_separator
from kiosk.words.texts import sentence_text

RECORD, CSV = "record", "csv"
_STANDARD_OUTPUT = "-"

_NO_GAME = Sentence("there is no saved game yet; `meduris import FILE` imports one")
_NO_TERMINAL = Sentence(
    "the records of all games are a ZIP file, which a terminal cannot show: add --to FILE"
)


def export(options: argparse.Namespace) -> int:
    if options.to != _STANDARD_OUTPUT:
        refuse_to_overwrite_data(Path(options.to), data_folder_or_default(options.data))
    left_out = FirstLinesPrinter()
    with open_journal(options.data) as journal, _opened(options.to) as out:
        if not options.all:
            number = _export_one(journal, options, out)
        elif options.format != RECORD:
            plays = [play for play, _game in _all_games(journal, left_out)]
            number = _write(out, plays, options)
        elif out.isatty():
            raise CompanionError(_NO_TERMINAL)
        else:
            games = ((play, _record(game)) for play, game in _all_games(journal, left_out))
            number = write_records_zip(out, games, _separator(options))
    if left_out.has_omitted_lines:
        told = Sentence(
            "{number} game is left out",
            {"number": left_out.line_count},
            "{number} games are left out",
        )
        print_warning(told)
    if options.to != _STANDARD_OUTPUT:
        told = Sentence(
            "{number} game is written to {file}",
            {"number": number, "file": options.to},
            "{number} games are written to {file}",
        )
        print_sentence(told)
    return WRONG_RECORD if left_out.line_count else DONE


@contextlib.contextmanager
def _opened(name: str) -> Iterator[BinaryIO]:
    if name == _STANDARD_OUTPUT:
        yield sys.stdout.buffer
    else:
        with atomic_writer(Path(name), allow_devices=True) as out:
            yield out


def _export_one(journal: Journal, options: argparse.Namespace, out: BinaryIO) -> int:
    game = options.game
    if game is None:
        games = journal.games(limit=1)
        if not games:
            raise CompanionError(_NO_GAME)
        game = games[0].id
    read = read_game(journal, game)
    if options.format != RECORD:
        play = play_from_game(game, read, People.from_journal(journal).find_or_new)
        return _write(out, [play], options)
    out.write(_record(read))
    return 1


def _all_games(journal: Journal, left_out: FirstLinesPrinter) -> Iterator[tuple[Play, PlayedGame]]:
    who_is = People.from_journal(journal).find_or_new
    for number in sorted(game.id for game in journal.games()):
        try:
            read = read_game(journal, number)
            yield play_from_game(number, read, who_is), read
        except JournalError as error:
            facts = {"game": number, "reason": error.sentence}
            told = Sentence("game {game} is left out: {reason}", facts)
            left_out.print_line(f"meduris: {sentence_text(told)}")


def _record(game: PlayedGame) -> bytes:
    return encode_record(game.setup, commands_for_record(game.steps))


def _separator(options: argparse.Namespace) -> str:
    if options.separator is None:
        return csv_separator()
    return {"comma": COMMA, "semicolon": SEMICOLON}[options.separator]


def _write(out: BinaryIO, plays: list[Play], options: argparse.Namespace) -> int:
    if options.format == CSV:
        out.write(plays_as_csv(plays, _separator(options)))
        return len(plays)
    over = [play for play in plays if play.ended is not None]
    if len(plays) == 1 and not over:
        facts = {"game": plays[0].game_id}
        raise CompanionError(
            Sentence("game {game} is not finished: BG Stats accepts only finished games", facts)
        )
    if len(over) < len(plays):
        left_out = Sentence(
            "{number} unfinished game is left out",
            {"number": len(plays) - len(over)},
            "{number} unfinished games are left out",
        )
        print_warning(left_out)
    out.write(plays_as_bg_stats_file(over, sentence_text))
    return len(over)
