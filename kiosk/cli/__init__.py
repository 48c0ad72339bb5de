"""Command line of `meduris`.

A command's code is imported only when it runs, so that `meduris replay` starts without Kivy.
"""

import argparse
import re
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from kiosk.cli.running import (
    AddParser,
    Run,
    flushed_output,
    lazy_command,
    replace_unprintable_letters,
    report_os_error,
)
from kiosk.cli.speaking import CommandHelpFormatter, argparse_in_language, language_option
from kiosk.words.language import _, environment_language, language, languages, use_language

if TYPE_CHECKING:
    from hardware.panel_config import PanelChoice

_SHARED = {
    "data": {"backup", "restore", "replay", "export", "games", "import", "panel"},
    "panel": {"panel"},
    "panel_file": {"panel"},
}
"""Options of the touchscreen that some commands also accept, with the names of these commands."""
_TOUCHSCREEN_ONLY = ("size", "fullscreen", "demo", "shots")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run `meduris`; return the exit status. Raises SystemExit for wrong usage and for `--help`."""
    replace_unprintable_letters()
    asked = language_option(arguments)
    use_language(asked if asked in languages() else environment_language())
    try:
        options = _parsed(arguments, asked)
    except OSError as error:  # the help could not be printed
        return report_os_error(error)
    run: Run = options.run
    return run(options)


def _parsed(arguments: Sequence[str] | None, asked: str | None) -> argparse.Namespace:
    with argparse_in_language(language()), flushed_output():
        parser = command_line()
        if asked is not None and asked not in languages():
            known = ", ".join(languages())
            parser.error(
                _("the app does not speak {code}: it speaks {known}", code=repr(asked), known=known)
            )
        options = parser.parse_args(arguments)
        _check_option_scope(parser, options)
    return options


def command_line() -> argparse.ArgumentParser:
    """Return the parser of the command line.

    The parsed options have `run`, the function that runs the command.
    """
    parser = argparse.ArgumentParser(
        prog="meduris",
        usage="%(prog)s [--help] [--version] [OPTION ...] [COMMAND ...]",
        description=_("Companion for Meduris. Without a COMMAND the touchscreen opens."),
        # `deploy/run` looks for the command after the options, and knows only their full names.
        allow_abbrev=False,
        add_help=False,
        formatter_class=CommandHelpFormatter,
    )
    parser.add_argument("-h", "--help", action="help", help=argparse.SUPPRESS)
    parser.add_argument("--version", action=_Version, nargs=0, help=argparse.SUPPRESS)
    parser.add_argument(
        "--size", type=_size, metavar="WxH", help=_("window size in pixels (default: 800x480)")
    )
    parser.add_argument("--fullscreen", action="store_true", help=_("fill the whole display"))
    _add_data_option(parser)
    parser.add_argument("--lang", metavar="CODE", help=_("the language, this time: de, en or fr"))
    _add_panel_options(parser)
    parser.add_argument("--demo", action="store_true", help=_("play a game by itself, as a show"))
    parser.add_argument("--shots", type=Path, metavar="DIR", help=argparse.SUPPRESS)
    parser.set_defaults(run=lazy_command("kiosk.cli.touchscreen:open_touchscreen", prints=False))
    commands = parser.add_subparsers(
        prog="meduris",
        title=_("commands; `meduris COMMAND --help` tells more"),
        metavar="COMMAND",
        dest="command",
    )
    add = partial(_add_command, commands.add_parser)
    _add_game_commands(add)
    panel = add(
        "panel",
        "kiosk.cli.panel:try_panel",
        _("try the panel of a die button and lamps"),
        _("Try the panel of a die button and lamps."),
    )
    _add_data_option(panel, argparse.SUPPRESS)
    _add_panel_options(panel, argparse.SUPPRESS, _("panel.toml elsewhere"))
    doctor = add(
        "doctor",
        "kiosk.cli.doctor:doctor",
        _("check this machine, line by line"),
        _("Check this machine, also while the kiosk runs."),
    )
    doctor.add_argument("--json", action="store_true", help=_("print the findings as JSON"))
    return parser


def _add_command(
    add: AddParser, name: str, run: str, help_text: str, description: str | None = None
) -> argparse.ArgumentParser:
    parser = add(
        name,
        help=help_text,
        description=description,
        allow_abbrev=False,
        formatter_class=CommandHelpFormatter,
    )
    parser.set_defaults(run=lazy_command(run))
    return parser


class _Version(argparse.Action):
    def __call__(self, parser: argparse.ArgumentParser, *_given: object) -> NoReturn:
        from kiosk.machine.version import running_version  # noqa: PLC0415

        if sys.stdout is not None:
            sys.stdout.write(f"meduris {running_version()}\n")
        parser.exit()


def _add_data_option(parser: argparse.ArgumentParser, default: object = None) -> None:
    # With `argparse.SUPPRESS` as its default, the option may also precede the command.
    parser.add_argument(
        "--data",
        type=Path,
        default=default,
        metavar="DIR",
        help=_("the folder of the saved games and settings"),
    )


def _add_panel_options(
    parser: argparse.ArgumentParser, default: object = None, file_help: str = argparse.SUPPRESS
) -> None:
    parser.add_argument(
        "--panel",
        type=_panel,
        default=default,
        metavar="KIND",
        help=_("the panel: auto, gpio, serial, simulated or off"),
    )
    parser.add_argument(
        "--panel-file",
        type=Path,
        default=default,
        metavar="FILE",
        help=file_help,
    )


def _add_game_commands(add: AddParser) -> None:
    replay = add(
        "replay", "kiosk.cli.replaying:replay_record", _("print the state after a game record")
    )
    replay.add_argument("file", metavar="FILE", help=_("a game record; - is standard input"))
    replay.add_argument("--trace", action="store_true", help=_("print every state, one a line"))
    replay.add_argument("--json", action="store_true", help=_("tell an error as JSON"))

    export = add(
        "export",
        "kiosk.cli.exporting:export",
        _("print saved games as records, as a table, or for BG Stats"),
    )
    which = export.add_mutually_exclusive_group()
    which.add_argument(
        "game",
        metavar="GAME",
        type=int,
        nargs="?",
        help=_("its number; else the one last played"),
    )
    which.add_argument(
        "--all",
        action="store_true",
        help=_("all of them; the records as one ZIP file with a list"),
    )
    export.add_argument(
        "--format",
        choices=("record", "csv", "bgsplay"),
        default="record",
        help=_(
            "csv: a table for spreadsheets; bgsplay: a file for BG Stats (default: %(default)s)"
        ),
    )
    export.add_argument(
        "--separator",
        choices=("comma", "semicolon"),
        help=_("what separates the columns of a table (default: by the language)"),
    )
    export.add_argument(
        "--to",
        metavar="FILE",
        default="-",
        help=_("write the file, whole or not at all, instead of printing"),
    )

    games = add(
        "games", "kiosk.cli.games:games", _("list the saved games, the one last played first")
    )
    games.add_argument("--person", metavar="NAME", help=_("only games that this person plays"))
    games.add_argument("--all", action="store_true", help=_("archived games, too"))
    games.add_argument(
        "--check", action="store_true", help=_("tell instead whether all are as they were written")
    )

    importing = add(
        "import", "kiosk.cli.importing:import_records", _("take game records in as saved games")
    )
    importing.add_argument(
        "file",
        metavar="FILE",
        help=_("a game record, or a folder or a ZIP file of many; - is standard input"),
    )

    backup = add(
        "backup",
        "kiosk.cli.backing_up:backup",
        _("back up all games, boards and settings into one file"),
        _("Back up all games, boards and settings into one file, also while the kiosk runs."),
    )
    backup.add_argument("file", metavar="FILE", type=Path, help=_("written whole or not at all"))

    restore = add(
        "restore",
        "kiosk.cli.backing_up:restore",
        _("replace everything in the data folder with a backup"),
    )
    restore.add_argument("file", metavar="FILE", type=Path, help=_("what `meduris backup` wrote"))
    restore.add_argument(
        "--force",
        action="store_true",
        help=_("even if games here are newer, or not in it; what is replaced is kept in any case"),
    )

    for command in (replay, export, games, importing, backup, restore):
        _add_data_option(command, argparse.SUPPRESS)


def _size(text: str) -> tuple[int, int]:
    found = re.fullmatch(r"([0-9]{3,4})x([0-9]{3,4})", text)
    if not found:
        raise argparse.ArgumentTypeError(
            _("{text} is no size: write it like 800x480", text=repr(text))
        )
    return (int(found[1]), int(found[2]))


def _panel(text: str) -> "PanelChoice":
    from hardware.panel_config import PanelChoice  # noqa: PLC0415 - a replay needs no panel

    try:
        return PanelChoice(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(
            _("{text} is no panel: choose auto, gpio, serial, simulated or off", text=repr(text))
        ) from error


def _check_option_scope(parser: argparse.ArgumentParser, options: argparse.Namespace) -> None:
    if options.command is None:
        return
    for name in (*_SHARED, *_TOUCHSCREEN_ONLY):
        given = getattr(options, name) not in (None, False)
        if given and options.command not in _SHARED.get(name, ()):
            option = f"--{name.replace('_', '-')}"
            parser.error(
                _(
                    "{option} means nothing to `meduris {command}`: leave it out",
                    option=option,
                    command=options.command,
                )
            )
