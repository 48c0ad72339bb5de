"""Entry point of the touchscreen as a service.

Usage: `python3 -m kiosk.cli.kiosk [--settings DIR]`.
"""

import argparse
import sys
import time
from pathlib import Path

from companion.errors import JournalError
from companion.memory.data_folder import data_folder_or_default
from kiosk import process
from kiosk.cli.command_runner import print_to_stderr, replace_unencodable_characters, run_command
from kiosk.cli.touchscreen import show_trouble
from kiosk.settings import read_kiosk_config, with_saved_mounting
from kiosk.words.language import environment_language, use_language


def run_kiosk(options: argparse.Namespace) -> int:
    began = time.monotonic()
    process.configure_kivy(*process.SCREEN_SIZE, fullscreen=True)
    config, told = read_kiosk_config(options.settings / "kiosk.toml")
    use_language(config.language or environment_language())
    process.open_window()
    try:
        folder = data_folder_or_default(None, must_exist=False)
    except JournalError as error:
        return show_trouble(error.sentence, config.rotation)
    config, of_display = with_saved_mounting(folder, config)
    told += of_display
    for sentence in told:
        print_to_stderr(f"meduris: {sentence}")
    from kiosk.app import CompanionApp  # noqa: PLC0415 - Kivy is configured by now

    panel_file = options.settings / "panel.toml"
    own_panel = panel_file if panel_file.exists() else folder / panel_file.name

    def attend(_navigator: object) -> object:
        from kiosk.service import KioskService  # noqa: PLC0415 - needs the window

        return KioskService(began)

    try:
        companion = CompanionApp(folder, attend, panel_file=own_panel, service=config, told=told)
    except JournalError as error:
        return show_trouble(error.sentence, config.rotation)
    companion.run()
    return 0


def main() -> int:
    replace_unencodable_characters()
    use_language(environment_language())
    parser = argparse.ArgumentParser(prog="kiosk")
    parser.add_argument("--settings", type=Path, default=Path("/etc/meduris"), metavar="DIR")
    return run_command(run_kiosk, parser.parse_args(), needs_stdout=False)


if __name__ == "__main__":
    sys.exit(main())
