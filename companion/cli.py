"""The commands of `meduris` that need no screen: replay, export, games, import (`record.md`).

Run as `meduris …` or `python -m companion.cli …`. Exit status 0: done, 1: a record that breaks
a rule or the format, 2: wrong usage, or files that cannot be read or written.
"""

import argparse
import contextlib
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import msgspec

from companion.commands import Command
from companion.errors import CompanionError, JournalError, RecordError, RuleViolation
from companion.game import Setup, start, unfold
from companion.memory.record import (
    FindBoard,
    read_record,
    replay,
    write_command,
    write_header,
    write_state,
)
from companion.sentence import Sentence
from companion.state import Board, GameState, Phase

if TYPE_CHECKING:
    from companion.memory.journal import Journal
    from companion.memory.saved_rows import Row
    from companion.memory.summaries import SavedGame

# Everything that opens the data folder is imported where it is needed: a replay starts quickly.

_DONE = 0
_WRONG_RECORD = 1
_WRONG_USE = 2
_STOPPED = 130

_UNREAD = Sentence("nobody reads the output any more; the rest of it is left out")
_INTERRUPTED = Sentence("stopped before the end")


AddParser = Callable[..., argparse.ArgumentParser]
"""Makes the parser of a command, as the `add_parser` of argparse."""
Said = Callable[[Sentence], str]
"""Puts a sentence into the language of whoever reads it."""
CarryOut = Callable[[argparse.Namespace], int | None]
"""Carries out a command; returns the exit status, None for 0."""


def main(argv: Sequence[str]) -> int:
    """Carry out one command, given without the program's own name; returns the exit status.

    Raises SystemExit for wrong usage and for `--help`, as argparse does.
    """
    parser = argparse.ArgumentParser(prog="meduris", description="Meduris without a screen.")
    add_data_option(parser)
    add_commands(parser.add_subparsers(metavar="COMMAND", required=True).add_parser)
    parser.set_defaults(said=str)
    options = parser.parse_args(argv)
    status: int = options.run(options)
    return status


def add_data_option(parser: argparse.ArgumentParser, default: object = None) -> None:
    """Let `--data DIR` name the folder of the saved games.

    A command's own parser takes `argparse.SUPPRESS` for the default: then the option may stand
    before the command or after it.
    """
    parser.add_argument(
        "--data",
        type=Path,
        default=default,
        metavar="DIR",
        help="the folder of the saved games and settings",
    )


def add_commands(add: AddParser) -> None:
    """Add the commands of this module; what they find has `run`, which returns the exit status.

    Whoever parses gives what is found `said`, a `Said`.
    """
    replaying = add("replay", help="print the state after a game record")
    replaying.add_argument("file", metavar="FILE", help="a game record; - is standard input")
    replaying.add_argument("--trace", action="store_true", help="print every state, one a line")
    replaying.add_argument("--json", action="store_true", help="tell an error as JSON")
    replaying.set_defaults(run=partial(run_command, _replay))

    exporting = add("export", help="print a saved game as a game record")
    exporting.add_argument(
        "game", metavar="GAME", type=int, nargs="?", help="its number; else the one last played"
    )
    exporting.set_defaults(run=partial(run_command, _export))

    listing = add("games", help="list the saved games, the one last played first")
    listing.set_defaults(run=partial(run_command, _list_games))

    importing = add("import", help="take a game record in as a saved game")
    importing.add_argument("file", metavar="FILE", help="a game record; - is standard input")
    importing.set_defaults(run=partial(run_command, _import))

    for command in (replaying, exporting, listing, importing):
        add_data_option(command, argparse.SUPPRESS)


def run_command(carry_out: CarryOut, options: argparse.Namespace) -> int:
    """Carry out a command, and tell in one line what keeps it from its end.

    Returns the exit status.
    """
    said: Said = options.said
    try:
        return _with_output(carry_out, options) or _DONE
    except RecordError as error:
        as_json = "json" in options and options.json
        say(_as_json(error) if as_json else said(_wrong_line(error)))
        return _WRONG_RECORD
    except BrokenPipeError:
        _leave_stdout()
        say(f"meduris: {said(_UNREAD)}")
        return _WRONG_USE
    except OSError as error:
        _leave_stdout()
        say(f"meduris: {_sentence(error)}")
        return _WRONG_USE
    except CompanionError as error:
        say(f"meduris: {_in_words(error, said)}")
        return _WRONG_USE
    except KeyboardInterrupt:
        _leave_stdout()
        say(f"meduris: {said(_INTERRUPTED)}")
        return _STOPPED


def _in_words(error: CompanionError, said: Said) -> str:
    """What an error says: most of ours hold a sentence."""
    told = getattr(error, "sentence", error.args[0])
    return said(told) if isinstance(told, Sentence) else str(error)


def _wrong_line(error: RecordError) -> Sentence:
    return Sentence(
        "line {line}: {rule}: {reason}",
        {"line": error.line, "rule": error.rule, "reason": error.told},
    )


def _with_output(carry_out: CarryOut, options: argparse.Namespace) -> int | None:
    if sys.stdout is None:
        raise CompanionError(Sentence("standard output is closed: there is nowhere to print to"))
    try:
        return carry_out(options)
    finally:
        sys.stdout.flush()


