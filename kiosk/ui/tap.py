"""Buttons to tap or to hold, and their layout."""

from collections.abc import Callable, Sequence

from kivy.graphics import CanvasBase, Color, InstructionGroup
from kivy.input.motionevent import MotionEvent
from kivy.metrics import dp, sp

from kiosk.ui import theme
from kiosk.ui.cached_layer import box_above, canvas_above_layer
from kiosk.ui.rounded import rounded
from kiosk.ui.shapes import Draw, Point
from kiosk.ui.surface import Box, Surface, least_size, text_width
from kiosk.ui.theme import Rgb

_RADIUS = 10
_SIGN, _SIGN_GAP, _SIGN_MARGIN = 15, 6, 10
"""Half the width of a sign before the text, the gap after the sign, and the button's margin, in dp.
"""
_MARGIN = 4
"""Margin around a text without signs, in dp."""
_PRESSED_SHADE = 0.22
_STEP = 0.5
"""Step in sp by which letters shrink until they fit."""


class TapButton(Surface):
    """Button; `key` is its permanent name, `on_tap` is called when a finger is lifted inside it.

    `is_main` is set for the page's main answer; `block` is the block that the button shows. A tap
    is cancelled if the finger slides off the button, or if the button is removed or gets a new
    callback while it is touched.
    """

    def __init__(self, box: Box, key: str, on_tap: Callable[[], None]) -> None:
        super().__init__(box)
        self.key = key
        self.on_tap = on_tap
        self.is_main = False
        self.block: object = None
        self._meant: Callable[[], None] | None = None
        self._shaded = False
        self._shade: CanvasBase | None = None
        self._shade_on: InstructionGroup = self.canvas

    def close(self) -> None:
        """Remove the button and its callback, which often refers to the button's parent."""
        super().close()
        self._meant = None
        self.on_tap = _nothing

    def forget_finger(self) -> None:
        """Cancel the current touch, because the button now has another meaning."""
        self._meant = None

    def shade_when_pressed(self) -> None:
        """Darken the button whenever it is pressed.

        The shade is created only at the first press, because most buttons are never pressed.
        """
        self._shaded = True

    def on_touch_down(self, touch: MotionEvent) -> bool:
        if not self.collide_point(*touch.pos):
            return False
        touch.grab(self)
        self._meant = self.on_tap
        self.press(pressed=True)
        return True

    def on_touch_move(self, touch: MotionEvent) -> bool:
        """Show the button as pressed only while the finger is on it."""
        if touch.grab_current is not self:
            return False
        self.press(pressed=self.collide_point(*touch.pos))
        return True

    def on_touch_up(self, touch: MotionEvent) -> bool:
        """Treat the touch as a tap if the finger is lifted inside the button."""
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        self.press(pressed=False)
        # Check the window, not the parent: the parent may itself have been removed and cached.
        there = self.get_root_window() is not None and self._meant is self.on_tap
        if there and self.collide_point(*touch.pos):
            self.on_tap()
        return True

    def press(self, *, pressed: bool) -> None:
        if self._shade is not None and not pressed:
            self._shade_on.remove(self._shade)
            self._shade.clear()
            self._shade = None
        elif self._shaded and self._shade is None and pressed:
            self._shade = CanvasBase()
            with self._shade:
                Color(0, 0, 0, _PRESSED_SHADE)
                rounded(*box_above(self), dp(_RADIUS))
            self._shade_on = canvas_above_layer(self)
            self._shade_on.add(self._shade)

    def on_parent(self, _tap: object, parent: object) -> None:
        """Remove the shade and cancel the touch when the button is removed."""
        if parent is None:
            self.forget_finger()
            self.press(pressed=False)


