"""What root does with the machine: `meduris update`, `rollback` and `to-stick`."""

import argparse
import os
import sys
from collections.abc import Callable
from pathlib import Path

from companion.errors import CompanionError
from companion.sentence import Sentence
from kiosk.machine import stick_writing
from kiosk.machine.doctor.facts import mount_of
from kiosk.machine.release_words import message_text
from kiosk.machine.releases.errors import ErrorMessage, ReleaseError, message_of
from kiosk.machine.releases.shelf import Shelf
from kiosk.machine.releases.trial import Trial
from kiosk.machine.releases.unit import KioskUnit
from kiosk.machine.releases.updating import Updater
from kiosk.machine.requests import (
    SAID,
    STICK_SAID,
    WRITING_TO_STICK,
    leave_answer,
    requested_archive,
)
from kiosk.machine.sticks import STICKS, list_disks
from kiosk.words.language import _

SHELF = Path("/opt/meduris")
DATA = Path("/var/lib/meduris")
USER = "meduris"
RUN = Path("/run/meduris")
_MOUNTS = Path("/proc/mounts")
_REFUSED = 2


def update(options: argparse.Namespace) -> int:
    """Change to the release in a file or on a stick; returns the exit status."""
    if options.from_stick:
        return carry_out(_update_from_stick, _tell_screen)
    return carry_out(lambda updater: _update_from_file(updater, options), say)


def roll_back(_options: argparse.Namespace) -> int:
    """Change back to the release before; returns the exit status."""
    return carry_out(Updater.roll_back, say)


def write_to_stick(_options: argparse.Namespace) -> int:
    """Write the files that the screen asked for onto a stick; returns the exit status.

    Raises CompanionError and OSError.
    """
    if os.geteuid() != 0:
        raise CompanionError(
            Sentence("Only root can write onto a stick that is mounted for reading.")
        )
    answer = stick_writing.carry_out(
        RUN / WRITING_TO_STICK, DATA, STICKS, stick_writing.remount, list_disks
    )
    sys.stdout.write(f"{answer.outcome} {answer.name}".rstrip() + "\n")
    leave_answer(answer.encode(), RUN / STICK_SAID)
    return 0 if answer.outcome is stick_writing.Outcome.DONE else _REFUSED


def _update_from_file(updater: Updater, options: argparse.Namespace) -> None:
    if options.unsigned:
        make_sure(input, is_terminal=sys.stdin is not None and sys.stdin.isatty())
    updater.update(options.archive, unsigned=options.unsigned, older=options.older)


def make_sure(ask: Callable[[str], str], *, is_terminal: bool) -> None:
    """Ask twice whether a release may be installed that nobody trusted has signed.

    Raises ReleaseError unless somebody at a terminal says yes both times.
    """
    if not is_terminal:
        raise ReleaseError("--unsigned needs somebody at a terminal who can be asked.")
    for question in (
        _("Whoever made this release can do everything on this machine. Install it? [yes/no] "),
        _("Are you sure that it comes from somebody whom you trust? [yes/no] "),
    ):
        if ask(question).strip().lower() not in {"yes", _("yes")}:
            raise ReleaseError("Nothing was changed.")


def _update_from_stick(updater: Updater) -> None:
    found = requested_archive(RUN)
    if found is None:
        raise ReleaseError(
            "The release that was chosen is on no stick any more: plug the stick in again, and "
            "choose it anew."
        )
    updater.update(found)


def carry_out(change: Callable[[Updater], None], tell: Callable[[ErrorMessage], None]) -> int:
    """Change the release of this machine; what happens is told, also why it was refused.

    Returns the exit status.
    """
    try:
        refuse_to_change_in_vain(os.geteuid(), _MOUNTS.read_text())
        # The kiosk's user has to be able to read what root installs.
        os.umask(0o022)
        change(Updater(Shelf(SHELF), Trial(DATA, USER), KioskUnit(), tell))
    except ReleaseError as error:
        tell(error.message)
        return _REFUSED
    except OSError as error:
        tell(message_of("That did not work: {reason}", reason=error))
        return _REFUSED
    return 0


def refuse_to_change_in_vain(user: int, mounts: str) -> None:
    """Raises ReleaseError where no change is allowed, or would be gone after the next start.

    `user` is the caller's number, `mounts` the contents of /proc/mounts. On a card whose releases
    lie on a partition of their own, a write-protected system hinders no change.
    """
    if user != 0:
        raise ReleaseError("Only root may change the release: put `sudo` in front.")
    if mount_of(str(SHELF), mounts)[0] == "overlay":
        raise ReleaseError(
            "The system is write-protected, so the update would be gone after the next start: "
            "take the protection off with deploy/read-only-root off, restart, and update then."
        )


def say(sentence: ErrorMessage) -> None:
    """Print a sentence at once, in the language of whoever reads it."""
    sys.stdout.write(f"{message_text(sentence)}\n")
    sys.stdout.flush()


def _tell_screen(sentence: ErrorMessage) -> None:
    say(sentence)
    if RUN.is_dir():
        leave_answer(f"{sentence.encode()}\n", RUN / SAID)
