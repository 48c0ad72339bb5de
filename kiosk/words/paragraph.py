"""Paragraph on the screen: a heading and a text."""

from typing import NamedTuple


class Paragraph(NamedTuple):
    """Heading and text of a paragraph; either of the two may be empty."""

    heading: str
    text: str
