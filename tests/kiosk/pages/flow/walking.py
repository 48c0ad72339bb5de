"""Taps on the buttons of a form, without a screen."""

from collections.abc import Iterator

from kiosk.pieces.form import RoundTable
from kiosk.ui.form import Block, Button, Column, Form, Row, Text


def choices(form: Form) -> list[Button]:
    found = [block for block in _all_of(form) if isinstance(block, Button)]
    return found if form.back_button is None else [form.back_button, *found]


def texts(form: Form) -> list[str]:
    return [block.text for block in _all_of(form) if isinstance(block, Text)]


def _all_of(form: Form) -> list[Block]:
    return [each for column in form.columns for each in _blocks(column)]


def _blocks(block: Block) -> Iterator[Block]:
    yield block
    match block:
        case RoundTable(sort_button=Button() as order):
            yield order
        case Column(parts, foot=foot):
            for part in (*parts, *foot):
                yield from _blocks(part)
        case Row(parts):
            for part in parts:
                yield from _blocks(part)


def tapped(form: Form, key: str) -> object:
    """What a tap on the one button of that key leads to."""
    (found,) = [choice for choice in choices(form) if choice.key == key]
    return found.action
