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

from kiosk.cli.command_runner import (
    AddParser,
    Run,
    command_imported_later,
    flush_stdout_at_end,
    replace_unencodable_characters,
    report_os_error,
)
from kiosk.cli.language import CommandHelpFormatter, argparse_in_language, parse_language_option
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
    replace_unencodable_characters()
    asked = parse_language_option(arguments)
    use_language(asked if asked in languages() else environment_language())
    try:
        options = _parsed(arguments, asked)
    except OSError as error:  # the help could not be printed
        return report_os_error(error)
    run: Run = options.run
    return run(options)


def _parsed(arguments: Sequence[str] | None, asked: str | None) -> argparse.Namespace:
    with argparse_in_language(language()), flush_stdout_at_end():
        parser = build_parser()
        if asked is not None and asked not in languages():
            known = ", ".join(languages())
            parser.error(
                _("there is no language {code}: choose from {known}", code=repr(asked), known=known)
            )
        options = parser.parse_args(arguments)
        _check_option_scope(parser, options)
    return options


def build_parser() -> argparse.ArgumentParser:
    """Return the parser of the command line.

    The parsed options have `run`, the function that runs the command.
    """
    parser = argparse.ArgumentParser(
        prog="meduris",
        usage="%(prog)s [--help] [--version] [OPTION ...] [COMMAND ...]",
        description=_(
            "Companion for Meduris. Without a COMMAND, the app for the touchscreen opens."
        ),
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
    parser.add_argument("--lang", metavar="CODE", help=_("language for this run: de, en or fr"))
    _add_panel_options(parser)
    parser.add_argument("--demo", action="store_true", help=_("show a game that plays itself"))
    parser.add_argument("--shots", type=Path, metavar="DIR", help=argparse.SUPPRESS)
    parser.set_defaults(
        run=command_imported_later("kiosk.cli.touchscreen:open_touchscreen", needs_stdout=False)
    )
    commands = parser.add_subparsers(
        prog="meduris",
        title=_("commands; for more, see `meduris COMMAND --help`"),
        metavar="COMMAND",
        dest="command",
    )
    add = partial(_add_command, commands.add_parser)
    _add_game_commands(add)
    panel = add(
        "panel",
        "kiosk.cli.panel:try_panel",
        _("try out the panel with its die button and lamps"),
        _("Try out the panel with its die button and lamps."),
    )
    _add_data_option(panel, argparse.SUPPRESS)
    _add_panel_options(panel, argparse.SUPPRESS, _("path of panel.toml, if it is elsewhere"))
    doctor = add(
        "doctor",
        "kiosk.cli.doctor:run_doctor",
        _("check this machine"),
        _("Check this machine, even while the kiosk is running."),
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
    parser.set_defaults(run=command_imported_later(run))
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
        "replay", "kiosk.cli.reading:replay_record", _("print the state after a game record")
    )
    replay.add_argument("file", metavar="FILE", help=_("a game record; - is standard input"))
    replay.add_argument("--trace", action="store_true", help=_("print every state, one per line"))
    replay.add_argument("--json", action="store_true", help=_("report an error as JSON"))

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
        help=_("number of the game (default: the one played last)"),
    )
    which.add_argument(
        "--all",
        action="store_true",
        help=_("all games; records become one ZIP file with a list"),
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
        help=_("column separator of a table (default: depends on the language)"),
    )
    export.add_argument(
        "--to",
        metavar="FILE",
        default="-",
        help=_("write this file, completely or not at all, instead of printing"),
    )

    games = add(
        "games", "kiosk.cli.games:list_games", _("list the saved games, the one played last first")
    )
    games.add_argument("--person", metavar="NAME", help=_("only games with this person"))
    games.add_argument("--all", action="store_true", help=_("include archived games"))
    games.add_argument("--check", action="store_true", help=_("check all games for damage instead"))

    importing = add(
        "import", "kiosk.cli.importing:import_records", _("import game records as saved games")
    )
    importing.add_argument(
        "file",
        metavar="FILE",
        help=_("a game record, or a folder or ZIP file of records; - is standard input"),
    )

    backup = add(
        "backup",
        "kiosk.cli.backing_up:backup",
        _("back up all games, boards and settings into one file"),
        _("Back up all games, boards and settings into one file, even while the kiosk is running."),
    )
    backup.add_argument(
        "file", metavar="FILE", type=Path, help=_("file to write, completely or not at all")
    )

    restore = add(
        "restore",
        "kiosk.cli.backing_up:restore",
        _("replace everything in the data folder with a backup"),
    )
    restore.add_argument("file", metavar="FILE", type=Path, help=_("a file from `meduris backup`"))
    restore.add_argument(
        "--force",
        action="store_true",
        help=_(
            "replace even games that are newer than the backup, or missing from it; replaced "
            "files are always kept"
        ),
    )

    for command in (replay, export, games, importing, backup, restore):
        _add_data_option(command, argparse.SUPPRESS)


def _size(text: str) -> tuple[int, int]:
    found = re.fullmatch(r"([0-9]{3,4})x([0-9]{3,4})", text)
    if not found:
        raise argparse.ArgumentTypeError(
            _("{text} is not a size: write it like 800x480", text=repr(text))
        )
    return (int(found[1]), int(found[2]))


def _panel(text: str) -> "PanelChoice":
    from hardware.panel_config import PanelChoice  # noqa: PLC0415 - a replay needs no panel

    try:
        return PanelChoice(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(
            _("{text} is not a panel: choose auto, gpio, serial, simulated or off", text=repr(text))
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
                    "{option} does not apply to `meduris {command}`: leave it out",
                    option=option,
                    command=options.command,
                )
            )
