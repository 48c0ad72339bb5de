"""The commands of `meduris` that need no screen, all about games that were played or recorded.

Run as `meduris …` or `python -m companion.cli …`. Exit status 0: done; 1: done, but for records
that break a rule or the format or games that are damaged; 2: wrong usage, or files that cannot be
read or written.
"""

import argparse
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from companion.cli.backing_up import add_backup, add_restore, backup, restore
from companion.cli.checking_games import check_games
from companion.cli.exporting import add_export, export
from companion.cli.importing import take_in
from companion.cli.listing import list_games
from companion.cli.reading import find_board, reading
from companion.cli.running import AddParser, CarryOut, Said, print_line, run_command, say
from companion.memory.record import replay, write_state
from companion.sentence import N_

__all__ = [
    "AddParser",
    "CarryOut",
    "Said",
    "add_commands",
    "add_data_option",
    "main",
    "print_line",
    "run_command",
    "say",
]


def main(argv: Sequence[str]) -> int:
    """Carry out one command, given without the program's own name; returns the exit status.

    Raises SystemExit for wrong usage and for `--help`, as argparse does.
    """
    parser = argparse.ArgumentParser(prog="meduris", description=N_("Meduris without a screen."))
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
        help=N_("the folder of the saved games and settings"),
    )


def _games(arguments: argparse.Namespace) -> int | None:
    if arguments.check:
        return check_games(arguments)
    list_games(arguments)
    return None


def add_commands(add: AddParser) -> None:
    """Add the commands of this module; what they find has `run`, which returns the exit status.

    Whoever parses gives what is found `said`, a `Said`.
    """
    replaying = add("replay", help=N_("print the state after a game record"))
    replaying.add_argument("file", metavar="FILE", help=N_("a game record; - is standard input"))
    replaying.add_argument("--trace", action="store_true", help=N_("print every state, one a line"))
    replaying.add_argument("--json", action="store_true", help=N_("tell an error as JSON"))
    replaying.set_defaults(run=partial(run_command, _replay))

    exporting = add_export(add)
    exporting.set_defaults(run=partial(run_command, export))

    listing = add("games", help=N_("list the saved games, the one last played first"))
    listing.add_argument("--person", metavar="NAME", help=N_("only games that this person plays"))
    listing.add_argument("--all", action="store_true", help=N_("archived games, too"))
    listing.add_argument(
        "--check", action="store_true", help=N_("tell instead whether all are as they were written")
    )
    listing.set_defaults(run=partial(run_command, _games))

    importing = add("import", help=N_("take game records in as saved games"))
    importing.add_argument(
        "file",
        metavar="FILE",
        help=N_("a game record, or a folder or a ZIP file of many; - is standard input"),
    )
    importing.set_defaults(run=partial(run_command, take_in))

    backing_up = add_backup(add)
    backing_up.set_defaults(run=partial(run_command, backup))

    restoring = add_restore(add)
    restoring.set_defaults(run=partial(run_command, restore))

    for command in (backing_up, restoring, replaying, exporting, listing, importing):
        add_data_option(command, argparse.SUPPRESS)


def _replay(arguments: argparse.Namespace) -> None:
    out = sys.stdout.buffer
    state = None
    find = find_board(arguments)
    with reading(arguments.file) as stream:
        for state in replay(stream, find):
            if arguments.trace:
                out.write(write_state(state) + b"\n")
    if state is not None and not arguments.trace:
        out.write(write_state(state) + b"\n")
