"""`meduris import`: a game record as a saved game."""

import argparse
import contextlib
from collections.abc import Iterator
from typing import TYPE_CHECKING

from companion.cli.reading import find_board, reading
from companion.cli.running import print_line, say
from companion.commands import Command
from companion.errors import RecordError, RuleViolation
from companion.game import Setup, start, unfold
from companion.memory.record import read_record
from companion.sentence import Sentence
from companion.state import GameState

if TYPE_CHECKING:
    from companion.memory.saved_rows import Row


def take_in(arguments: argparse.Namespace) -> None:
    """Take a game record in as a saved game. Raises CompanionError and OSError."""
    from companion.memory.data_folder import DataFolderLock, data_dir  # noqa: PLC0415
    from companion.memory.journal import Journal  # noqa: PLC0415
    from companion.memory.saved_rows import new_head  # noqa: PLC0415

    folder = arguments.data or data_dir()
    with reading(arguments.file) as stream:
        record = read_record(stream, find_board(arguments))
        setup, state = _begun(record)
        with DataFolderLock(folder), contextlib.closing(Journal.open(folder)) as journal:
            journal.check_thoroughly()
            if journal.notice is not None:
                say(f"meduris: {arguments.said(journal.notice)}")
            game = journal.add(new_head(setup), _played(state, record))
    print_line(arguments.said(Sentence("saved as game {game}", {"game": game})))


def _begun(record: Iterator[tuple[int, Setup | Command]]) -> tuple[Setup, GameState]:
    number, setup = next(record)
    if not isinstance(setup, Setup):
        raise TypeError("a record begins with its header")
    try:
        return setup, start(setup)
    except RuleViolation as refusal:
        raise RecordError(number, refusal.rule, refusal.sentence) from refusal


def _played(state: GameState, record: Iterator[tuple[int, Setup | Command]]) -> "Iterator[Row]":
    """The rows of a record's commands, carried out one by one."""
    from companion.memory.saved_rows import command_row  # noqa: PLC0415

    for line, command in record:
        if isinstance(command, Setup):
            raise TypeError("a record has one header")
        try:
            unfolding = unfold(state, command)
        except RuleViolation as refusal:
            raise RecordError(line, refusal.rule, refusal.sentence) from refusal
        state = unfolding.state
        yield command_row(line - 1, command, unfolding.events)
