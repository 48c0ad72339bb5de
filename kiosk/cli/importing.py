"""`meduris import`: imports game records: single files, or all records in a folder or ZIP file."""

import argparse
import contextlib
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from functools import partial
from itertools import chain
from pathlib import Path
from typing import BinaryIO

from companion.errors import CompanionError, RecordError, system_reason
from companion.memory.data_folder import data_folder_or_default
from companion.memory.exchange import records
from companion.memory.exchange.records import (
    ArchiveError,
    import_record,
    is_zip,
    open_startable_record,
    open_zip,
)
from companion.memory.folder_lock import DataFolderLock
from companion.memory.journal import Journal
from companion.memory.record import FindBoard
from companion.sentence import Sentence
from kiosk.cli.command_runner import (
    DONE,
    WRONG_RECORD,
    FirstLinesPrinter,
    invalid_record_sentence,
    print_sentence,
    print_to_stderr,
    print_warning,
)
from kiosk.cli.reading import board_finder, open_input
from kiosk.words.texts import sentence_text

Source = Callable[[], AbstractContextManager[BinaryIO]]
Sources = Iterator[tuple[str, Source]]


def import_records(options: argparse.Namespace) -> int:
    """Run `meduris import`; return the exit status.

    Raises CompanionError or OSError if nothing at all can be imported.
    """
    find = board_finder(options, folder_must_exist=False)
    if options.file != "-" and Path(options.file).is_dir():
        sources: Sources = (
            (path.name, partial(open_input, str(path)))
            for path in sorted(Path(options.file).iterdir())
            # Opening a pipe would block.
            if records.is_record_file_name(path.name) and path.is_file()
        )
        return _take_many(options, find, sources)
    with open_input(options.file) as stream:
        if is_zip(stream):
            with open_zip(stream) as archive:
                most = records.MOST_RECORD_BYTES
                sources = (
                    (entry.filename, partial(records.open_entry, archive, entry, most))
                    for entry in records.record_entries(archive)
                )
                return _take_many(options, find, sources)
        return _take_one(options, find, stream)


def _take_one(options: argparse.Namespace, find: FindBoard, stream: BinaryIO) -> int:
    # This check comes first, because opening a journal creates the journal.
    beginning = open_startable_record(stream, find)
    with _journal(options) as journal:
        taken = import_record(journal, beginning)
    if taken.notice is not None:
        print_warning(taken.notice)
    facts = {"game": taken.game_id}
    told = Sentence("saved as game {game}", facts)
    if taken.already_saved:
        told = Sentence("this game is already saved: game {game}", facts)
    print_sentence(told)
    return DONE


def _take_many(options: argparse.Namespace, find: FindBoard, sources: Sources) -> int:
    first = next(sources, None)
    if first is None:
        facts = {"file": options.file}
        raise CompanionError(
            Sentence("there is no game record in {file}: the names of records end in .jsonl", facts)
        )
    new = known = 0
    refused = FirstLinesPrinter()
    with _journal(options) as journal:
        try:
            for name, source in chain((first,), sources):
                try:
                    with source() as stream:
                        taken = import_record(journal, open_startable_record(stream, find))
                except (RecordError, ArchiveError, OSError) as error:
                    facts = {"file": name, "reason": _reason(error)}
                    refused.print_line(
                        sentence_text(Sentence("{file} is left out: {reason}", facts))
                    )
                    continue
                if taken.notice is not None:
                    facts = {"file": name, "told": taken.notice}
                    print_to_stderr(sentence_text(Sentence("{file}: {told}", facts)))
                known += taken.already_saved
                new += not taken.already_saved
        finally:
            # The numbers are printed even after an error or interrupt, as records imported so far
            # stay.
            for told in (
                Sentence(
                    "{number} game was imported", {"number": new}, "{number} games were imported"
                ),
                Sentence(
                    "{number} game was already saved",
                    {"number": known},
                    "{number} games were already saved",
                ),
                Sentence(
                    "{number} record is left out",
                    {"number": refused.line_count},
                    "{number} records are left out",
                ),
            ):
                if told.facts["number"]:
                    print_sentence(told)
    return WRONG_RECORD if refused.line_count else DONE


def _reason(error: RecordError | ArchiveError | OSError) -> Sentence:
    if isinstance(error, RecordError):
        return invalid_record_sentence(error)
    return error.sentence if isinstance(error, ArchiveError) else system_reason(error)


@contextlib.contextmanager
def _journal(options: argparse.Namespace) -> Iterator[Journal]:
    folder = data_folder_or_default(options.data, must_exist=False)
    with DataFolderLock(folder), contextlib.closing(Journal.open(folder)) as journal:
        if journal.notice is not None:
            print_warning(journal.notice)
        yield journal
