"""Remedies that the doctor can apply, each with a way to undo it."""

import errno
import os
import pwd
import stat
import subprocess
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from companion.sentence import N_, Sentence
from kiosk.machine.doctor.checks import Finding, Mend, examine
from kiosk.machine.doctor.facts import Facts, Reader

PRIVATE = 0o750
"""Mode of the data folder: readable only for the kiosk."""

Run = Callable[[Sequence[str]], None]
_SECONDS = 60
"""Timeout for a command of the system."""


@dataclass(frozen=True)
class Remedy:
    """A remedy: what it does, and how to undo it.

    `apply` raises OSError and CalledProcessError.
    """

    does: Sentence
    undo: Sentence
    needs_root: bool
    apply: Callable[[], None]


def run(command: Sequence[str]) -> None:
    """Run a command of the system.

    Raises CalledProcessError, and OSError if it is missing or does not answer.
    """
    try:
        subprocess.run(  # noqa: S603 - our own
            command, check=True, capture_output=True, text=True, timeout=_SECONDS
        )
    except subprocess.TimeoutExpired as error:
        raise OSError(errno.ETIMEDOUT, os.strerror(errno.ETIMEDOUT), command[0]) from error


class Doctor:
    """Finds remedies for findings on a machine with these facts.

    Works below `root`, which is `/` except in tests; `user` is the kiosk's.
    """

    def __init__(
        self, facts: Facts, root: Path = Path("/"), user: str = "meduris", run: Run = run
    ) -> None:
        self._facts = facts
        self._root = root
        self._user = user
        self._run = run

    def remedies(self, findings: Sequence[Finding]) -> tuple[Remedy, ...]:
        """Return the remedies for findings, in order; most findings have none."""
        return tuple(self._remedy(finding.mend) for finding in findings if finding.mend is not None)

    def _remedy(self, mend: Mend) -> Remedy:
        match mend:
            case Mend.JOIN_GROUPS:
                return self._join_groups()
            case Mend.LEAVE_INPUT:
                return self._leave_input()
            case Mend.START_UNITS:
                return self._start_units()
            case Mend.OWN_DATA:
                return self._own_data()
            case Mend.CLOSE_DATA:
                return self._close_data()

    def _join_groups(self) -> Remedy:
        missing = self._facts.missing_groups
        return Remedy(
            Sentence(
                N_("Puts {user} into {groups}; the kiosk has to be restarted then."),
                {"user": self._user, "groups": missing},
            ),
            _say_again(*(f"sudo gpasswd -d {self._user} {group}" for group in missing)),
            needs_root=True,
            apply=lambda: self._run_all(["gpasswd", "--add", self._user, name] for name in missing),
        )

    def _leave_input(self) -> Remedy:
        return Remedy(
            Sentence(
                N_("Takes {user} out of the group input; the kiosk has to be restarted then."),
                {"user": self._user},
            ),
            _say_again(f"sudo gpasswd -a {self._user} input"),
            needs_root=True,
            apply=lambda: self._run(["gpasswd", "--delete", self._user, "input"]),
        )

    def _start_units(self) -> Remedy:
        units = self._facts.disabled_units
        return Remedy(
            Sentence(N_("Lets {units} start with the machine."), {"units": units}),
            _say_again(f"sudo systemctl disable {' '.join(units)}"),
            needs_root=True,
            apply=lambda: self._run(["systemctl", "--quiet", "enable", *units]),
        )

    def _own_data(self) -> Remedy:
        data = self._facts.data
        return Remedy(
            Sentence(
                N_("Gives {path} and all in it to {user}."),
                {"path": data.path, "user": self._user},
            ),
            _say_again(*(f"sudo chown -h {owner} {path}" for path, owner in data.strangers)),
            needs_root=True,
            apply=lambda: give_away(self._below(data.path), self._user),
        )

    def _close_data(self) -> Remedy:
        data = self._facts.data
        return Remedy(
            Sentence(
                N_(
                    "Closes {path}, which everybody on this machine can read, to all but the kiosk."
                ),
                {"path": data.path},
            ),
            _say_again(f"sudo chmod {data.mode or 0:o} {data.path}"),
            needs_root=False,
            apply=lambda: self._below(data.path).chmod(PRIVATE),
        )

    def _run_all(self, commands: Iterable[Sequence[str]]) -> None:
        for command in commands:
            self._run(command)

    def _below(self, path: str) -> Path:
        return self._root / path.lstrip("/")


class CheckUp(NamedTuple):
    """Facts, findings, and remedies that need no root."""

    facts: Facts
    findings: tuple[Finding, ...]
    remedies: tuple[Remedy, ...]


def check_up(root: Path) -> CheckUp:
    """Examine the machine, as the kiosk's user; takes some time."""
    user = pwd.getpwuid(os.geteuid()).pw_name
    facts = Reader(root, user).facts()
    findings = examine(facts)
    found = Doctor(facts, root, user).remedies(findings)
    return CheckUp(facts, findings, tuple(one for one in found if not one.needs_root))


def own_remedies(root: Path) -> tuple[Remedy, ...]:
    """Return the remedies that need no root; takes some time."""
    return check_up(root).remedies


def give_away(folder: Path, user: str) -> None:
    """Change the owner of a folder and all in it. Raises OSError.

    Its former owner may have put anything there: links are not followed, and files with several
    names are skipped.
    """
    account = pwd.getpwnam(user)
    for _path, folders, files, here in os.fwalk(folder):
        os.fchown(here, account.pw_uid, account.pw_gid)
        for name in (*folders, *files):
            found = os.stat(name, dir_fd=here, follow_symlinks=False)
            if stat.S_ISDIR(found.st_mode) or found.st_nlink == 1:
                os.chown(name, account.pw_uid, account.pw_gid, dir_fd=here, follow_symlinks=False)


def _say_again(*commands: str) -> Sentence:
    return Sentence(N_("To undo it: {commands}"), {"commands": "; ".join(commands)})
