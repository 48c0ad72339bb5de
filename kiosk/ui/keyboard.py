"""On-screen keyboard for texts of any characters (SCREEN.md, 10)."""

from bisect import bisect_right
from collections.abc import Callable

from kivy.graphics import Color as Ink
from kivy.graphics import Rectangle, SmoothLine
from kivy.metrics import dp, sp

from kiosk.ui import theme
from kiosk.ui.form import Button
from kiosk.ui.key_pages import CODE_LENGTH, KeyLayer, Special, Typing, press, type_text
from kiosk.ui.shapes import Point, around, flat, polygon
from kiosk.ui.surface import Box, Column, Surface, least_size, text_width
from kiosk.ui.tap import Tap, draw_button
from kiosk.ui.theme import Rgb
from kiosk.words.language import _, visible

_MARGIN = 12
_GAP = 8
_KEY_HEIGHT = 50
_SIGN_ROWS = 4
_UPRIGHT_KEY = 62
"""Height in dp of a key on an upright screen, where ten keys side by side are narrow."""
_MOST_TEXT = 200
"""Largest height in dp of the text on an upright screen, so that the text is near the keys."""
_COLUMNS = 10
_NUMBER_HALVES = (4, 6)
_UPRIGHT_HALVES = (1, 1)
"""Relative widths of the digits and of the other keys on the page for code points, on a wide screen
(`_NUMBER_HALVES`) and on an upright screen."""
_SIGN_SIZE = 21
_TITLE_HEIGHT = 28
_TYPED_SIZE = 28
_LINE_HEIGHT = 1.25
"""Height of a line, in units of the letters' size."""


