"""What is said about saved games on sticks; no Kivy."""

from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

import msgspec

from companion.errors import CompanionError
from companion.memory.exchange.backup import ENDING, reading
from companion.memory.exchange.records import ArchiveError
from companion.memory.journal.rows import moment_of
from kiosk.machine.stick_job import Stage, StickJob
from kiosk.machine.stick_writing import Outcome
from kiosk.words.language import _, several
from kiosk.words.moments import time_text
from kiosk.words.texts import said

_MOST_LOOKED_AT = 50
"""Backups on a stick: whoever has filled one with them holds nobody up."""


class FoundBackup(msgspec.Struct, frozen=True):
    """A backup on a stick: where, when it was made (UTC), and how many games are in it."""

    path: Path
    made: str
    games: int


class FoundBackups(NamedTuple):
    """The backup on the sticks that was made last, if any can be read; whether another cannot."""

    newest: FoundBackup | None = None
    is_one_broken: bool = False


def backups_on(sticks: tuple[Path, ...]) -> FoundBackups:
    """What backups are on these sticks."""
    looked_at = [_found(path) for stick in sticks for path in _files_on(stick)]
    found = [one for one in looked_at if one is not None]
    return FoundBackups(max(found, key=_made, default=None), None in looked_at)


def _made(backup: FoundBackup) -> datetime:
    return moment_of(backup.made) or datetime.min.replace(tzinfo=UTC)


def _files_on(stick: Path) -> Iterator[Path]:
    with suppress(OSError):  # The stick is pulled out, or fails.
        names = sorted(stick.glob(f"[!.]*{ENDING}"), reverse=True)  # ours begin with their day
        for path in names[:_MOST_LOOKED_AT]:
            if not path.is_symlink() and path.is_file():
                yield path


def _found(path: Path) -> FoundBackup | None:
    try:
        with path.open("rb") as stream, reading(stream) as (_archive, manifest):
            return FoundBackup(path, manifest.made, manifest.games)
    except (CompanionError, ArchiveError, OSError):
        return None


def about_backups(found: FoundBackups) -> str:
    """When the newest was made, and how much is in it; whether one cannot be read. "" for none."""
    if found.newest is None and found.is_one_broken:
        return _("The backup on the stick cannot be read. Take another stick to restore from.")
    if found.newest is None:
        return ""
    told = several(
        "On the stick is a backup of {moment} with {number} game.",
        "On the stick is a backup of {moment} with {number} games.",
        found.newest.games,
        moment=time_text(found.newest.made),
    )
    if found.is_one_broken:
        return _("{backup} Another one there cannot be read.", backup=told)
    return told


def about_job(job: StickJob) -> str:
    """How far it is with what goes onto a stick; nothing where nothing does."""
    if job.failure is not None:
        return said(job.failure)
    match job.stage:
        case Stage.NOTHING:
            return ""
        case Stage.UNDER_WAY:
            return _("Writing: leave the stick where it is.")
        case Stage.ENDED:
            return about_outcome(job.outcome)


def about_outcome(outcome: Outcome | None) -> str:
    """What became of what was to go onto a stick."""
    match outcome:
        case Outcome.DONE:
            return _("It is on the stick, which can be pulled out now.")
        case Outcome.FULL:
            return _("The stick has no room for it. What was on it is there still.")
        case Outcome.READ_ONLY:
            return _("This stick cannot be written to: take another one.")
        case Outcome.GONE:
            return _("The stick was pulled out, or fails. What was on it is there still.")
        case Outcome.REFUSED | None:
            return _("The machine did not write onto the stick. Try again.")
