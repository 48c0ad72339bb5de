from kivy.core.window import WindowBase

class MouseMotionEventProvider:
    def on_mouse_press(
        self, win: WindowBase, x: float, y: float, button: str, modifiers: list[str]
    ) -> None: ...
    def on_mouse_release(
        self, win: WindowBase, x: float, y: float, button: str, modifiers: list[str]
    ) -> None: ...
