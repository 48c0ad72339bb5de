"""`meduris` without a command: opens the touchscreen app, or plays its demo."""

import argparse
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.errors import JournalError
from companion.memory.data_folder import data_folder_or_default
from companion.sentence import Sentence
from kiosk import process
from kiosk.cli.command_runner import WRONG_USE, print_warning
from kiosk.rotation import Rotation
from kiosk.words.language import language
from kiosk.words.texts import sentence_text

PANEL_FILE = Path("/etc/meduris/panel.toml")
"""Settings of the machine's button panel, used if the data folder has no panel.toml."""


def open_touchscreen(options: argparse.Namespace) -> int:
    folder = data_folder_or_default(options.data, must_exist=False)
    if options.shots is not None:
        from kiosk.cli.overwrite_guard import refuse_to_overwrite_data  # noqa: PLC0415 - for a faster start

        for path in (options.shots / "demo.jsonl", *options.shots.glob("*.png")):
            refuse_to_overwrite_data(path, folder)
    width, height = options.size or process.SCREEN_SIZE
    process.configure_kivy(width, height, fullscreen=options.fullscreen)
    process.open_window(unseen=options.shots is not None)
    if not options.demo:
        return _run(options, folder)
    with TemporaryDirectory() as aside:
        # The demonstration must never change the players' own games.
        return _run(options, options.data or Path(aside))


def _run(options: argparse.Namespace, folder: Path) -> int:
    from kiosk.app import CompanionApp  # noqa: PLC0415 - Kivy is configured by now

    start = None
    if options.demo:
        from kiosk.demo import start_demo  # noqa: PLC0415 - for a faster start

        start = partial(start_demo, picture_folder=options.shots)
    file = panel_toml_path(options, folder)
    try:
        companion = CompanionApp(
            folder,
            start,
            panel_file=file,
            panel_choice=options.panel,
            language=language() if options.demo else options.lang,
        )
    except JournalError as error:
        return show_trouble(error.sentence)
    companion.run()
    return 0


def show_trouble(reason: Sentence, rotation: Rotation = Rotation.NONE) -> int:
    """Show why the app cannot start, on the screen and in the terminal; return the exit status.

    `reason` is the message, and `rotation` is how far the screen's picture is turned.
    """
    print_warning(reason)
    from kiosk.trouble import TroubleApp  # noqa: PLC0415 - Kivy is configured by now

    TroubleApp(sentence_text(reason), rotation).run()
    return WRONG_USE


def panel_toml_path(options: argparse.Namespace, folder: Path) -> Path:
    """Return the path of the panel.toml to use.

    This is `options.panel_file` if it is given, otherwise panel.toml in the data folder `folder` if
    it exists, otherwise `PANEL_FILE`.
    """
    if options.panel_file is not None:
        return Path(options.panel_file)
    own = folder / PANEL_FILE.name
    return own if own.exists() else PANEL_FILE
