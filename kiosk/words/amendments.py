"""Texts about changes to earlier steps of a game, and about steps that have become impossible."""

from collections.abc import Sequence

from companion.history import Step
from companion.memory.amending import AmendmentConflict, step_changes, undone_tail_length
from companion.ruling import with_net_payment
from kiosk.words.language import _, plural
from kiosk.words.moves import command_text
from kiosk.words.texts import refusal_text


def changed_step_lines(old_steps: Sequence[Step], new_steps: Sequence[Step]) -> tuple[str, ...]:
    """Return lines that describe how `new_steps` of a game differ from its `old_steps`.

    An inserted or removed step has one line. A changed step has two lines: the step before the
    change, and the step now. Undone steps at the end of `old_steps` have no lines.
    """
    lines: list[str] = []
    for old, new in step_changes(old_steps, new_steps):
        if old is None and new is not None:
            lines.append(_("Added: {step}", step=step_text(new)))
        elif old is not None and new is None:
            lines.append(_("Removed: {step}", step=step_text(old)))
        elif old is not None and new is not None:
            lines += (
                _("Before: {step}", step=step_text(old)),
                _("Now: {step}", step=step_text(new)),
            )
    return tuple(lines)


def step_text(step: Step) -> str:
    """Return a step of the game as a line of the log.

    If a correction of chips made the step possible (see `history.Ruling`), the payment in the line
    includes this correction.
    """
    command = step.command
    if step.ruling is not None:
        command = with_net_payment(step.state_before, step.before, command)
    return command_text(step.before, command)


def changed_steps_summary(old: Sequence[Step], new: Sequence[Step]) -> str:
    """Return a sentence on how many steps of a game were changed, and how many were undone.

    `old` are the steps before the change, and `new` are the steps after it. If steps were only
    added, or only removed, the sentence says so.
    """
    changes, back = step_changes(old, new), undone_tail_length(old, new)
    number = len(changes)
    if back and not changes:
        return undone_steps_text(back)
    if all(step is None for step, _new in changes):
        text = plural("A forgotten step was added.", "{number} forgotten steps were added.", number)
    elif all(step is None for _old, step in changes):
        text = plural("A step was removed.", "{number} steps were removed.", number)
    else:
        text = plural("An older step was changed.", "{number} older steps were changed.", number)
    return f"{text} {undone_steps_text(back)}" if back else text


def undone_steps_text(number: int) -> str:
    return plural("The last step is undone.", "The last {number} steps are undone.", number)


def refused_step_lines(conflict: AmendmentConflict) -> tuple[str, str]:
    """Return the step that has become impossible, as a sentence, and a sentence with the reason."""
    reason = refusal_text(conflict.state, conflict.refusal)
    return (
        command_text(conflict.state, conflict.command),
        _("Not possible: {reason}.", reason=reason),
    )
