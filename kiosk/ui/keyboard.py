"""On-screen keyboard for texts of any characters (SCREEN.md, 10)."""

from collections.abc import Callable, Iterator

import msgspec
from kivy.graphics import Color as Ink
from kivy.graphics import Rectangle, SmoothLine
from kivy.metrics import dp, sp

from kiosk.ui import theme
from kiosk.ui.button import draw_symbol
from kiosk.ui.form import Block, Button, ButtonStyle, Picture, Row, Text
from kiosk.ui.key_pages import CODE_LENGTH, KeyboardState, KeyPage, SpecialKey, press_key, type_text
from kiosk.ui.renderer import BlocksInBoxes, BlockView, LayoutElement
from kiosk.ui.shapes import Point, canvas_points, draw_polygon, flat_coordinates
from kiosk.ui.surface import (
    Box,
    BoxCutter,
    Surface,
    count_fitting_letters,
    smallest_text_size,
    text_width,
)
from kiosk.words.language import _, escape_invisible, mark

_MARGIN = 12
_GAP = 8
_KEY_HEIGHT = 50
_SIGN_ROWS = 4
_UPRIGHT_KEY = 62
"""Height in dp of a key on an upright screen. Keys are narrow there, as ten are side by side."""
_MOST_TEXT = 200
"""Largest height in dp of the text on an upright screen, so that the text is near the keys."""
_COLUMNS = 10
_NUMBER_HALVES = (4, 6)
_UPRIGHT_HALVES = (1, 1)
"""Relative widths of the digits and of the other keys on the page for code points: on a wide screen
(`_NUMBER_HALVES`) and on an upright screen (`_UPRIGHT_HALVES`)."""
_SIGN_SIZE = 21
_TITLE_HEIGHT = 28
_TYPED_SIZE = 28
_LINE_HEIGHT = 1.25
"""Height of a line, in units of the letters' size."""
_KEPT_KEYS = 200
"""Number of keys of other pages whose widgets are kept, as creating fifty keys is slow."""


