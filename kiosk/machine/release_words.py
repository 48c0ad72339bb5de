"""What is told of releases, in the language of whoever reads it."""

from kiosk.machine.releases.errors import Told
from kiosk.words.language import _


def told_text(told: Told) -> str:
    """A sentence about a release, its gaps filled; as it is where it is no sentence of ours."""
    return _(told.message, **told.gaps)
