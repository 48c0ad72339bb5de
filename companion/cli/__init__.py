"""The commands of `meduris` that need no screen, all about games that were played or recorded.

Run as `meduris …` or `python -m companion.cli …`. Exit status 0: done; 1: done, but for records
that break a rule or the format or games that are damaged; 2: wrong usage, or files that cannot be
read or written.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path

from companion.cli.running import AddParser, carried_out_by
from companion.sentence import N_


def main(argv: Sequence[str]) -> int:
    """Carry out one command, given without the program's own name; returns the exit status.

    Raises SystemExit for wrong usage and for `--help`, as argparse does.
    """
    parser = argparse.ArgumentParser(prog="meduris", description=N_("Meduris without a screen."))
    add_data_option(parser)
    add_commands(parser.add_subparsers(metavar="COMMAND", required=True).add_parser)
    parser.set_defaults(said=str, usual_separator=lambda: ",")
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


def add_commands(add: AddParser) -> None:
    """Add the commands of this package; what they find has `run`, which returns the exit status.

    Whoever parses gives what is found `said`, a `Said`, and `usual_separator`, which returns the
    separator of tables in the reader's language. Each command is a function of its own module (a
    `CarryOut`), which is imported only when it is asked for.
    """
    replay = add("replay", help=N_("print the state after a game record"))
    replay.set_defaults(run=carried_out_by("companion.cli.replaying:replay_record"))
    replay.add_argument("file", metavar="FILE", help=N_("a game record; - is standard input"))
    replay.add_argument("--trace", action="store_true", help=N_("print every state, one a line"))
    replay.add_argument("--json", action="store_true", help=N_("tell an error as JSON"))

    export = add(
        "export", help=N_("print saved games as game records, as a table, or for BG Stats")
    )
    export.set_defaults(run=carried_out_by("companion.cli.exporting:export"))
    which = export.add_mutually_exclusive_group()
    which.add_argument(
        "game", metavar="GAME", type=int, nargs="?", help=N_("its number; else the one last played")
    )
    which.add_argument(
        "--all",
        action="store_true",
        help=N_("all of them; the records as one ZIP file with a list"),
    )
    export.add_argument(
        "--format",
        choices=("record", "csv", "bgsplay"),
        default="record",
        help=N_(
            "csv: a table for spreadsheets; bgsplay: a file for BG Stats (default: %(default)s)"
        ),
    )
    export.add_argument(
        "--separator",
        choices=("comma", "semicolon"),
        help=N_("what separates the columns of a table (default: by the language)"),
    )
    export.add_argument(
        "--to",
        metavar="FILE",
        default="-",
        help=N_("write the file, whole or not at all, instead of printing"),
    )

    games = add("games", help=N_("list the saved games, the one last played first"))
    games.set_defaults(run=carried_out_by("companion.cli.games:games"))
    games.add_argument("--person", metavar="NAME", help=N_("only games that this person plays"))
    games.add_argument("--all", action="store_true", help=N_("archived games, too"))
    games.add_argument(
        "--check", action="store_true", help=N_("tell instead whether all are as they were written")
    )

    importing = add("import", help=N_("take game records in as saved games"))
    importing.set_defaults(run=carried_out_by("companion.cli.importing:take_in"))
    importing.add_argument(
        "file",
        metavar="FILE",
        help=N_("a game record, or a folder or a ZIP file of many; - is standard input"),
    )

    what = N_("write all saved games, boards and settings into one file, also while the kiosk runs")
    backup = add("backup", help=what)
    backup.set_defaults(run=carried_out_by("companion.cli.backing_up:backup"))
    backup.add_argument("file", metavar="FILE", type=Path, help=N_("written whole or not at all"))

    restore = add("restore", help=N_("put a backup in the place of what is in the data folder"))
    restore.set_defaults(run=carried_out_by("companion.cli.backing_up:restore"))
    restore.add_argument("file", metavar="FILE", type=Path, help=N_("what `meduris backup` wrote"))
    restore.add_argument(
        "--force",
        action="store_true",
        help=N_("even if games here are newer, or not in it; what is replaced is kept in any case"),
    )

    for command in (replay, export, games, importing, backup, restore):
        add_data_option(command, argparse.SUPPRESS)