class Keyboard(BlockView):
    """On-screen keyboard for typing one text.

    `title` is the prompt above the keys, and `typed` is the initial state. When typing ends,
    `on_done` is called with the text. If typing is cancelled, `on_cancel` is called. `done` is the
    label of the key that ends typing. `upright` is set on a page taller than it is wide. The button
    of a key is named `key.` plus the character or the `SpecialKey` value of this key, such as
    `key.a` or `key.shift`.
    """

    def __init__(
        self,
        box: Box,
        title: str,
        typed: KeyboardState,
        *,
        on_done: Callable[[str], None],
        on_cancel: Callable[[], None],
        done: str = "",
        upright: bool = False,
    ) -> None:
        super().__init__(box, self.press, spares=_KEPT_KEYS)
        self.typed = typed
        self._done = done
        self._title = title
        self._on_done = on_done
        self._on_cancel = on_cancel
        inner = box.inset(dp(_MARGIN), dp(_GAP))
        self._upright = upright
        rows = _SIGN_ROWS + (2 if self._upright else 1)
        key = _UPRIGHT_KEY if self._upright else _KEY_HEIGHT
        keys = Box(inner.x, inner.y, inner.width, dp(rows * key + (rows - 1) * _GAP))
        self._rows = keys.split_rows((1,) * rows, dp(_GAP))
        top = keys.top + dp(_GAP)
        room = inner.top - top
        most = min(room, dp(_MOST_TEXT)) if self._upright else room
        self._text_box = Box(inner.x, top, inner.width, most)
        self._show()

    @property
    def message(self) -> str:
        """Prompt above the keys, or the reason why the last key press did nothing."""
        return self.typed.message or self._title

    def press(self, key: object) -> None:
        self.typed = press_key(self.typed, str(key))
        if key == SpecialKey.CANCEL:
            self._on_cancel()
        elif key == SpecialKey.DONE and self.typed.ready:
            self._on_done(self.typed.text)
        else:
            self._show()

    def type_in(self, text: str) -> None:
        self.typed = type_text(self.typed, text)
        self._show()

    def _show(self) -> None:
        signs, bar = self._rows[:_SIGN_ROWS], self._rows[_SIGN_ROWS:]
        keys = self._number_keys if self.typed.page is KeyPage.NUMBER else self._sign_keys
        self.show_blocks((*self._text(), *keys(signs), *zip(self._bar(), bar, strict=True)))

    def _meaning_of(self, element: LayoutElement) -> object:  # noqa: ARG002 - any key types
        return Keyboard

    def _text(self) -> BlocksInBoxes:
        typed, column = self.typed, BoxCutter(self._text_box, dp(4))
        count = f"{len(typed.text)}/{typed.limit}"
        head = Picture(_write_head, about=(self.message, bool(typed.message), count))
        paper = Picture(_write_typed, about=(escape_invisible(typed.text), typed.fresh))
        return (head, column.cut_from_top(sp(_TITLE_HEIGHT))), (paper, column.remaining_box())

    def _sign_keys(self, lines: list[Box]) -> Iterator[tuple[Block, Box]]:
        *rows, last = self.typed.rows
        shift = Button(
            "key.shift",
            SpecialKey.SHIFT,
            style=ButtonStyle.QUIET,
            fill=theme.PAPER if self.typed.shift else None,
            symbol=_KeySign(SpecialKey.SHIFT, self.typed.shift),
            spoken=_("Capital letter"),
        )
        for row, line in zip(rows, lines, strict=False):
            yield Row(tuple(map(_sign, row)), gap=_GAP), line
        empty = (Text(""),) * (_COLUMNS - 2 - len(last))
        yield Row((shift, *map(_sign, last), *empty, _delete()), gap=_GAP), lines[-1]

    def _number_keys(self, lines: list[Box]) -> Iterator[tuple[Block, Box]]:
        shares = _UPRIGHT_HALVES if self._upright else _NUMBER_HALVES
        halves = [line.split_columns(shares, dp(3 * _GAP)) for line in lines]
        for row, (digits, _rest) in zip(self.typed.rows, halves, strict=True):
            yield Row(tuple(map(_sign, row)), gap=_GAP), digits
        upper, lower, insert, delete = (rest for _digits, rest in halves)
        code = Box(upper.x, lower.y, upper.width, upper.top - lower.y)
        yield Picture(_write_code, about=(self.typed.code, self.typed.coded_character)), code
        yield _worded(SpecialKey.INSERT, _("Insert this character"), ButtonStyle.PLAIN), insert
        yield _delete(), delete.split_columns((1,) * (4 if self._upright else 6), dp(_GAP))[-1]

    def _bar(self) -> tuple[Row, ...]:
        page = _worded(SpecialKey.PAGE, _(_PAGE_NAMES[self.typed.next_page]), width=1.2)
        space = _worded(SpecialKey.SPACE, _("Space"), width=4.1)
        clear = _worded(SpecialKey.CLEAR, _("Clear"), width=1.5)
        width = 1.0 if self._upright else 1.5
        cancel = _worded(SpecialKey.CANCEL, _("Cancel"), width=width)
        width = 1.0 if self._upright else 1.7
        done = _worded(SpecialKey.DONE, self._done or _("Done"), ButtonStyle.PRIMARY, width)
        if self._upright:
            return Row((page, space, clear), gap=_GAP), Row((cancel, done), gap=_GAP)
        return (Row((cancel, page, space, clear, done), gap=_GAP),)


class _KeySign(msgspec.Struct, frozen=True):
    key: SpecialKey
    lit: bool = False


def _sign(sign: str) -> Button:
    return Button(f"key.{sign}", sign, sign, size=_SIGN_SIZE)


def _worded(
    key: SpecialKey, text: str, style: ButtonStyle = ButtonStyle.QUIET, width: float = 1.0
) -> Button:
    return Button(f"key.{key}", key, text, style, size=theme.TEXT, width=width)


def _delete() -> Button:
    spoken, sign = _("Delete the last letter"), _KeySign(SpecialKey.DELETE)
    return Button(
        "key.delete", SpecialKey.DELETE, style=ButtonStyle.QUIET, symbol=sign, spoken=spoken
    )


