"""What taps: a finger, which SDL tells of as of a mouse's first button, and that button itself."""

from typing import TYPE_CHECKING

from kivy.input.factory import MotionEventFactory
from kivy.input.providers.mouse import MouseMotionEventProvider

if TYPE_CHECKING:
    from kivy.core.window import WindowBase

_FIRST, _ALL = "left", "all"


class FirstButton(MouseMotionEventProvider):
    """Kivy's mouse without its other buttons; a notch of the wheel is one of those for Kivy."""

    def on_mouse_press(
        self, win: "WindowBase", x: float, y: float, button: str, modifiers: list[str]
    ) -> None:
        """Begin a touch with the first button."""
        if button == _FIRST:
            super().on_mouse_press(win, x, y, button, modifiers)

    def on_mouse_release(
        self, win: "WindowBase", x: float, y: float, button: str, modifiers: list[str]
    ) -> None:
        """End the touch with the first button, or where the window lets go of all."""
        if button in (_FIRST, _ALL):
            super().on_mouse_release(win, x, y, button, modifiers)


MotionEventFactory.register("first_button", FirstButton)
