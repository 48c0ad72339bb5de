"""A text on a card: a heading and a text below it."""

from typing import NamedTuple


class Paragraph(NamedTuple):
    """A heading and a text; either may be empty."""

    heading: str
    text: str
