"""What is told of releases, in the language of whoever reads it."""

from kiosk.machine.releases.errors import Message
from kiosk.words.language import _


def message_text(message: Message) -> str:
    """A sentence about a release, its gaps filled; as it is where it is no sentence of ours."""
    return _(message.text, **message.gaps)
