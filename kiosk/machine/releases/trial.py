"""Trying a release before it is used: off screen, on a copy of the data, as the kiosk's user."""

import json
import os
import pwd
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from kiosk.machine.releases.errors import ErrorMessage, ReleaseError, message_of

_SECONDS = 600
"""Many saved games take minutes to replay; what takes longer than this hangs."""
_COPIER = Path(__file__).with_name("data_copy.py")


class _Lost(NamedTuple):
    """What a release cannot open: the whole file of the saved games, or the numbers of some."""

    quarantined: bool
    games: frozenset[str]


_NOTHING = _Lost(quarantined=False, games=frozenset())


class Trial:
    """Tries releases on copies of the data folder `data`.

    `user` is whom the saved games belong to; None tries as whoever asks.
    """

    def __init__(self, data: Path, user: str | None) -> None:
        self._data = data
        self._user = user

    def check(self, release: Path, former: Path | None) -> ErrorMessage:
        """Start `release` off screen and let it open every saved game; returns what it said.

        `former` is the present release, None where there is none. Raises ReleaseError where
        `release` does not start, or cannot open what the `former` one can open.
        """
        lost = self._lost_by(release)
        if lost == _NOTHING:
            return message_of("It starts, and opens every saved game.")
        before = self._lost_before(former, lost)
        if lost.quarantined and not before.quarantined:
            raise ReleaseError(
                "This release cannot read the saved games, which the present one can read: stay "
                "with the present one."
            )
        worse = lost.games - before.games
        if worse and not before.quarantined:
            raise ReleaseError(
                "This release cannot open saved games that the present one can open (number "
                "{games}): stay with the present one.",
                games=_numbers(worse),
            )
        if lost.quarantined:
            return message_of(
                "It starts. The file of the saved games is damaged and cannot be read: it will be "
                "kept under another name."
            )
        return message_of(
            "It starts, and opens every saved game that can be opened, not number {games}.",
            games=_numbers(lost.games),
        )

    def _lost_before(self, former: Path | None, lost: "_Lost") -> "_Lost":
        """What `former` cannot open either; all of `lost` if it is missing or does not start."""
        if former is None:
            return lost
        try:
            return self._lost_by(former)
        except ReleaseError:
            return lost

    def _lost_by(self, release: Path) -> "_Lost":
        """What a release cannot open. Raises ReleaseError."""
        folder = Path(tempfile.mkdtemp(prefix="meduris-trial-"))
        try:
            self._give(folder)
            copy = folder / "data"
            self._run(
                folder, [sys.executable, "-", str(self._data), str(copy)], _COPIER.read_text()
            )
            said = self._run(
                folder,
                [str(release / "venv/bin/python"), "-P", "-m", "kiosk", "try", str(copy)],
            )
            answer = json.loads(said.splitlines()[-1])
            return _Lost(answer["quarantined"], frozenset(answer["unreadable"]))
        except (IndexError, KeyError, TypeError, ValueError, RecursionError) as error:
            raise ReleaseError(
                "The release was tried, but did not say how its trial went."
            ) from error
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    def _give(self, folder: Path) -> None:
        if self._user is not None:
            account = pwd.getpwnam(self._user)
            os.chown(folder, account.pw_uid, account.pw_gid)

    def _run(self, folder: Path, command: Sequence[str], given: str = "") -> str:
        environment = {
            "PATH": "/usr/bin:/bin",
            "HOME": str(folder),
            "TMPDIR": str(folder),
            "XDG_RUNTIME_DIR": str(folder),
            "LC_ALL": "C.UTF-8",
            "SDL_VIDEODRIVER": "offscreen",
            "KIVY_WINDOW": "sdl2",
            "KIVY_HOME": str(folder / "kivy"),
            "KIVY_NO_ARGS": "1",
            "KIVY_NO_FILELOG": "1",
            "PYTHONDONTWRITEBYTECODE": "1",
        }
        try:
            ended = subprocess.run(  # noqa: S603 - our own commands
                command,
                input=given,
                env=environment,
                cwd=folder,
                user=self._user,
                group=pwd.getpwnam(self._user).pw_gid if self._user else None,
                extra_groups=[] if self._user else None,
                capture_output=True,
                text=True,
                timeout=_SECONDS,
                check=False,
            )
        except subprocess.TimeoutExpired as error:
            raise ReleaseError(
                "The release was tried for {seconds} seconds and had not started by then.",
                seconds=_SECONDS,
            ) from error
        except OSError as error:
            raise ReleaseError(
                "The release cannot be tried: {error}.", error=error.strerror
            ) from error
        if ended.returncode:
            lines = ended.stderr.strip().splitlines()[-1:] or [f"status {ended.returncode}"]
            raise ReleaseError(
                "The release was tried and does not start: {reason}", reason=lines[0]
            )
        return ended.stdout


def _numbers(games: frozenset[str]) -> str:
    return ", ".join(sorted(games, key=int))
