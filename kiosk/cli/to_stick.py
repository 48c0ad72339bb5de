"""`meduris to-stick`: puts onto a stick what the screen was asked for, as root."""

import argparse
import os
import sys
from pathlib import Path
from tempfile import NamedTemporaryFile

from kiosk.cli.update import DATA, RUN
from kiosk.machine.stick_writing import Outcome, carry_out, remount
from kiosk.machine.wishes import STICK_SAID, STICKS, WRITING_TO_STICK
from kiosk.words.language import _

_REFUSED = 2


def main(_options: argparse.Namespace) -> int:
    """Carry out the screen's wish, and leave word of it; returns the exit status."""
    if os.geteuid() != 0:
        sys.stderr.write(f"{_('Only root can write onto a stick that is mounted for reading.')}\n")
        return _REFUSED
    outcome = carry_out(RUN / WRITING_TO_STICK, DATA, STICKS, remount)
    sys.stdout.write(f"{outcome.value}\n")
    leave_outcome(outcome, RUN)
    return 0 if outcome is Outcome.DONE else _REFUSED


def leave_outcome(outcome: Outcome, folder: Path) -> None:
    """Leave word where the screen reads it. Raises OSError."""
    # The folder is the kiosk's: root must write to no file, and through no link, that lies there.
    with NamedTemporaryFile("w", dir=folder, delete=False, encoding="ascii") as file:
        file.write(outcome.value)
        os.fchmod(file.fileno(), 0o644)
    Path(file.name).replace(folder / STICK_SAID)
