"""Calibration of a touchscreen: crosses to tap, and an arrow that points up."""

from collections.abc import Callable, Sequence

from kivy.graphics import Color as Ink
from kivy.graphics import SmoothLine
from kivy.input.motionevent import MotionEvent
from kivy.metrics import dp, sp

from kiosk.rotation import DisplayPoint
from kiosk.ui import theme
from kiosk.ui.button import button_widget
from kiosk.ui.form import Button, ButtonStyle
from kiosk.ui.shapes import (
    Point,
    canvas_points,
    draw_disc,
    draw_polygon,
    draw_ring,
    flat_coordinates,
)
from kiosk.ui.surface import Box, BoxCutter, Surface, text_height

CROSSES: tuple[DisplayPoint, ...] = ((0.12, 0.86), (0.88, 0.86), (0.88, 0.14))
"""Places of the crosses on the unrotated display, relative to its size. With three corners, every
rotation and mirroring can be distinguished."""
_ARM, _RING, _WIDTH = 32, 20, 3.5
_DONE = 12
_MOST_WIDTH = 460
_BETWEEN = 14
_SHAFT, _HEAD = 0.17, 0.42
"""Half the widths of an arrow's shaft and head, relative to half the arrow's height."""


class CalibrationCrosses(Surface):
    """Widget that shows the next cross to tap, and ticks in place of the crosses already tapped.

    `number` is how many crosses have been tapped. `point_at` converts a place on the display to a
    point of the window. A touch anywhere is taken as a tap on the cross, because an uncalibrated
    screen reports touches in wrong places. `on_tap` receives the reported place of the touch and
    the place of the cross, both relative to the display's size.

    The button labelled `skip` calls `on_skip`. It is in the middle of the screen, where it can be
    tapped however the display is rotated or mirrored. The `texts` are above the button. The
    `advice` is below it, and may be empty.
    """

    def __init__(
        self,
        box: Box,
        point_at: Callable[[DisplayPoint], Point],
        number: int,
        texts: tuple[str, ...],
        advice: tuple[str, ...],
        skip: str,
        on_tap: Callable[[DisplayPoint, DisplayPoint], object],
        on_skip: Callable[[], None],
    ) -> None:
        super().__init__(box)
        self._point_at = point_at
        self._target = CROSSES[number]
        self._on_tap = on_tap
        self._number = number
        self._texts, self._advice = texts, advice
        self._skip, self._on_skip = skip, on_skip
        self._drawn = False

    def on_parent(self, _crosses: object, parent: object) -> None:
        """Draw the cross once the widget has a parent: the parent knows the display's rotation."""
        if parent is None or self._drawn:
            return
        self._drawn = True
        with self.canvas:
            for number, place in enumerate(CROSSES[: self._number + 1]):
                x, y = center = self.to_widget(*self._point_at(place))
                if number < self._number:
                    draw_disc(center, dp(_RING), theme.RAISED_MORE)
                    lines = [
                        canvas_points(center, dp(_DONE), (-0.7, 0), (-0.15, -0.55), (0.75, 0.6))
                    ]
                else:
                    draw_ring(center, dp(_RING), theme.RIVER, dp(_WIDTH))
                    arm = dp(_ARM)
                    lines = [[(x - arm, y), (x + arm, y)], [(x, y - arm), (x, y + arm)]]
                Ink(*theme.LIGHT)
                for line in lines:
                    SmoothLine(points=flat_coordinates(line), width=dp(_WIDTH) / 2)
        self._write()

    def _write(self) -> None:
        box = self.box
        width = min(dp(_MOST_WIDTH), box.width * 0.62)
        left = box.center[0] - width / 2
        high = max(dp(theme.TOUCH), text_height(self._skip, width, theme.TEXT) + dp(16))
        # The button is exactly in the middle, where touches arrive despite any rotation.
        middle = Box(left, box.center[1] - high / 2, width, high)
        skip = Button("skip", None, self._skip, ButtonStyle.MAIN)
        self.add_widget(button_widget(skip, middle, theme.GROUND, lambda _action: self._on_skip()))
        gap = dp(_BETWEEN)
        above = Box(left, middle.top + gap, width, box.top - middle.top - gap)
        below = Box(left, box.y, width, middle.y - gap - box.y)
        self._write_lines(self._texts, above, theme.DECISION_TEXT, lowest=True)
        self._write_lines(self._advice, below, theme.TEXT, lowest=False)

    def _write_lines(self, texts: Sequence[str], box: Box, size: float, *, lowest: bool) -> None:
        if not texts:
            return
        gap = dp(_BETWEEN) / 3
        high = [text_height(text, box.width, size) + sp(2) for text in texts]
        room = min(1.0, (box.height - gap * (len(texts) - 1)) / sum(high))
        used = room * sum(high) + gap * (len(texts) - 1)
        column = BoxCutter(Box(box.x, box.y if lowest else box.top - used, box.width, used), gap)
        ink = theme.LIGHT if lowest else theme.LIGHT_SOFT
        for text, height in zip(texts, high, strict=True):
            self.write(
                text, column.cut_from_top(height * room), ink=ink, size=size, halign="center"
            )

    def on_touch_down(self, touch: MotionEvent) -> bool:
        if super().on_touch_down(touch):
            return True
        touch.grab(self)
        return True

    def on_touch_up(self, touch: MotionEvent) -> bool:
        if touch.grab_current is not self:
            return bool(super().on_touch_up(touch))
        touch.ungrab(self)
        self._on_tap((touch.sx, touch.sy), self._target)
        return True


def draw_up_arrow(surface: Surface, box: Box) -> None:
    half = min(box.height * 0.46, box.width * 0.46)
    x, y = box.center
    with surface.canvas:
        draw_disc(box.center, half * 1.06, theme.SURFACE)
        draw_ring(box.center, half * 1.06, theme.RAISED_MORE, dp(2))
        wide, low, neck = half * _SHAFT, y - half * 0.72, y + half * 0.08
        shaft = [(x - wide, low), (x + wide, low), (x + wide, neck), (x - wide, neck)]
        draw_polygon(shaft, theme.RIVER)
        head = half * _HEAD
        draw_polygon([(x - head, neck), (x + head, neck), (x, y + half * 0.78)], theme.RIVER)
