"""Which panel.toml holds where nobody has named one."""

import argparse
from pathlib import Path

PANEL_FILE = Path("/etc/meduris/panel.toml")
"""The computer's own panel settings, where the data folder has none."""


def panel_file(options: argparse.Namespace, folder: Path) -> Path:
    """The file that was named, else the one in the data folder, else the computer's own."""
    if options.panel_file is not None:
        return Path(options.panel_file)
    own = folder / PANEL_FILE.name
    return own if own.exists() else PANEL_FILE
