"""`meduris rollback`: back to the release before this one, as root."""

import argparse

from kiosk.cli.update import carry_out, say
from kiosk.machine.releases.updating import Updater


def main(_options: argparse.Namespace) -> int:
    """Change back to the release before; returns the exit status."""
    return carry_out(Updater.roll_back, say)
