"""Turns all that lies on it as a whole, and turns the fingers' positions back: only here."""

from kivy.graphics import PopMatrix, PushMatrix, Rotate, Translate
from kivy.input.motionevent import MotionEvent
from kivy.uix.widget import Widget

from kiosk.rotation import Rotation
from kiosk.toolkit.surface import Box


class Turntable(Widget):
    """A part of the window, `area`, with everything on it turned by `rotation`.

    What lies on it has the place (0, 0) and `turned_size`, and knows nothing of the turn. All turns
    are quarters around the middle: a whole pixel stays one.
    """

    def __init__(self, area: Box, rotation: Rotation = Rotation.NONE) -> None:
        super().__init__(size_hint=(None, None))
        self.area, self.rotation = area, rotation
        with self.canvas.before:
            PushMatrix()
            self._to_middle = Translate()
            self._turn = Rotate(axis=(0, 0, 1))
            self._from_middle = Translate()
        with self.canvas.after:
            PopMatrix()
        self.turn(rotation, area)

    def turn(self, rotation: Rotation, area: Box | None = None) -> None:
        """Turn what lies on it so far, in another part of the window if one is given."""
        self.area, self.rotation = area or self.area, rotation
        self.pos, self.size = self.area[:2], self.area[2:]
        width, height = self.turned_size
        self._to_middle.xy = self.area.center
        self._turn.angle = int(rotation)
        self._from_middle.xy = (-width / 2, -height / 2)

    @property
    def turned_size(self) -> tuple[float, float]:
        """The width and height of what lies on it, as who faces it sees them; in pixels."""
        return self.rotation.size(self.area.width, self.area.height)

    def to_local(self, x: float, y: float, relative: bool = False) -> tuple[float, float]:  # noqa: ARG002, FBT001, FBT002 - Kivy's own
        """Where a point of the window lies on what is turned."""
        width, height = self.turned_size
        middle_x, middle_y = self.area.center
        right, up = self.rotation.turned_back(x - middle_x, y - middle_y)
        return (right + width / 2, up + height / 2)

    def to_parent(self, x: float, y: float, relative: bool = False) -> tuple[float, float]:  # noqa: ARG002, FBT001, FBT002 - Kivy's own
        """Where a point of what is turned lies in the window."""
        width, height = self.turned_size
        middle_x, middle_y = self.area.center
        right, up = self.rotation.turned(x - width / 2, y - height / 2)
        return (right + middle_x, up + middle_y)

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Hand a touch on, turned back."""
        return self._hand_on("on_touch_down", touch)

    def on_touch_move(self, touch: MotionEvent) -> bool:
        """Hand a touch on, turned back."""
        return self._hand_on("on_touch_move", touch)

    def on_touch_up(self, touch: MotionEvent) -> bool:
        """Hand a touch on, turned back."""
        return self._hand_on("on_touch_up", touch)

    def _hand_on(self, what: str, touch: MotionEvent) -> bool:
        # Whoever grabs a touch is told of it by Kivy itself, which turns it back by `to_local`.
        touch.push()
        touch.apply_transform_2d(self.to_local)
        taken = bool(getattr(super(), what)(touch))
        touch.pop()
        return taken
