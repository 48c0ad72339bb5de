"""Opens saved games, boards and recorded games for the command line; `meduris replay`."""

import argparse
import contextlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from companion.errors import CompanionError
from companion.memory.record import FindBoard, encode_state, replayed_states
from companion.sentence import Sentence
from companion.state import Board
from kiosk.cli.command_runner import FirstLinesPrinter
from kiosk.words.texts import sentence_text

if TYPE_CHECKING:
    from companion.memory.journal import Journal

# Modules that open the data folder are imported only when needed, so that a replay starts quickly.


@contextlib.contextmanager
def open_journal(data_folder: Path | None) -> "Iterator[Journal]":
    """Open the saved games of a folder, or of the default folder if None. Raises JournalError."""
    from companion.memory.data_folder import data_folder_or_default  # noqa: PLC0415
    from companion.memory.journal import Journal  # noqa: PLC0415

    with contextlib.closing(
        Journal.open_for_reading(data_folder_or_default(data_folder))
    ) as journal:
        yield journal


def board_finder(options: argparse.Namespace, *, folder_must_exist: bool = True) -> FindBoard:
    """Return a function that takes a board's name, and returns the board or None.

    `options.data` is the data folder with the boards, or None for the default folder. Raises
    JournalError at once if the folder cannot be used, or if it does not exist and
    `folder_must_exist` is set.
    """
    from companion.memory.data_folder import data_folder_or_default  # noqa: PLC0415

    folder = data_folder_or_default(options.data, must_exist=folder_must_exist)

    def find(name: str) -> Board | None:
        from companion.memory.boards import BoardShelf  # noqa: PLC0415

        shelf = BoardShelf(folder)
        first = FirstLinesPrinter()
        for error in shelf.errors:
            facts = {"file": error.source, "reason": error.sentence}
            left_out = Sentence("{file}: {reason}; this file is left out", facts)
            first.print_line(f"meduris: {sentence_text(left_out)}")
        return shelf.find(name)

    return find


@contextlib.contextmanager
def open_input(name: str) -> Iterator[BinaryIO]:
    """Open a file, or standard input if `name` is `-`.

    Raises OSError, or CompanionError if standard input is closed.
    """
    if name != "-":
        with Path(name).open("rb") as stream:
            yield stream
    elif sys.stdin is None:
        raise CompanionError(Sentence("standard input is closed: there is no record to read"))
    else:
        yield sys.stdin.buffer


def replay_record(options: argparse.Namespace) -> None:
    """Run `meduris replay`: print the last state of the game in a record.

    With the option `--trace`, print the state after each command of the record instead.
    """
    out = sys.stdout.buffer
    state = None
    find = board_finder(options)
    with open_input(options.file) as stream:
        for state in replayed_states(stream, find):
            if options.trace:
                out.write(encode_state(state) + b"\n")
    if state is not None and not options.trace:
        out.write(encode_state(state) + b"\n")
