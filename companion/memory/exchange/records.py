"""Import of single game records, and of ZIP archives with many records.

Both may be hostile: sizes are checked against the limits before any content is read.
"""

import os
import struct
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import BinaryIO, NamedTuple

from companion.errors import CompanionError, JournalError, RecordError, RuleViolation
from companion.game import Setup, initial_state
from companion.history import make_step
from companion.memory.clock import current_timestamp
from companion.memory.exchange.plays import COMMA, Cell, Play, encode_csv
from companion.memory.journal import Journal
from companion.memory.names import has_control_characters, name_key
from companion.memory.people import People, separate_spelling
from companion.memory.played_game import PlayedGame
from companion.memory.record import (
    FORMAT_RULE,
    FindBoard,
    RecordReader,
    commands_for_record,
    open_record,
)
from companion.memory.statistics.figures import result_json
from companion.memory.text_file import is_system_file
from companion.sentence import N_, Sentence

MOST_BYTES = 2_000_000_000
"""Maximum size in bytes of the unpacked contents of an archive."""
MOST_RECORD_BYTES = 100_000_000
"""Maximum size of a record in bytes; the longest legal game has about 20 million."""
MOST_FILES = 65_000
_MOST_BYTES_OF_A_LIST = 16_000_000
_FIRST_BYTES = (b"PK\3\4", b"PK\5\6")
_END = struct.Struct("<4s4H2LH")
"""The end of a ZIP file's central directory: signature, disks, entries, size, offset, comment."""
_END_MARK = b"PK\5\6"
_ZIP64_MARK = b"PK\6\7"
_ZIP64_LOCATOR_BYTES = 20
"""Size in bytes of the ZIP64 locator. The locator begins with `_ZIP64_MARK`, and stands directly
before the end of the central directory (`_END`)."""
_LONGEST_COMMENT = 65_535
_METHODS = frozenset({zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED})
_WRONG = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    RuntimeError,
    ValueError,
    EOFError,
    NotImplementedError,
)
"""Exceptions that `zipfile` raises for damaged archives."""


class ArchiveError(CompanionError, ValueError):
    """An archive is damaged or too large."""


def is_zip(stream: BinaryIO) -> bool:
    """Return whether a stream is seekable and begins like a ZIP file; its position is restored."""
    if not stream.seekable():
        return False
    place = stream.tell()
    first = stream.read(len(_FIRST_BYTES[0]))
    stream.seek(place)
    return first in _FIRST_BYTES


@contextmanager
def open_zip(stream: BinaryIO) -> Iterator[zipfile.ZipFile]:
    """Open a ZIP archive, after a check of its sizes. Raises ArchiveError and OSError."""
    with convert_zip_errors():
        _check_sizes(stream)
        archive = zipfile.ZipFile(stream)
    with archive:
        if sum(entry.file_size for entry in archive.infolist()) > MOST_BYTES:
            raise ArchiveError(_TOO_LARGE)
        yield archive


@contextmanager
def convert_zip_errors() -> Iterator[None]:
    """Convert exceptions of `zipfile` to ArchiveError."""
    try:
        yield
    except CompanionError:
        raise
    except _WRONG as error:
        raise ArchiveError(_DAMAGED) from error


def record_entries(archive: zipfile.ZipFile) -> tuple[zipfile.ZipInfo, ...]:
    """Return the entries of an archive that are records, sorted by name."""
    entries = (entry for entry in archive.infolist() if is_record_file_name(entry.filename))
    return tuple(sorted(entries, key=lambda entry: entry.filename))


def is_record_file_name(name: str) -> bool:
    """Return whether a file has the name of a record and is not an extra file of macOS."""
    return name.endswith(RECORD_ENDING) and not is_system_file(name)


@contextmanager
def open_entry(
    archive: zipfile.ZipFile, entry: zipfile.ZipInfo, max_bytes: int
) -> Iterator[BinaryIO]:
    """Open an entry of an archive for reading.

    Raises ArchiveError if the unpacked entry has more than `max_bytes` bytes, if its method of
    compression is not supported, or if it is damaged.
    """
    if entry.file_size > max_bytes:
        raise ArchiveError(_TOO_LARGE)
    if entry.compress_type not in _METHODS:
        raise ArchiveError(_DAMAGED)
    with convert_zip_errors(), archive.open(entry) as stream:
        yield stream  # type: ignore[misc]  # it has all reading methods of a BinaryIO


def _check_sizes(stream: BinaryIO) -> None:
    """Raise ArchiveError for a ZIP file with a large central directory (its list of entries).

    `zipfile` would read the whole directory into memory.
    """
    size = stream.seek(0, os.SEEK_END)
    stream.seek(max(0, size - _ZIP64_LOCATOR_BYTES - _END.size - _LONGEST_COMMENT))
    tail = stream.read()
    at = tail.rfind(_END_MARK)
    if not 0 <= at <= len(tail) - _END.size:
        raise ArchiveError(_DAMAGED)
    *_, files, listed, _place, comment = _END.unpack_from(tail, at)
    if comment != len(tail) - at - _END.size:
        raise ArchiveError(_DAMAGED)
    # `zipfile` prefers the sizes of ZIP64, which only larger archives need.
    if tail[:at][-_ZIP64_LOCATOR_BYTES:].startswith(_ZIP64_MARK):
        raise ArchiveError(_TOO_LARGE)
    if files > MOST_FILES or listed > _MOST_BYTES_OF_A_LIST:
        raise ArchiveError(_TOO_LARGE)


