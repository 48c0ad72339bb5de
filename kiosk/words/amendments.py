"""Old steps that are changed, in words: what was, what is, and what does not fit any more."""

from companion.memory.amending import Misfit
from companion.memory.timeline import Amendment
from kiosk.words.language import _
from kiosk.words.narration import command_text
from kiosk.words.texts import refusal_text


def changed_lines(amendment: Amendment) -> tuple[str, ...]:
    """Each changed step as it was and as it is, a line each."""
    lines: list[str] = []
    for old, new in amendment.changed:
        lines += (
            _("Before: {step}", step=command_text(old.before, old.command)),
            _("Now: {step}", step=command_text(new.before, new.command)),
        )
    return tuple(lines)


def misfit_lines(misfit: Misfit) -> tuple[str, str]:
    """The step that cannot be done any more, and why."""
    reason = refusal_text(misfit.state, misfit.refusal)
    return (
        command_text(misfit.state, misfit.command),
        _("Not possible: {reason}.", reason=reason),
    )
