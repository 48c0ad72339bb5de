"""The bar at the table's foot: what there is to do beside answering."""

from collections.abc import Callable, Mapping

from kiosk.pages.table.arrangement import BarButton
from kiosk.pieces.steps import step_back, step_on
from kiosk.words.language import _, in_context


def bar_buttons(on_tap: Mapping[str, Callable[[], None]]) -> tuple[BarButton, ...]:
    """The buttons of the bar; `on_tap` has a meaning for the key of each.

    Raises KeyError where one has none.
    """
    texts = {
        # For translators: a short word, in the bar at the foot of the table
        "undo": in_context("bar", "Undo"),
        # For translators: a short word, in the bar at the foot of the table
        "redo": in_context("bar", "Redo"),
        "log": _("Log"),
        "hands": _("Hand"),
        "menu": _("Menu"),
    }
    signs = {"undo": step_back, "redo": step_on}
    return tuple(BarButton(key, text, on_tap[key], signs.get(key)) for key, text in texts.items())
