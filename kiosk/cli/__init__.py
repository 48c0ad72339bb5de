"""`meduris`: the touchscreen, and the commands beside it; one parser knows them all.

What a command needs is imported only for that command: a replay starts without Kivy.
"""

import argparse
import re
from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli import AddParser, add_commands, add_data_option
from companion.sentence import Sentence
from kiosk.words.language import environments_language, use_language

if TYPE_CHECKING:
    from hardware.panel_config import PanelChoice

Run = Callable[[argparse.Namespace], int]

_SHARED = {
    "data": {"backup", "restore", "replay", "export", "games", "import", "amend", "stats", "panel"},
    "panel": {"panel"},
    "panel_file": {"panel"},
}
"""The touchscreen's options that mean something to other commands, and to which."""
_KINDS = "auto, gpio, serial, simulated or off"
_TOUCHSCREEN_ONLY = ("size", "fullscreen", "demo", "shots")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run `meduris` with `arguments` (default: the process's); returns the exit status.

    Raises SystemExit for wrong usage and for `--help`, as argparse does.
    """
    parser = command_line()
    options = parser.parse_args(arguments)
    _refuse_what_means_nothing(parser, options)
    try:
        use_language(options.lang or environments_language())
    except ValueError as error:
        parser.error(str(error))
    run: Run = options.run
    return run(options)


def command_line() -> argparse.ArgumentParser:
    """The parser of `meduris`; what it finds has `run`, which carries out the command."""
    parser = argparse.ArgumentParser(
        prog="meduris",
        description="A touchscreen companion for the board game Meduris.",
        epilog="Without a COMMAND the touchscreen opens. `meduris COMMAND --help` tells more.",
        # `deploy/run` looks for the command behind the options, and knows only their full names.
        allow_abbrev=False,
    )
    _add_touchscreen_options(parser)
    parser.set_defaults(run=_carried_out_by("touchscreen"), said=_said)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", dest="command")
    add = partial(commands.add_parser, allow_abbrev=False)
    add_commands(add)
    _add_amend(add)
    _add_stats(add)
    _add_panel(add)
    _add_machine_commands(add)
    return parser


def _said(sentence: Sentence) -> str:
    from kiosk.words.texts import said  # noqa: PLC0415 - few commands have anything to tell

    return said(sentence)


def _carried_out_by(module: str) -> Run:
    def run(options: argparse.Namespace) -> int:
        return int(import_module(f"kiosk.cli.{module}").main(options))

    return run


def _add_touchscreen_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--size", type=_size, metavar="WxH", help="window size in pixels (default: 800x480)"
    )
    parser.add_argument("--fullscreen", action="store_true", help="fill the whole display")
    add_data_option(parser)
    parser.add_argument("--lang", metavar="CODE", help="the language, this time: de, en or fr")
    _add_panel_options(parser)
    parser.add_argument("--demo", action="store_true", help="play a game by itself, as a show")
    parser.add_argument(
        "--shots",
        type=Path,
        metavar="DIR",
        help="with --demo: keep pictures and the record there, and end",
    )


def _add_panel_options(parser: argparse.ArgumentParser, default: object = None) -> None:
    parser.add_argument(
        "--panel",
        type=_panel,
        default=default,
        metavar="KIND",
        help=f"{_KINDS}, instead of what panel.toml says",
    )
    parser.add_argument(
        "--panel-file", type=Path, default=default, metavar="FILE", help="panel.toml elsewhere"
    )


def _add_amend(add: AddParser) -> None:
    amending = add(
        "amend",
        help="put an old step of a saved game right",
        description="Put an old step of a saved game right; all later ones follow from it anew.",
    )
    amending.add_argument("game", metavar="GAME", type=int, help="its number")
    amending.add_argument(
        "step", metavar="STEP", help="which of the steps that count, as they are exported, from 1"
    )
    amending.add_argument(
        "instead", metavar="COMMAND", help="what is done instead, as a line of a game record"
    )
    amending.add_argument(
        "--also",
        nargs=2,
        action="append",
        default=[],
        metavar=("STEP", "COMMAND"),
        help="change another step with it; may be given more than once",
    )
    amending.add_argument(
        "--end-there",
        action="store_true",
        help="take back what does not fit any more, and all after it",
    )
    amending.add_argument(
        "--dry-run", action="store_true", help="tell what it would do, and save nothing"
    )
    add_data_option(amending, argparse.SUPPRESS)
    amending.set_defaults(run=_carried_out_by("amend"))


def _add_stats(add: AddParser) -> None:
    what = "tell what the finished games say of a person, or of all who play here"
    stats = add("stats", help=what, description=f"{what.capitalize()}.")
    stats.add_argument("--person", metavar="NAME", help="only of whoever has this name")
    stats.add_argument("--json", action="store_true", help="for programs")
    add_data_option(stats, argparse.SUPPRESS)
    stats.set_defaults(run=_carried_out_by("stats"))


def _add_panel(add: AddParser) -> None:
    what = "try the panel of a die button and lamps"
    panel = add("panel", help=what, description=f"{what.capitalize()}.")
    add_data_option(panel, argparse.SUPPRESS)
    _add_panel_options(panel, argparse.SUPPRESS)
    panel.add_argument("--wiring", action="store_true", help="print the wiring table and end")
    panel.set_defaults(run=_carried_out_by("panel"))


def _add_machine_commands(add: AddParser) -> None:
    doctor = add(
        "doctor",
        help="check this machine, line by line",
        description="Check this machine, also while the kiosk runs.",
    )
    what = doctor.add_mutually_exclusive_group()
    what.add_argument("--json", action="store_true", help="print the findings as JSON")
    what.add_argument(
        "--fix", action="store_true", help="mend what can be mended; asks before each thing"
    )
    doctor.add_argument("--yes", action="store_true", help="with --fix: do not ask")
    doctor.set_defaults(run=_carried_out_by("doctor"))

    update = add(
        "update",
        help="change to another release",
        description="Install a release beside the present one, try it, and change to it.",
    )
    source = update.add_mutually_exclusive_group(required=True)
    source.add_argument("archive", type=Path, nargs="?", metavar="FILE", help="a release archive")
    source.add_argument(
        "--from-stick",
        action="store_true",
        help="take the archive on a stick that was chosen at the screen",
    )
    update.add_argument(
        "--unsigned", action="store_true", help="even if nobody trusted has signed it; asks twice"
    )
    update.add_argument("--older", action="store_true", help="even if its version is older")
    update.set_defaults(run=_carried_out_by("update"))

    rollback = add(
        "rollback",
        help="change back to the release before",
        description="Change back to the release before this one.",
    )
    rollback.set_defaults(run=_carried_out_by("rollback"))

    to_stick = add(
        "to-stick",
        help="put onto a stick what the screen was asked for, as root",
        description="Put onto a stick what the screen was asked for, as root.",
    )
    to_stick.set_defaults(run=_carried_out_by("to_stick"))

    kiosk = add(
        "kiosk",
        help="the touchscreen as the machine's service",
        description="The touchscreen as a service, over the whole display.",
    )
    kiosk.set_defaults(run=_carried_out_by("kiosk"))

    trying = add(
        "try",
        help="try this release on a copy of the saved games, as an update does",
        description="Open every saved game and show one picture, then end.",
    )
    trying.add_argument("folder", type=Path, metavar="DIR", help="a COPY of the data folder")
    trying.set_defaults(run=_carried_out_by("try_out"))

    for command in (kiosk, trying):
        command.add_argument(
            "--settings",
            type=Path,
            default=Path("/etc/meduris"),
            metavar="DIR",
            help="where kiosk.toml and panel.toml are (default: %(default)s)",
        )


def _size(text: str) -> tuple[int, int]:
    found = re.fullmatch(r"([0-9]{3,4})x([0-9]{3,4})", text)
    if not found:
        raise argparse.ArgumentTypeError(f"{text!r} is no size: write it like 800x480")
    return (int(found[1]), int(found[2]))


def _panel(text: str) -> "PanelChoice":
    from hardware.panel_config import PanelChoice  # noqa: PLC0415 - a replay needs no panel

    try:
        return PanelChoice(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{text!r} is no panel: choose {_KINDS}") from error


def _refuse_what_means_nothing(
    parser: argparse.ArgumentParser, options: argparse.Namespace
) -> None:
    """Ends where an option of the touchscreen stands before a command that has no use for it."""
    if options.command is None:
        return
    for name in (*_SHARED, *_TOUCHSCREEN_ONLY):
        given = getattr(options, name) not in (None, False)
        if given and options.command not in _SHARED.get(name, ()):
            option = f"--{name.replace('_', '-')}"
            parser.error(f"{option} means nothing to `meduris {options.command}`: leave it out")
