"""What a card gives to read: a heading and a text below it."""

from typing import NamedTuple


class Paragraph(NamedTuple):
    """A heading and what stands below it; either may be empty."""

    heading: str
    text: str
