"""`meduris amend GAME STEP COMMAND`: an old step is put right, and all after it follow from it.

Exit status 1: the rules refuse it; nothing was changed then.
"""

import argparse
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

from companion.cli import print_line, run_command, say
from companion.commands import Command
from companion.errors import CompanionError, JournalError, RecordError
from companion.memory.amending import Amending, Misfit, amend
from companion.memory.boards import BoardShelf
from companion.memory.data_folder import DataFolderLock, data_dir
from companion.memory.journal import Journal
from companion.memory.record import parse_command
from companion.memory.session import ReadGame, Session
from kiosk.words.amendments import changed_lines, misfit_lines
from kiosk.words.language import _
from kiosk.words.latest_moves import amendment_section
from kiosk.words.texts import said

_REFUSED = 1


def main(options: argparse.Namespace) -> int:
    """Change old steps of a saved game, or only tell what that does; returns the exit status."""
    return run_command(_amend, options)


def _amend(options: argparse.Namespace) -> int:
    changes = _changes([(options.step, options.instead), *options.also])
    folder = options.data or data_dir()
    with _journal(folder, to_read=options.dry_run) as journal:
        read = ReadGame.of(journal, options.game)
        amending = _worked_out(read, changes, options.game)
        if amending.misfit is not None and not (options.end_there and amending.new):
            _tell_misfit(amending.misfit, ends=bool(amending.new))
            return _REFUSED
        if amending.changes and not options.dry_run:
            _save(journal, options.game, read, amending)
    _tell(amending)
    if options.dry_run:
        print_line(_("Nothing was saved: this was only tried."))
    return 0


@contextmanager
def _journal(folder: Path, *, to_read: bool) -> Iterator[Journal]:
    """The saved games, to be read while an app may play them, or to be written by nobody else."""
    if to_read:
        with closing(Journal.open_for_reading(folder)) as journal:
            yield journal
    else:
        with DataFolderLock(folder), closing(Journal.open(folder)) as journal:
            yield journal


def _changes(pairs: Sequence[tuple[str, str]]) -> dict[int, Command]:
    """The commands by the places of their steps. Raises CompanionError."""
    changes: dict[int, Command] = {}
    for step, text in pairs:
        if not step.isdecimal():
            raise CompanionError(_("{step} is no number of a step.", step=step))
        try:
            changes[int(step)] = parse_command(text.encode(errors="replace"), 1)
        except RecordError as error:
            raise CompanionError(
                _(
                    "The command for step {step} cannot be read: {reason}.",
                    step=step,
                    reason=said(error.told),
                )
            ) from error
    return changes


def _worked_out(read: ReadGame, changes: dict[int, Command], game: int) -> Amending:
    steps = read.timeline.steps
    for step in changes:
        if not 1 <= step <= len(steps):
            raise CompanionError(
                _(
                    "Game {game} has {number} steps that count; there is no step {step}.",
                    game=game,
                    number=len(steps),
                    step=step,
                )
            )
    return amend(steps, changes)


def _tell(amending: Amending) -> None:
    """What would be, or is, another way now."""
    if not amending.changes:
        print_line(_("That is what was done already: nothing changes."))
        return
    section = amendment_section(amending.amendment, open_chips=False)
    for line in (*changed_lines(amending.amendment), section.heading):
        print_line(line)
    for row in section.rows:
        print_line(f"  {row.line}")


def _tell_misfit(misfit: Misfit, *, ends: bool) -> None:
    step, why = misfit_lines(misfit)
    if not ends:
        say(_("Step {place} cannot be this: {step}", place=misfit.place, step=step))
        say(why)
        say(_("Nothing was changed."))
        return
    say(_("Step {place} does not fit any more: {step}", place=misfit.place, step=step))
    say(why)
    say(
        _(
            "Nothing was changed. Change that step too by --also {place} COMMAND, or take it back "
            "with all after it by --end-there.",
            place=misfit.place,
        )
    )


def _save(journal: Journal, game: int, read: ReadGame, amending: Amending) -> None:
    """Write the amendment. Raises JournalError where that cannot be."""
    session = Session.resume(journal, game, BoardShelf(journal.path.parent), read)
    session.amend(amending)
    if session.unsaved is not None:
        raise JournalError(session.unsaved)
    if session.notice is not None:
        say(str(session.notice))
