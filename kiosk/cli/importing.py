"""`meduris import`: imports game records: single files, or all records in a folder or ZIP file."""

import argparse
import contextlib
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from functools import partial
from itertools import chain
from pathlib import Path
from typing import BinaryIO
from zipfile import ZipFile

from companion.errors import CompanionError, RecordError
from companion.memory.data_folder import chosen_folder
from companion.memory.exchange import records
from companion.memory.exchange.records import (
    ArchiveError,
    import_record,
    is_archive,
    open_zip,
    read_playable_header,
)
from companion.memory.folder_lock import DataFolderLock
from companion.memory.journal import Journal
from companion.memory.record import FindBoard
from companion.sentence import Sentence
from kiosk.cli.reading import board_finder, input_stream
from kiosk.cli.running import (
    DONE,
    WRONG_RECORD,
    FirstFewLines,
    print_line,
    record_error_message,
    say,
)
from kiosk.words.texts import sentence_text

Source = Callable[[], AbstractContextManager[BinaryIO]]
"""Function that opens a record."""
Sources = Iterator[tuple[str, Source]]
"""Names of records, each with a function that opens it."""


def import_records(arguments: argparse.Namespace) -> int:
    """Run `meduris import`, and return the exit status.

    Raises CompanionError and OSError if nothing can be imported.
    """
    find = board_finder(arguments, there=False)
    if arguments.file != "-" and Path(arguments.file).is_dir():
        return _take_many(arguments, find, _records_in_folder(Path(arguments.file)))
    with input_stream(arguments.file) as stream:
        if is_archive(stream):
            with open_zip(stream) as archive:
                return _take_many(arguments, find, _records_in_archive(archive))
        return _take_one(arguments, find, stream)


def _take_one(arguments: argparse.Namespace, find: FindBoard, stream: BinaryIO) -> int:
    # Check this before opening a journal, as opening creates the journal.
    beginning = read_playable_header(stream, find)
    with _journal(arguments) as journal:
        taken = import_record(journal, beginning)
    if taken.notice is not None:
        say(f"meduris: {sentence_text(taken.notice)}")
    facts = {"game": taken.game}
    told = Sentence("saved as game {game}", facts)
    if taken.already_saved:
        told = Sentence("this game is there already: game {game}", facts)
    print_line(sentence_text(told))
    return DONE


def _take_many(arguments: argparse.Namespace, find: FindBoard, sources: Sources) -> int:
    first = next(sources, None)
    if first is None:
        facts = {"file": arguments.file}
        raise CompanionError(
            Sentence("there is no game record in {file}: their names end in .jsonl", facts)
        )
    with _journal(arguments) as journal:
        tally = _Tally(journal, find)
        try:
            for name, source in chain((first,), sources):
                tally.take(name, source)
        finally:
            # Print the numbers even after an error or an interrupt, as records imported so far
            # stay.
            tally.tell()
    return WRONG_RECORD if tally.refused else DONE


class _Tally:
    """Imports records one by one, reports refused records, and counts all of them."""

    def __init__(self, journal: Journal, find: FindBoard) -> None:
        self._refused = FirstFewLines()
        self._new = 0
        self._there = 0
        self._journal = journal
        self._find = find

    def take(self, name: str, source: Source) -> None:
        """Import one record. Raises JournalError if nothing can be saved."""
        try:
            with source() as stream:
                taken = import_record(self._journal, read_playable_header(stream, self._find))
        except RecordError as error:
            self._refuse(name, record_error_message(error))
        except ArchiveError as error:
            self._refuse(name, error.sentence)
        except OSError as error:
            self._refuse(name, error.strerror or str(error))
        else:
            if taken.notice is not None:
                say(sentence_text(Sentence("{file}: {told}", {"file": name, "told": taken.notice})))
            self._there += taken.already_saved
            self._new += not taken.already_saved

    def _refuse(self, name: str, reason: Sentence | str) -> None:
        facts = {"file": name, "reason": reason}
        self._refused.say(sentence_text(Sentence("{file} is left out: {reason}", facts)))

    @property
    def refused(self) -> int:
        """Number of refused records."""
        return self._refused.number

    def tell(self) -> None:
        """Print the numbers of records that were imported, were already known, and were refused."""
        told = (
            Sentence(
                "{number} game was taken in",
                {"number": self._new},
                "{number} games were taken in",
            ),
            Sentence(
                "{number} game was there already",
                {"number": self._there},
                "{number} games were there already",
            ),
            Sentence(
                "{number} record is left out",
                {"number": self.refused},
                "{number} records are left out",
            ),
        )
        for sentence in told:
            if sentence.facts["number"]:
                print_line(sentence_text(sentence))


@contextlib.contextmanager
def _journal(arguments: argparse.Namespace) -> Iterator[Journal]:
    folder = chosen_folder(arguments.data, there=False)
    with DataFolderLock(folder), contextlib.closing(Journal.open(folder)) as journal:
        if journal.notice is not None:
            say(f"meduris: {sentence_text(journal.notice)}")
        yield journal


def _records_in_folder(folder: Path) -> Sources:
    for path in sorted(folder.iterdir()):
        # Opening a pipe would block.
        if records.is_record(path.name) and path.is_file():
            yield path.name, partial(input_stream, str(path))


def _records_in_archive(archive: ZipFile) -> Sources:
    for entry in records.records_in(archive):
        most = records.MOST_RECORD_BYTES
        yield entry.filename, partial(records.open_entry, archive, entry, most)
