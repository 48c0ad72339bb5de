"""What is told of releases, in the language of whoever reads it."""

from kiosk.machine.releases.errors import ErrorMessage
from kiosk.words.language import _


def message_text(message: ErrorMessage) -> str:
    """A sentence about a release, its gaps filled; as it is where it is no sentence of ours."""
    return _(message.text, **message.gaps)
