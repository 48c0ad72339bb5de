"""`meduris kiosk`: the touchscreen as the machine's service, with the settings in /etc/meduris."""

import argparse
import sys
import time
from pathlib import Path

from companion.errors import CompanionError, JournalError
from companion.memory.data_folder import data_dir
from companion.sentence import Sentence
from kiosk import process
from kiosk.cli.touchscreen import TROUBLE, show_trouble
from kiosk.config import KioskConfig, read_kiosk_config
from kiosk.words.language import environments_language, use_language
from kiosk.words.moments import journal_text

_SIZE = (800, 480)
"""Pixels, until the display has told its own."""


def main(options: argparse.Namespace) -> int:
    """Run the touchscreen until the machine ends it; returns the exit status."""
    began = time.monotonic()
    process.configure(*_SIZE, fullscreen=True)
    config, told = read_kiosk_config(options.settings / "kiosk.toml")
    for sentence in told:
        sys.stderr.write(f"meduris: {sentence}\n")
    use_language(config.language or environments_language())
    try:
        return _run(config, told, options.settings / "panel.toml", began)
    except (CompanionError, ValueError, OSError) as error:
        sys.stderr.write(f"meduris: {error}\n")
        return TROUBLE


def _run(config: KioskConfig, told: tuple[Sentence, ...], panel_file: Path, began: float) -> int:
    from kivy.config import Config  # noqa: PLC0415 - Kivy reads its environment when imported

    Config.set("graphics", "rotation", str(int(config.rotation)))
    from kiosk.app import CompanionApp  # noqa: PLC0415 - Kivy is configured by now

    folder = data_dir()
    own_panel = panel_file if panel_file.exists() else folder / panel_file.name

    def attend(_navigator: object) -> object:
        from kiosk.service import KioskService  # noqa: PLC0415 - needs the window

        return KioskService(began)

    try:
        companion = CompanionApp(folder, attend, panel_file=own_panel, service=config, told=told)
    except JournalError as error:
        return show_trouble(journal_text(error))
    companion.run()
    return 0