_DAMAGED = Sentence("this ZIP file is damaged, or of a kind that the app cannot read")
_TOO_LARGE = Sentence("this ZIP file is too large, or contains too many files")


LIST_NAME = "list.csv"
RECORD_ENDING = ".jsonl"
_HEADER = ("file", "game", "key", "began", "ended", "players", "winners")


def write_records_zip(
    out: BinaryIO, games: Iterable[tuple[Play, bytes]], csv_separator: str = COMMA
) -> int:
    """Write a ZIP archive of games and a CSV table; return the number of games. Raises OSError."""
    listed: list[tuple[Cell, ...]] = []
    with zipfile.ZipFile(out, "w") as packed:
        for play, record in games:
            number = "" if play.game_id is None else f"{play.game_id:05}-"
            name = f"meduris-{number}{play.began:%Y-%m-%d}-{play.key[:8]}{RECORD_ENDING}"
            entry = zipfile.ZipInfo(name)
            # ZIP files have no time zones, so this is the local time at the place of the game.
            entry.date_time = max(play.last_played.timetuple()[:6], entry.date_time)
            packed.writestr(entry, record, zipfile.ZIP_DEFLATED)
            names = ", ".join(player.person.name for player in play.players)
            winners = ", ".join(player.person.name for player in play.players if player.won)
            listed.append((name, play.game_id, play.key, play.began, play.ended, names, winners))
        table = encode_csv(_HEADER, listed, csv_separator)
        packed.writestr(zipfile.ZipInfo(LIST_NAME), table, zipfile.ZIP_DEFLATED)
    return len(listed)


_TWO_OF_A_NAME = N_(
    "Two players in this game are called {name}: the statistics count it for neither of them."
)
_PARTED = N_("{one} and {other} played in the same game: they count as two people again.")


class ImportResult(NamedTuple):
    """Result of the import of one game.

    `game_id` is the game's number in the journal. `already_saved` is true if the game was saved
    before the import. `notice` is a message for the user if two players of the game have the same
    name, or if the app took two players for the same person until now. Otherwise `notice` is None.
    """

    game_id: int
    already_saved: bool
    notice: Sentence | None = None


def open_startable_record(stream: BinaryIO, find_board: FindBoard) -> RecordReader:
    """Read the header of a record, and check that a game can start with it.

    Raises RecordError if the header is invalid, if a player's name has control characters or no
    visible characters, or if the rules refuse the setup. The commands are read later, see
    `open_record`.
    """
    record = open_record(stream, find_board)
    for seat in record.setup.players:
        # Such names are valid in a record, but unreadable in the list of saved games.
        if not name_key(seat.name) or has_control_characters(seat.name):
            told = Sentence(
                N_("the name of the {color} player is not readable: {name}"),
                {"color": seat.color, "name": ascii(seat.name)},
            )
            raise RecordError(1, FORMAT_RULE, told)
    try:
        initial_state(record.setup)
    except RuleViolation as refusal:
        raise RecordError(1, refusal.rule, refusal.sentence) from refusal
    return record


def import_record(journal: Journal, record: RecordReader) -> ImportResult:
    """Save the game of a record, unless a saved game has the same setup and commands.

    Raises RecordError for an invalid record, and JournalError if saving fails.
    """
    alike = journal.game_ids(record.setup)
    game = _played(record)
    done = (*commands_for_record(game.steps),)
    for number in alike:
        with suppress(JournalError):  # an unreadable game counts as different
            if (*commands_for_record(PlayedGame.load(journal.game_rows(number)).steps),) == done:
                return ImportResult(number, already_saved=True)
    number = journal.add_game(game.rows, result_json(game))
    return ImportResult(
        number, already_saved=False, notice=_separate_namesakes(journal, record.setup)
    )


def _separate_namesakes(journal: Journal, setup: Setup) -> Sentence | None:
    """Separate two players of a game whom the app took for the same person.

    Return a message for the user about it. If two names are equal, change nothing, and return a
    message that says so. Return None if all players are different people already.
    """
    names = [seat.name for seat in setup.players]
    keys = [name_key(name) for name in names]
    alike = next((name for name in names if keys.count(name_key(name)) > 1), None)
    if alike is not None:
        return Sentence(_TWO_OF_A_NAME, {"name": alike})
    people = People.from_journal(journal)
    whose = [people.find_or_new(name) for name in names]
    for name, person in zip(names, whose, strict=True):
        if whose.count(person) > 1 and name != person.name:
            separate_spelling(journal, person, name)
            return Sentence(_PARTED, {"one": name, "other": person.name})
    return None


def _played(record: RecordReader) -> PlayedGame:
    game, time = PlayedGame.begin(record.setup), current_timestamp()
    for line, command in record.numbered_commands:
        try:
            game.add_step(make_step(game.state, command, time))
        except RuleViolation as refusal:
            raise RecordError(line, refusal.rule, refusal.sentence) from refusal
    game.mark_all_done()
    return game