class HoldButton(TapButton):
    """Button to hold down: calls `on_hold` when touched, and `on_tap` when released."""

    def __init__(
        self, box: Box, key: str, on_hold: Callable[[], None], on_release: Callable[[], None]
    ) -> None:
        super().__init__(box, key, on_release)
        self.on_hold = on_hold

    def on_touch_down(self, touch: MotionEvent) -> bool:
        taken = super().on_touch_down(touch)
        if taken:
            self.on_hold()
        return taken

    def on_touch_move(self, touch: MotionEvent) -> bool:
        """Continue the hold wherever the finger moves."""
        return touch.grab_current is self

    def on_touch_up(self, touch: MotionEvent) -> bool:
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        self.press(pressed=False)
        self.on_tap()
        return True


def _nothing() -> None:
    """Do nothing, as the callback of a removed button."""


def round_button(box: Box, key: str, sign: str, on_tap: Callable[[], None]) -> TapButton:
    """Return a button with a sign on a paper-coloured disc in the middle of its box."""
    tap = TapButton(box, key, on_tap)
    disc = Box(box.center[0] - dp(15), box.center[1] - dp(15), dp(30), dp(30))
    tap.fill(theme.PAPER_SHADE, disc, radius=15)
    tap.write(
        sign, box, ground=theme.PAPER_SHADE, size=theme.TITLE_TEXT, bold=True, halign="center"
    )
    return tap


def draw_question_mark(surface: Surface, center: Point, ground: Rgb) -> None:
    """Draw a small question mark, which shows that a tap gives an explanation."""
    lighter = theme.mixed(ground, theme.LIGHT, 0.15)
    disc = Box(center[0] - sp(11), center[1] - sp(11), sp(22), sp(22))
    surface.fill(lighter, disc, radius=11)
    surface.write("?", disc, ground=lighter, size=theme.SMALL_TEXT, bold=True, halign="center")


def draw_button(
    tap: TapButton,
    *,
    text: str = "",
    detail: str = "",
    signs: Sequence[Draw] = (),
    amounts: Sequence[tuple[Draw, int]] = (),
    fill: Rgb,
    ink: Rgb | None = None,
    bold: bool = False,
    size: float = theme.DECISION_TEXT,
    chosen: bool = False,
    is_name: bool = False,
) -> None:
    """Draw a button: signs and text at the left, `detail` at the right.

    Signs, text or a detail alone are drawn in the middle. `amounts` are signs, each with a number,
    also at the right. `size` is in sp. Bold text marks the main answer. If `chosen` is set, the
    button has a ring around it. If `is_name` is set, the text is never cut.
    """
    tap.is_main = bold
    box = tap.box
    written = ink or theme.ink_on(fill)
    if chosen:
        tap.fill(written, radius=_RADIUS)
        tap.fill(fill, box.inset(dp(3)), radius=_RADIUS - 2)
    else:
        tap.fill(fill, radius=_RADIUS)
    inner = _draw_signs(tap, box, signs, alone=not text and not amounts)
    if amounts:
        inner = _write_amounts(tap, inner, amounts, written, fill)
    if text and detail:
        _write_both(tap, inner, text, detail, written, fill, bold=bold, size=size)
    elif text:
        halign = "left" if signs else "center"
        tap.write(
            text,
            inner,
            ink=written,
            ground=fill,
            size=size,
            bold=bold,
            halign=halign,
            is_name=is_name,
        )
    tap.shade_when_pressed()


def width_beside(signs: int, width: float) -> float:
    """Return the width in pixels that remains for text in a button, beside `signs` signs."""
    if not signs:
        return float(width - dp(2 * _MARGIN))
    return float(width - dp(2 * _SIGN_MARGIN + 2 + signs * (2 * _SIGN + _SIGN_GAP)))


def split_for(
    box: Box, texts: Sequence[str], gap: float, size: float = theme.DECISION_TEXT
) -> list[Box]:
    """Split a box into boxes for buttons side by side with these texts, at `size` sp.

    The boxes are equally wide, unless one text needs room that other buttons can spare. If there is
    too little room at `size`, the boxes suit smaller letters.
    """
    usable = box.width - gap * (len(texts) - 1)
    needs = _needs(texts, fitting_size(box, texts, gap, size))
    if usable <= 0 or max(needs) <= usable / len(needs):
        return box.split((1,) * len(needs), gap)
    spare = (usable - sum(needs)) / len(needs)
    return box.split([need + spare for need in needs], gap)


