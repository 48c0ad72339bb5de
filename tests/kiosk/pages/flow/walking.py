"""Taps on the buttons of a form, without a screen."""

from collections.abc import Iterator

from kiosk.pieces.form import RoundTable
from kiosk.ui.form import Block, Button, Column, Form, Row


def choices(form: Form) -> list[Button]:
    """All that can be tapped, the way out first."""
    found = [each for column in form.columns for each in _buttons(column)]
    return found if form.way_out is None else [form.way_out, *found]


def _buttons(block: Block) -> Iterator[Button]:
    match block:
        case Button():
            yield block
        case RoundTable(order=Button() as order):
            yield order
        case Column(parts, foot=foot):
            for part in (*parts, *foot):
                yield from _buttons(part)
        case Row(parts):
            for part in parts:
                yield from _buttons(part)


def tapped(form: Form, key: str) -> object:
    """What a tap on the one button of that key leads to."""
    (found,) = [choice for choice in choices(form) if choice.key == key]
    return found.action
