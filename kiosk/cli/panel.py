"""`meduris panel`: what panel there is, tried in a terminal; and its wiring as configured."""

import argparse
import sys
from pathlib import Path

from companion.memory.data_folder import data_dir
from hardware.opening import open_panel
from hardware.panel_config import read_panel_config
from hardware.panel_console import run_console
from hardware.troubles import PanelError
from hardware.wiring import wiring_table

_USAGE_ERROR = 2
PANEL_FILE = Path("/etc/meduris/panel.toml")
"""The computer's own panel settings, where the data folder has none."""


def panel_file(options: argparse.Namespace, folder: Path) -> Path:
    """The file that was named, else the one in the data folder, else the computer's own."""
    if options.panel_file is not None:
        return Path(options.panel_file)
    own = folder / PANEL_FILE.name
    return own if own.exists() else PANEL_FILE


def main(options: argparse.Namespace) -> int:
    """Carry out `meduris panel`; returns the exit status."""
    try:
        config = read_panel_config(panel_file(options, options.data or data_dir()))
    except PanelError as error:
        sys.stderr.write(f"meduris panel: {error}\n")
        return _USAGE_ERROR
    if options.wiring:
        sys.stdout.write(wiring_table(config))
        return 0
    try:
        run_console(open_panel(config, options.panel), sys.stdin, sys.stdout)
    except KeyboardInterrupt:
        sys.stdout.write("\n")
    return 0