class Keyboard(Surface):
    """Widget with keys to type a text; `typed` is its initial state.

    Calls `on_done` with the text, or `on_cancel`; `done` is the label of the key that ends typing.
    The buttons are named after their characters, such as `key.a`, or `key.A` after `key.shift`. The
    other keys are `key.space`, `key.delete`, `key.clear`, `key.page` (opens the next of five
    pages), `key.done` and `key.cancel`. On the last page, `key.0` to `key.f` type a Unicode code
    point in hexadecimal, and `key.insert` inserts its character. Shift applies to one character,
    and is on while the text is empty. A suggested text is selected: the first typed character
    replaces it.
    """

    def __init__(
        self,
        box: Box,
        title: str,
        typed: Typing,
        *,
        on_done: Callable[[str], None],
        on_cancel: Callable[[], None],
        done: str = "",
        upright: bool = False,
    ) -> None:
        super().__init__(box)
        self.typed = typed
        self._done = done
        self._title = title
        self._on_done = on_done
        self._on_cancel = on_cancel
        inner = box.inset(dp(_MARGIN), dp(_GAP))
        self._upright = upright
        rows = _SIGN_ROWS + (2 if self._upright else 1)
        key = _UPRIGHT_KEY if self._upright else _KEY_HEIGHT
        self._keys_box = Box(inner.x, inner.y, inner.width, dp(rows * key + (rows - 1) * _GAP))
        self._rows = self._keys_box.rows((1,) * rows, dp(_GAP))
        top = self._keys_box.top + dp(_GAP)
        room = inner.top - top
        most = min(room, dp(_MOST_TEXT)) if self._upright else room
        self._text_box = Box(inner.x, top, inner.width, most)
        self._text: Surface | None = None
        self._keys: Surface | None = None
        # Pages are cached: on a small computer fifty keys take longer than a letter.
        self._drawn: dict[tuple[KeyLayer, bool], Surface] = {}
        self._code: Surface | None = None
        self._show_text()
        self._show_keys()

    @property
    def message(self) -> str:
        """Prompt above the keys, or the reason why the last key press did nothing."""
        return self.typed.message or self._title

    def close(self) -> None:
        """Release the keyboard with its cached pages."""
        for page in self._drawn.values():
            page.close()
        super().close()

    def press(self, key: str) -> None:
        """Handle a press of the key `key`, either on the screen or on a real keyboard."""
        former = self.typed
        self.typed = press(former, key)
        if key == Special.CANCEL:
            self._on_cancel()
            return
        if key == Special.DONE and self.typed.ready:
            self._on_done(self.typed.text)
            return
        self._show_text()
        if (self.typed.page, self.typed.shift) != (former.page, former.shift):
            self._show_keys()
        if self.typed.page is KeyLayer.NUMBER:
            self._show_code()

    def type_in(self, text: str) -> None:
        """Append text that was typed on a real keyboard."""
        former = self.typed
        self.typed = type_text(former, text)
        self._show_text()
        if self.typed.shift != former.shift:
            self._show_keys()

    # The text

    def _show_text(self) -> None:
        if self._text is not None:
            self._text.close()
        layer = Surface(self._text_box)
        self._text = layer
        column = Column(self._text_box, dp(4))
        self._write_head(layer, column.take(sp(_TITLE_HEIGHT)))
        paper = column.rest()
        layer.fill(theme.PAPER, paper, radius=10)
        _write_typed(layer, self.typed, paper.inset(dp(12), dp(8)))
        self.add_widget(layer)

    def _write_head(self, layer: Surface, head: Box) -> None:
        told, count = head.split((0.8, 0.2), dp(_GAP))
        layer.write(
            self.message,
            told,
            ink=theme.SAND if self.typed.message else theme.LIGHT,
            size=theme.DECISION_TEXT,
            bold=True,
        )
        layer.write(
            _("{number} of {limit}", number=len(self.typed.text), limit=self.typed.limit),
            count,
            ink=theme.LIGHT_SOFT,
            halign="right",
        )

    # The keys

    def _show_keys(self) -> None:
        for layer in (self._keys, self._code):
            if layer is not None:
                self.remove_widget(layer)
        page = (self.typed.page, self.typed.shift)
        if page not in self._drawn:
            self._drawn[page] = self._draw_keys()
        self._keys = self._drawn[page]
        self.add_widget(self._keys)

    def _draw_keys(self) -> Surface:
        layer = Surface(self._keys_box)
        signs = self._rows[:_SIGN_ROWS]
        if self.typed.page is KeyLayer.NUMBER:
            self._add_number_keys(layer, signs)
        else:
            self._add_sign_keys(layer, signs)
        self._add_bar(layer, self._rows[_SIGN_ROWS:])
        return layer

    def _add_sign_keys(self, layer: Surface, lines: list[Box]) -> None:
        *rows, last = self.typed.rows
        for row, line in zip(rows, lines, strict=False):
            for sign, place in zip(row, line.split((1,) * _COLUMNS, dp(_GAP)), strict=True):
                self._add_sign(layer, place, sign)
        shift, *places, delete = lines[-1].split((1,) * _COLUMNS, dp(_GAP))
        capital = _("Capital letter")
        self._add_drawn(layer, shift, Special.SHIFT, _shift_sign, capital, lit=self.typed.shift)
        for sign, place in zip(last, places, strict=False):
            self._add_sign(layer, place, sign)
        self._add_drawn(layer, delete, Special.DELETE, _delete_sign, _("Delete the last letter"))

    def _add_number_keys(self, layer: Surface, lines: list[Box]) -> None:
        """Add hexadecimal digits at the left, and the keys to insert and delete at the right."""
        halves = [self._halves(line) for line in lines]
        for row, (digits, _rest) in zip(self.typed.rows, halves, strict=True):
            for sign, place in zip(row, digits.split((1,) * len(row), dp(_GAP)), strict=True):
                self._add_sign(layer, place, sign)
        rests = [rest for _digits, rest in halves]
        self._add_worded(
            layer, rests[2], Special.INSERT, _("Insert this character"), fill=theme.RAISED
        )
        delete = rests[3].split((1,) * (4 if self._upright else 6), dp(_GAP))[-1]
        self._add_drawn(layer, delete, Special.DELETE, _delete_sign, _("Delete the last letter"))

    def _halves(self, line: Box) -> list[Box]:
        return line.split(_UPRIGHT_HALVES if self._upright else _NUMBER_HALVES, dp(3 * _GAP))

    def _show_code(self) -> None:
        """Show the typed code point and its character above the insert key."""
        if self._code is not None:
            self._code.close()
        upper, lower, *_lines = self._rows
        right = self._halves(upper)[1]
        self._code = Surface(Box(right.x, lower.y, right.width, upper.top - lower.y))
        self._write_code(self._code)
        self.add_widget(self._code)

    def _write_code(self, layer: Surface) -> None:
        layer.fill(theme.SURFACE, radius=10)
        inner = layer.box.inset(dp(12), dp(6))
        code, coded = self.typed.code, self.typed.coded
        number, sign = (inner, inner) if coded is None else inner.split((0.7, 0.3), dp(_GAP))
        layer.write(
            _("Character U+{code}", code=code.upper().rjust(CODE_LENGTH, "0"))
            if code
            else _("Type a character's number in Unicode, for example 1f600."),
            number,
            size=theme.DECISION_TEXT,
        )
        if coded is not None:
            layer.write(visible(coded), sign, size=36, halign="center")

    def _add_bar(self, layer: Surface, lines: list[Box]) -> None:
        if self._upright:
            page, space, clear = lines[0].split((1.2, 4.1, 1.5), dp(_GAP))
            cancel, done = lines[1].split((1, 1), dp(_GAP))
        else:
            cancel, page, space, clear, done = lines[0].split((1.5, 1.2, 4.1, 1.5, 1.7), dp(_GAP))
        self._add_worded(layer, cancel, Special.CANCEL, _("Cancel"))
        self._add_worded(layer, page, Special.PAGE, _page_name(self.typed.following))
        self._add_worded(layer, space, Special.SPACE, _("Space"))
        self._add_worded(layer, clear, Special.CLEAR, _("Clear"))
        self._add_worded(layer, done, Special.DONE, self._done or _("Done"), fill=theme.RIVER)

    def _add(self, layer: Surface, box: Box, key: str) -> Tap:
        tap = Tap(box, f"key.{key}", lambda: self.press(key))
        layer.add_widget(tap)
        return tap

    def _add_sign(self, layer: Surface, box: Box, sign: str) -> None:
        tap = self._add(layer, box, sign)
        draw_button(tap, text=sign, fill=theme.RAISED, size=_SIGN_SIZE)

    def _add_worded(
        self, layer: Surface, box: Box, key: Special, text: str, *, fill: Rgb = theme.SURFACE
    ) -> None:
        tap = self._add(layer, box, key)
        tap.block = Button(tap.key, None, text)
        draw_button(tap, text=text, fill=fill, bold=fill == theme.RIVER, size=theme.TEXT)

    def _add_drawn(
        self,
        layer: Surface,
        box: Box,
        key: Special,
        draw: Callable[[Point, float, Rgb], None],
        spoken: str,
        *,
        lit: bool = False,
    ) -> None:
        tap = self._add(layer, box, key)
        tap.block = Button(tap.key, None, spoken=spoken)
        tap.fill(theme.PAPER if lit else theme.SURFACE, radius=10)
        with tap.canvas:
            draw(box.center, min(dp(11), box.width * 0.23), theme.INK if lit else theme.LIGHT)
        tap.shade_when_pressed()


