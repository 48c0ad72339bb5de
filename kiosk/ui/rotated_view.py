"""Rotation of widgets, including their touches."""

from collections.abc import Callable, Hashable

from kivy.clock import Clock, ClockEvent
from kivy.graphics import MatrixInstruction, PopMatrix, PushMatrix
from kivy.graphics.transformation import Matrix
from kivy.input.motionevent import MotionEvent

from kiosk.rotation import Rotation
from kiosk.ui.shapes import Point
from kiosk.ui.surface import Box, SurfaceWithChildCanvas

QUIET_SECONDS = 0.3
"""Seconds without touches that must pass before an automatic rotation."""
IGNORE_SECONDS = 0.5
"""Seconds after an automatic rotation during which touches are ignored, as they were meant for the
former content."""


class RotatedView(SurfaceWithChildCanvas):
    """Widget that rotates its children in quarter turns, within the box `area` of its parent.

    The children have the origin (0, 0) and the size `content_size`, as if nothing were rotated.
    `base_rotation`, at first `home`, is the rotation at which the children are upright for a viewer
    in front of the display; it depends on how the display is mounted. The callback `on_turn` is
    called after each rotation. The callback `may_turn` is called before an automatic rotation and
    returns whether the rotation is allowed.
    """

    def __init__(self, area: Box, home: Rotation = Rotation.NONE) -> None:
        super().__init__(area)
        self.size_hint = (None, None)  # the window resizes widgets with a size hint
        self.area, self.base_rotation, self.rotation = area, home, home
        self.on_turn: Callable[[], object] = lambda: None
        self.may_turn: Callable[[], bool] = lambda: True
        self._wanted = home
        self._fingers: set[Hashable] = set()
        self._deaf_until = 0.0
        self._look_again: ClockEvent | None = None
        with self.canvas:
            PushMatrix()
            self._turning = MatrixInstruction()
            self.canvas.add(self.child_canvas)
            PopMatrix()
        self.rotate(home)

    def rotate(self, rotation: Rotation, area: Box | None = None) -> None:
        """Rotate the content to `rotation`, and move it to the box `area` if that is given."""
        self.area = self.box = area or self.area
        self.rotation = self._wanted = rotation
        self.pos, self.size = self.area[:2], self.area[2:]
        (right_x, up_x), (right_y, up_y) = rotation.rotate_point(1, 0), rotation.rotate_point(0, 1)
        turned = Matrix()
        corner = self.to_parent(0, 0)
        turned.set(flat=(right_x, up_x, 0, 0, right_y, up_y, 0, 0, 0, 0, 1, 0, *corner, 0, 1))
        self._turning.matrix = turned
        self.on_turn()

    def set_base_rotation(self, home: Rotation) -> None:
        """Change `base_rotation` to `home`, and rotate the view by the same angle."""
        away = self.base_rotation.rotation_to(self.rotation)
        self.base_rotation = home
        self.rotate(home.plus(away))

    def rotate_when_untouched(self, rotation: Rotation, after: float = QUIET_SECONDS) -> None:
        """Rotate the view to `rotation` after `after` seconds, or later if it is touched then.

        The rotation also waits while `may_turn` returns False. If this is called again before the
        view has rotated, the later call replaces the earlier one.
        """
        self._wanted = rotation
        self._look_in(after)

    def _look_in(self, seconds: float) -> None:
        if self._look_again is not None:
            self._look_again.cancel()
            self._look_again = None
        if self._wanted is not self.rotation:
            self._look_again = Clock.schedule_once(self._look, seconds)

    def _look(self, _delta: float) -> None:
        if self._fingers or not self.may_turn():
            self._look_in(QUIET_SECONDS)
            return
        self._deaf_until = Clock.get_time() + IGNORE_SECONDS
        self.rotate(self._wanted)

    @property
    def is_touched(self) -> bool:
        return bool(self._fingers)

    def destroy(self) -> None:
        if self._look_again is not None:
            self._look_again.cancel()
        super().destroy()

    @property
    def content_size(self) -> tuple[float, float]:
        return self.rotation.rotated_size(self.area.width, self.area.height)

    def to_local(self, x: float, y: float, relative: bool = False) -> tuple[float, float]:  # noqa: ARG002, FBT001, FBT002 - Kivy's signature
        width, height = self.content_size
        middle_x, middle_y = self.area.center
        right, up = self.rotation.rotate_point_back(x - middle_x, y - middle_y)
        return (right + width / 2, up + height / 2)

    def to_parent(self, x: float, y: float, relative: bool = False) -> tuple[float, float]:  # noqa: ARG002, FBT001, FBT002 - Kivy's signature
        width, height = self.content_size
        middle_x, middle_y = self.area.center
        right, up = self.rotation.rotate_point(x - width / 2, y - height / 2)
        return (right + middle_x, up + middle_y)

    def box_to_parent(self, box: Box) -> Box:
        return _between(self.to_parent(box.x, box.y), self.to_parent(box.right, box.top))

    def box_to_local(self, box: Box) -> Box:
        return _between(self.to_local(box.x, box.y), self.to_local(box.right, box.top))

    def on_parent(self, _view: object, parent: object) -> None:
        """Forget all fingers when the view is removed, as Kivy will not report their lifting."""
        if parent is None:
            self._fingers.clear()

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Dispatch a touch in local coordinates, or ignore it right after an automatic rotation."""
        if not self.area.contains(touch.pos):
            return False
        self._fingers.add(touch.uid)
        if Clock.get_time() < self._deaf_until:
            return True
        return self._hand_on("on_touch_down", touch)

    def on_touch_move(self, touch: MotionEvent) -> bool:
        return touch.uid in self._fingers and self._hand_on("on_touch_move", touch)

    def on_touch_up(self, touch: MotionEvent) -> bool:
        if touch.uid not in self._fingers:
            return False
        self._fingers.discard(touch.uid)
        if self._look_again is not None:
            self._look_in(QUIET_SECONDS)
        return self._hand_on("on_touch_up", touch)

    def _hand_on(self, what: str, touch: MotionEvent) -> bool:
        # Kivy itself dispatches to a widget that grabbed the touch, through `to_local`.
        touch.push()
        touch.apply_transform_2d(self.to_local)
        taken = bool(getattr(super(), what)(touch))
        touch.pop()
        return taken


def _between(one: Point, other: Point) -> Box:
    (left, right), (bottom, top) = (sorted(sides) for sides in zip(one, other, strict=True))
    return Box(left, bottom, right - left, top - bottom)
