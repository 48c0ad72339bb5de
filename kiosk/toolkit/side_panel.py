"""A column of choices beside the board: a title with a way out, sentences, rows of buttons."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from kivy.metrics import dp

from kiosk.toolkit import theme
from kiosk.toolkit.shapes import Draw, disc
from kiosk.toolkit.surface import Box, Column, Surface, text_height
from kiosk.toolkit.tap import Tap, draw_button

_GAP = 8
_WAY_OUT = 92
_MARK = 6
_SIGN = 14


class Button(NamedTuple):
    """A choice in a row: `draw` stands before the text or alone, `detail` at the right end.

    `chosen` rings it, `marked` says that something is set there; a text that `is_name` may be cut;
    `width` is relative to the others in the row.
    """

    key: str
    on_tap: Callable[[], None]
    text: str = ""
    detail: str = ""
    draw: Draw | None = None
    chosen: bool = False
    marked: bool = False
    is_name: bool = False
    quiet: bool = False
    primary: bool = False
    width: float = 1.0


class SidePanel(Surface):
    """The column: rows come from the top, `foot` at the bottom; `way_out` is key and text."""

    def __init__(
        self, box: Box, title: str, way_out: tuple[str, str], on_out: Callable[[], None]
    ) -> None:
        super().__init__(box)
        self._column = Column(box, dp(_GAP))
        line = self._column.take(dp(theme.TOUCH))
        out = Box(line.right - dp(_WAY_OUT), line.y, dp(_WAY_OUT), line.height)
        self.write(
            title,
            Box(line.x, line.y, out.x - line.x - dp(_GAP), line.height),
            size=theme.TITLE_TEXT,
            bold=True,
        )
        key, text = way_out
        self.add(out, Button(key, on_out, text))

    def words(self, text: str, *, told: bool = False, bold: bool = False) -> None:
        """A sentence; `told` for one that answers a tap."""
        height = text_height(text, self._column.box.width, theme.TEXT, bold=bold)
        ink = theme.SAND if told else theme.LIGHT_SOFT
        box = self._column.take(height)
        self.write(text, box, ink=ink, bold=bold)

    def row(self, buttons: Sequence[Button], height: float = theme.TOUCH) -> None:
        """Buttons side by side, `height` dp high."""
        line = self._column.take(dp(height))
        places = line.split([button.width for button in buttons], dp(_GAP))
        for button, place in zip(buttons, places, strict=True):
            self.add(place, button)

    def space(self, height: float) -> Box:
        """A box of that height, in dp, to draw in."""
        return self._column.take(dp(height))

    def rest(self, foot: float) -> Box:
        """What is left above a foot of that height, in dp."""
        box = self._column.rest()
        taken = dp(foot + _GAP)
        return Box(box.x, box.y + taken, box.width, max(0.0, box.height - taken))

    def foot(self, buttons: Sequence[Button], height: float = theme.TOUCH) -> None:
        """Buttons at the bottom."""
        line = Box(self.box.x, self.box.y, self.box.width, dp(height))
        places = line.split([button.width for button in buttons], dp(_GAP))
        for button, place in zip(buttons, places, strict=True):
            self.add(place, button)

    def add(self, box: Box, button: Button) -> None:
        """Put a button into a box."""
        tap = Tap(box, button.key, button.on_tap)
        fill = theme.RIVER if button.primary else theme.RAISED
        if button.quiet:
            fill = theme.SURFACE
        if button.draw is None and not button.is_name:
            draw_button(
                tap,
                text=button.text,
                detail=button.detail,
                fill=fill,
                chosen=button.chosen,
                bold=button.primary,
                size=theme.TEXT,
            )
        else:
            draw_button(tap, fill=fill, chosen=button.chosen)
            _draw_content(tap, button, fill)
        if button.marked:
            draw_mark(tap, box)
        self.add_widget(tap)


def _draw_content(tap: Tap, button: Button, fill: theme.Rgb) -> None:
    """The drawing before a name and a detail; a drawing above the detail where there is no text."""
    box = tap.box
    if button.draw is not None and not button.text:
        _draw_alone(tap, button, fill)
        return
    left = box.x + dp(10)
    if button.draw is not None:
        with tap.canvas:
            button.draw((left + dp(_SIGN), box.center[1]), dp(_SIGN))
        left += dp(2 * _SIGN + 8)
    inner = Box(left, box.y, box.right - dp(10) - left, box.height)
    text, detail = inner.split((1.6, 1) if button.detail else (1, 0.001), dp(4))
    tap.write(button.text, text, ground=fill, size=theme.DECISION_TEXT, shorten=button.is_name)
    if button.detail:
        size = theme.DECISION_TEXT
        tap.write(button.detail, detail, ground=fill, size=size, bold=True, halign="right")


def _draw_alone(tap: Tap, button: Button, fill: theme.Rgb) -> None:
    if button.draw is None:
        return
    box = tap.box
    if not button.detail:
        with tap.canvas:
            button.draw(box.center, min(dp(18), box.height * 0.36))
        return
    upper, lower = box.inset(dp(2), dp(3)).rows((0.58, 0.42), 0)
    with tap.canvas:
        button.draw(upper.center, min(dp(_SIGN), upper.height * 0.46))
    tap.write(button.detail, lower, ground=fill, bold=True, halign="center")


def draw_mark(surface: Surface, box: Box) -> None:
    """A dot in the corner of a box: something is set here."""
    corner = (box.right - dp(_MARK + 3), box.top - dp(_MARK + 3))
    with surface.canvas:
        disc(corner, dp(_MARK), theme.PAPER)
        disc(corner, dp(_MARK - 1.5), theme.BONUS_RED)