def _replay(arguments: argparse.Namespace) -> None:
    out = sys.stdout.buffer
    state = None
    with _reading(arguments.file) as stream:
        for state in replay(stream, _find_board(arguments)):
            if arguments.trace:
                out.write(write_state(state) + b"\n")
    if state is not None and not arguments.trace:
        out.write(write_state(state) + b"\n")


def _export(arguments: argparse.Namespace) -> None:
    from companion.memory.saved_rows import read_command, read_setup  # noqa: PLC0415

    out = sys.stdout.buffer
    with _journal_to_read(arguments.data) as journal:
        game = arguments.game if arguments.game is not None else _last_played(journal).id
        out.write(write_header(read_setup(journal.head(game))) + b"\n")
        for row in journal.standing_rows(game):
            out.write(write_command(read_command(row)) + b"\n")


def _list_games(arguments: argparse.Namespace) -> None:
    with _journal_to_read(arguments.data) as journal:
        for game in journal.games():
            told = _told(journal, game, arguments.said)
            print_line(f"{game.id:4}  {_local_time(game.last_played)}  {told}")


def _import(arguments: argparse.Namespace) -> None:
    from companion.memory.data_folder import DataFolderLock, data_dir  # noqa: PLC0415
    from companion.memory.journal import Journal  # noqa: PLC0415
    from companion.memory.saved_rows import new_head  # noqa: PLC0415

    folder = arguments.data or data_dir()
    with _reading(arguments.file) as stream:
        record = read_record(stream, _find_board(arguments))
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


@contextlib.contextmanager
def _journal_to_read(data: Path | None) -> "Iterator[Journal]":
    from companion.memory.data_folder import data_dir  # noqa: PLC0415
    from companion.memory.journal import Journal  # noqa: PLC0415

    with contextlib.closing(Journal.open_for_reading(data or data_dir())) as journal:
        yield journal


def _last_played(journal: "Journal") -> "SavedGame":
    games = journal.games(limit=1)
    if not games:
        raise CompanionError(
            Sentence("there is no saved game yet; `meduris import FILE` takes one in")
        )
    return games[0]


def _local_time(moment: str) -> str:
    """A time of the journal by the clock of this place, to the minute."""
    try:
        return datetime.fromisoformat(moment).astimezone().strftime("%Y-%m-%d %H:%M")
    except ValueError:
        # A damaged row is no reason to list none.
        return moment


def _told(journal: "Journal", game: "SavedGame", said: Said) -> str:
    """Who plays a saved game and how it stands, in one line."""
    from companion.memory.saved_rows import read_setup  # noqa: PLC0415
    from companion.memory.summaries import summary_of  # noqa: PLC0415
    from companion.memory.timeline import last_state  # noqa: PLC0415

    try:
        summary = game.summary or summary_of(
            last_state(read_setup(game.head), journal.standing_rows(game.id))
        )
    except JournalError as error:
        return _in_words(error, said)
    points = ", ".join(f"{player.name} {player.points}" for player in summary.players)
    match summary.phase:
        case Phase.PLACING:
            return said(Sentence("{points}; placing workers", {"points": points}))
        case Phase.FINISHED:
            return said(Sentence("{points}; finished", {"points": points}))
        case _:
            facts = {"points": points, "turn": summary.turn}
            return said(Sentence("{points}; turn {turn}", facts))


def _find_board(arguments: argparse.Namespace) -> FindBoard:
    """Look a board up by name; the files are read only when a record names one."""

    def find(name: str) -> Board | None:
        from companion.memory.boards import BoardShelf  # noqa: PLC0415
        from companion.memory.data_folder import data_dir  # noqa: PLC0415

        shelf = BoardShelf(arguments.data or data_dir())
        for error in shelf.errors:
            facts = {"file": error.source, "line": error.line, "reason": error.sentence}
            left_out = Sentence("{file}, line {line}: {reason}; this file is left out", facts)
            say(f"meduris: {arguments.said(left_out)}")
        return shelf.find(name)

    return find


@contextlib.contextmanager
def _reading(name: str) -> Iterator[BinaryIO]:
    if name != "-":
        with Path(name).open("rb") as stream:
            yield stream
    elif sys.stdin is None:
        raise CompanionError(Sentence("standard input is closed: there is no record to read"))
    else:
        yield sys.stdin.buffer


def _as_json(error: RecordError) -> str:
    told = {"line": error.line, "rule": error.rule, "message": error.reason}
    return msgspec.json.encode(told).decode()


def _sentence(error: OSError) -> str:
    reason = error.strerror or str(error)
    return f"{error.filename}: {reason}" if error.filename else reason


def print_line(line: str) -> None:
    """Print a line, without anything that moves a terminal's cursor."""
    sys.stdout.buffer.write(_one_line(line).encode(errors="replace") + b"\n")


def say(line: str) -> None:
    """Tell a sentence on standard error, if there is one."""
    if sys.stderr is not None:
        sys.stderr.write(f"{_one_line(line)}\n")


def _one_line(text: str) -> str:
    """The text without anything that moves a terminal's cursor."""
    return "".join(sign if sign.isprintable() else " " for sign in text)


def _leave_stdout() -> None:
    """Point standard output nowhere, so that Python's own flush at the end does not fail too."""
    if sys.stdout is None:
        return
    with contextlib.suppress(OSError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