def _page_name(page: KeyLayer) -> str:
    """Return the label of the key that opens a page of the keyboard."""
    match page:
        case KeyLayer.LETTERS:
            return _("abc")
        case KeyLayer.WESTERN:
            return _("àéö")
        case KeyLayer.CENTRAL:
            return _("čłő")
        case KeyLayer.SIGNS:
            return _("?!&")
        case KeyLayer.NUMBER:
            return _("U+…")


def _write_typed(layer: Surface, typed: Typing, box: Box) -> None:
    """Write the typed text as large as fits, vertically centred, with a cursor at its end.

    A suggested text has a selection background instead of the cursor.
    """
    text = visible(typed.text)
    size = float(_TYPED_SIZE)
    lines = _broken(text, box.width, size)
    while len(lines) * sp(size * _LINE_HEIGHT) > box.height and size > least_size():
        size = max(size - 1, least_size())
        lines = _broken(text, box.width, size)
    height = sp(size * _LINE_HEIGHT)
    ground = theme.RIVER if typed.fresh else theme.PAPER
    top = box.center[1] + len(lines) * height / 2
    place = box
    for number, line in enumerate(lines, start=1):
        place = Box(box.x, top - number * height, box.width, height)
        if typed.fresh:
            layer.fill(ground, Box(box.x, place.y, text_width(line, size), height))
        if line:
            layer.write(line, place, ink=theme.INK, ground=ground, size=size)
    if typed.fresh:
        return
    end = box.x + text_width(lines[-1], size) + dp(2)
    with layer.canvas:
        Ink(*theme.BONUS_RED)
        Rectangle(pos=(round(end), round(place.y + height * 0.1)), size=(dp(2), height * 0.8))


def _broken(text: str, width: float, size: float) -> list[str]:
    """Break a text into lines of at most `width` pixels, after a space if possible."""
    lines: list[str] = []
    rest = text
    while (fitting := _fitting(rest, width, size)) < len(rest):
        end = rest.rfind(" ", 0, fitting) + 1 or max(1, fitting)
        lines.append(rest[:end])
        rest = rest[end:]
    return [*lines, rest]


def _fitting(text: str, width: float, size: float) -> int:
    """Return how many characters of a text fit in a line of `width` pixels."""
    ends = range(1, len(text) + 1)
    return bisect_right(ends, width, key=lambda end: text_width(text[:end], size))


def _shift_sign(center: Point, size: float, ink: Rgb) -> None:
    """Draw the sign of the shift key, an arrow up; `size` is half its height in pixels."""
    polygon(around(center, size, (-1, 0), (1, 0), (0, 1)), ink)
    polygon(around(center, size, (-0.4, -1), (0.4, -1), (0.4, 0), (-0.4, 0)), ink)


def _delete_sign(center: Point, size: float, ink: Rgb) -> None:
    """Draw the sign of the backspace key; `size` is half its height in pixels."""
    tag = ((-1.7, 0), (-0.7, 0.9), (1.4, 0.9), (1.4, -0.9), (-0.7, -0.9))
    Ink(*ink)
    SmoothLine(points=flat(around(center, size, *tag)), close=True, width=size * 0.12)
    for tilt in (0.4, -0.4):
        stroke = around(center, size, (-0.1, -tilt), (0.7, tilt))
        SmoothLine(points=flat(stroke), width=size * 0.12)
