"""`meduris amend GAME STEP COMMAND`: old steps are put right, and all after follow from them.

Exit status 1: the rules refuse it; nothing was changed then.
"""

import argparse
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

from companion.cli.running import print_line, say
from companion.commands import Command
from companion.errors import CompanionError, JournalError, RecordError
from companion.memory.amending import (
    Amending,
    Edit,
    Insert,
    Misfit,
    Remove,
    Replace,
    amend,
)
from companion.memory.boards import BoardShelf
from companion.memory.data_folder import chosen_folder
from companion.memory.folder_lock import DataFolderLock
from companion.memory.journal import Journal
from companion.memory.record import parse_command
from companion.memory.session import ReadGame, Session
from companion.sentence import Sentence
from kiosk.words.amendments import edited_lines, edited_text, misfit_lines
from kiosk.words.language import _
from kiosk.words.latest_moves import amendment_rows

_REFUSED = 1


def amend_game(options: argparse.Namespace) -> int:
    """Carry out `meduris amend`; returns the exit status. Raises CompanionError and OSError."""
    folder = chosen_folder(options.data)
    edits = _edits(options)
    with _journal(folder, to_read=options.dry_run) as journal:
        read = ReadGame.of(journal, options.game)
        amending = _worked_out(read, edits, options.game)
        misfit = amending.misfit
        if misfit is not None and (misfit.entered or not options.end_there):
            _tell_misfit(misfit, edits)
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


def _edits(options: argparse.Namespace) -> list[Edit]:
    """What is put right, as it was asked for. Raises CompanionError."""
    changed = [*options.also]
    if options.step is not None:
        if options.instead is None:
            raise CompanionError(
                Sentence("Step {step} needs a COMMAND behind it.", {"step": options.step})
            )
        changed.insert(0, (options.step, options.instead))
    edits: list[Edit] = [
        *(Replace(_place(step), _command(step, text)) for step, text in changed),
        *(Insert(_place(step), _command(step, text)) for step, text in options.insert),
        *(Remove(_place(step)) for step in options.remove),
    ]
    if not edits:
        raise CompanionError(
            Sentence("Say what is put right: STEP COMMAND, --insert STEP COMMAND or --remove STEP.")
        )
    return edits


def _place(step: str) -> int:
    """Where a step stands. Raises CompanionError."""
    if not step.isdecimal():
        raise CompanionError(Sentence("{step} is no number of a step.", {"step": step}))
    return int(step)


def _command(step: str, text: str) -> Command:
    """What is to be done there. Raises CompanionError."""
    try:
        return parse_command(text.encode(errors="replace"), 1)
    except RecordError as error:
        raise CompanionError(
            Sentence(
                "The command for step {step} cannot be read: {reason}.",
                {"step": step, "reason": error.sentence},
            )
        ) from error


def _worked_out(read: ReadGame, edits: Sequence[Edit], game: int) -> Amending:
    steps = read.timeline.steps
    for edit in edits:
        if not 1 <= edit.place <= len(steps):
            raise CompanionError(
                Sentence(
                    "Game {game} has {number} steps that count; there is no step {step}.",
                    {"game": game, "number": len(steps), "step": edit.place},
                )
            )
    return amend(steps, edits)


def _tell(amending: Amending) -> None:
    """What would be, or is, another way now."""
    if not amending.changes:
        print_line(_("That is what was done already: nothing changes."))
        return
    rows = amendment_rows(amending.amendment, open_chips=False)
    heading = edited_text(amending.amendment, moved=bool(rows))
    for line in (*edited_lines(amending.amendment), heading):
        print_line(line)
    for row in rows:
        print_line(f"  {row.line}")


def _tell_misfit(misfit: Misfit, edits: Sequence[Edit]) -> None:
    step, why = misfit_lines(misfit)
    if misfit.entered:
        if Replace(misfit.place, misfit.command) in edits:
            say(_("Step {place} cannot be this: {step}", place=misfit.place, step=step))
        else:
            say(_("Before step {place} this cannot be: {step}", place=misfit.place, step=step))
        say(why)
        say(_("Nothing was changed."))
        return
    say(_("Step {place} does not fit any more: {step}", place=misfit.place, step=step))
    say(why)
    say(
        _(
            "Nothing was changed. Change that step too by --also {place} COMMAND, put one in "
            "before it by --insert {place} COMMAND, leave it out by --remove {place}, or undo it "
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