def fitting_size(box: Box, texts: Sequence[str], gap: float, size: float) -> float:
    """Return the largest letter size in sp at which buttons with these texts fit side by side.

    The result is at most `size`. If no size fits, return the smallest letter size.
    """
    while not fit_side_by_side(box, texts, gap, size) and size > least_size():
        size = max(size - _STEP, least_size())
    return size


def fit_side_by_side(box: Box, texts: Sequence[str], gap: float, size: float) -> bool:
    """Return whether buttons with these texts fit side by side without breaking a word.

    `size` is the letter size in sp, `gap` the distance between buttons in pixels.
    """
    return sum(_needs(texts, size)) <= box.width - gap * (len(texts) - 1)


def _needs(texts: Sequence[str], size: float) -> list[float]:
    """Return the widths in pixels that buttons with these texts need, wide enough for a finger."""
    words = (text_width(text, size) + dp(2 * _MARGIN + 1) for text in texts)
    return [max(word, float(dp(theme.TOUCH))) for word in words]


def _draw_signs(tap: TapButton, box: Box, signs: Sequence[Draw], *, alone: bool) -> Box:
    """Draw the signs at the left, or in the middle if `alone`; return the box left for the text."""
    if alone:
        with tap.canvas:
            for draw in signs:
                draw(box.center, min(box.width, box.height) * 0.36)
        return box
    inner = box.inset(dp(_SIGN_MARGIN) if signs else dp(_MARGIN), dp(2))
    radius = min(dp(_SIGN), box.height * 0.32)
    x = inner.x
    with tap.canvas:
        for draw in signs:
            draw((x + radius, box.center[1]), radius)
            x += 2 * radius + dp(_SIGN_GAP)
    shift = x - inner.x + (dp(2) if signs else 0)
    return Box(inner.x + shift, inner.y, inner.width - shift, inner.height)


def _write_amounts(
    tap: TapButton, inner: Box, amounts: Sequence[tuple[Draw, int]], ink: Rgb, fill: Rgb
) -> Box:
    """Draw signs with their numbers from right to left, and return the box that remains free.

    The signs move closer together if there is too little room.
    """
    size, radius, edge, beside = theme.DECISION_TEXT, dp(11), dp(6), dp(5)
    widths = [text_width(str(number), size, bold=True) for _draw, number in amounts]
    taken = sum(widths) + len(amounts) * (beside + 2 * radius) + edge
    gap = min(max((inner.width - taken) / len(amounts), dp(3)), dp(12))
    right = inner.right - edge
    for (draw, number), width in reversed([*zip(amounts, widths, strict=True)]):
        place = Box(right - width, inner.y, width, inner.height)
        tap.write(str(number), place, ink=ink, ground=fill, size=size, bold=True)
        with tap.canvas:
            draw((place.x - beside - radius, inner.center[1]), radius)
        right = place.x - beside - 2 * radius - gap
    return Box(inner.x, inner.y, right - inner.x, inner.height)


def _write_both(
    tap: TapButton,
    inner: Box,
    text: str,
    detail: str,
    ink: Rgb,
    fill: Rgb,
    *,
    bold: bool,
    size: float,
) -> None:
    """Write the text and the detail side by side, each with the width that it needs."""
    line = inner.inset(dp(6), 0)
    first = text_width(text, size, bold=bold)
    second = text_width(detail, theme.TEXT)
    share = min(max(second / (first + second), 0.25), 0.75)
    left, right = line.split((1 - share, share), dp(6))
    tap.write(text, left, ink=ink, ground=fill, size=size, bold=bold)
    tap.write(detail, right, ink=ink, ground=fill, size=theme.TEXT, halign="right")