_PAGE_NAMES = {
    KeyPage.LETTERS: mark("abc"),
    KeyPage.WESTERN: mark("àéö"),
    KeyPage.CENTRAL: mark("čłő"),
    KeyPage.SIGNS: mark("?!&"),
    KeyPage.NUMBER: mark("U+…"),
}


def _write_head(layer: Surface, box: Box, message: str, warns: bool, count: str) -> None:  # noqa: FBT001 - positional, as `Picture` passes it
    told, end = box.split_columns((0.8, 0.2), dp(_GAP))
    ink = theme.SAND if warns else theme.LIGHT
    layer.write(message, told, ink=ink, size=theme.DECISION_TEXT, bold=True)
    layer.write(count, end, ink=theme.LIGHT_SOFT, halign="right")


def _write_code(layer: Surface, box: Box, code: str, coded: str | None) -> None:
    layer.fill(theme.SURFACE, radius=10)
    inner = box.inset(dp(12), dp(6))
    number, sign = (inner, inner) if coded is None else inner.split_columns((0.7, 0.3), dp(_GAP))
    text = _("Type a character's number in Unicode, for example 1f600.")
    if code:
        text = _("Character U+{code}", code=code.upper().rjust(CODE_LENGTH, "0"))
    layer.write(text, number, size=theme.DECISION_TEXT)
    if coded is not None:
        layer.write(escape_invisible(coded), sign, size=36, halign="center")


def _write_typed(layer: Surface, paper: Box, text: str, fresh: bool) -> None:  # noqa: FBT001 - likewise
    layer.fill(theme.PAPER, paper, radius=10)
    box = paper.inset(dp(12), dp(8))
    size = float(_TYPED_SIZE)
    lines = _broken(text, box.width, size)
    while len(lines) * sp(size * _LINE_HEIGHT) > box.height and size > smallest_text_size():
        size = max(size - 1, smallest_text_size())
        lines = _broken(text, box.width, size)
    height = sp(size * _LINE_HEIGHT)
    ground = theme.RIVER if fresh else theme.PAPER
    top = box.center[1] + len(lines) * height / 2
    place = box
    for number, line in enumerate(lines, start=1):
        place = Box(box.x, top - number * height, box.width, height)
        if fresh:
            layer.fill(ground, Box(box.x, place.y, text_width(line, size), height))
        if line:
            layer.write(line, place, ink=theme.INK, ground=ground, size=size)
    if fresh:
        return
    end = box.x + text_width(lines[-1], size) + dp(2)
    with layer.canvas:
        Ink(*theme.BONUS_RED)
        Rectangle(pos=(round(end), round(place.y + height * 0.1)), size=(dp(2), height * 0.8))


def _broken(text: str, width: float, size: float) -> list[str]:
    lines: list[str] = []
    rest = text
    while (fitting := count_fitting_letters(rest, width, size, bold=False)) < len(rest):
        end = rest.rfind(" ", 0, fitting) + 1 or fitting
        lines.append(rest[:end])
        rest = rest[end:]
    return [*lines, rest]


def _draw_sign(symbol: _KeySign, center: Point, size: float) -> None:
    ink = theme.INK if symbol.lit else theme.LIGHT
    size = min(dp(11), size * 0.23 / 0.36)
    if symbol.key is SpecialKey.SHIFT:
        draw_polygon(canvas_points(center, size, (-1, 0), (1, 0), (0, 1)), ink)
        draw_polygon(canvas_points(center, size, (-0.4, -1), (0.4, -1), (0.4, 0), (-0.4, 0)), ink)
        return
    tag = ((-1.7, 0), (-0.7, 0.9), (1.4, 0.9), (1.4, -0.9), (-0.7, -0.9))
    Ink(*ink)
    SmoothLine(
        points=flat_coordinates(canvas_points(center, size, *tag)), close=True, width=size * 0.12
    )
    for tilt in (0.4, -0.4):
        stroke = canvas_points(center, size, (-0.1, -tilt), (0.7, tilt))
        SmoothLine(points=flat_coordinates(stroke), width=size * 0.12)


draw_symbol.register(_KeySign, _draw_sign)
