"""Taps on the choices of a form, without a screen."""

from kiosk.pages.flow.view import Choice, Form, RoundTable


def choices(form: Form) -> list[Choice]:
    """All that can be tapped, the way out first."""
    return [
        form.way_out,
        *(
            item
            for column in form.columns
            for row in column.rows
            for each in row.items
            for item in (each.order if isinstance(each, RoundTable) else each,)
            if isinstance(item, Choice)
        ),
    ]


def tapped(form: Form, key: str) -> object:
    """What a tap on the one choice of that key leads to."""
    (found,) = [choice for choice in choices(form) if choice.key == key]
    return found.action
