"""A number between a button for less and one for more."""

from collections.abc import Callable
from functools import partial

from kivy.metrics import dp

from kiosk.ui import theme
from kiosk.ui.surface import Box, Surface
from kiosk.ui.tap import Tap, draw_button


def add_stepper(
    sheet: Surface,
    box: Box,
    name: str,
    text: str,
    on_step: Callable[[int], None],
    *,
    ground: theme.Rgb = theme.GROUND,
) -> None:
    """Add the text and its two buttons to a sheet whose ground is `ground`.

    Keys: `<name>.less` and `<name>.more`, which call `on_step` with -1 and 1.
    """
    side = max(dp(theme.TOUCH), box.height)
    for way, sign, x in ((-1, "−", box.x), (1, "+", box.right - side)):
        key = f"{name}.more" if way > 0 else f"{name}.less"
        tap = Tap(Box(x, box.y, side, box.height), key, partial(on_step, way))
        draw_button(tap, text=sign, fill=theme.RAISED, size=theme.LARGE_TEXT)
        sheet.add_widget(tap)
    middle = Box(box.x + side, box.y, box.width - 2 * side, box.height).inset(dp(6), 0)
    sheet.write(text, middle, ground=ground, size=theme.DECISION_TEXT, halign="center")
