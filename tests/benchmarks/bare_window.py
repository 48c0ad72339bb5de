"""Cost of a bare Kivy window with the app's settings: the baseline of most lines.

Tells the main thread's seconds of processor time until its first picture and, with SECONDS of
idling afterwards, the results of `watch`. Imports nothing of the app: the settings come from Kivy's
home and environment, prepared by `processes`.

It shows nothing, or while idling one word on one rectangle: for the first rectangle a software
driver loads its compiler, 11 MiB of LLVM's code, and Kivy its text provider.
"""

import sys
import time

from kivy.app import App
from kivy.core.window import Window
from kivy.graphics import Color, Rectangle
from kivy.uix.widget import Widget

from tests.benchmarks.watching import tell, watch

_SETTLED_SECONDS = 4
SECONDS = float(sys.argv[1]) if sys.argv[1:] else 0.0


class BareApp(App):
    def build(self) -> Widget:
        shown = Widget()
        if SECONDS:
            from kivy.core.text import Label  # noqa: PLC0415 - a part of what is measured

            word = Label(text="Meduris", font_size=20)
            word.refresh()
            with shown.canvas:
                Color(0.2, 0.3, 0.3)
                Rectangle(size=(200, 100))
                Color(1, 1, 1)
                Rectangle(texture=word.texture, size=word.texture.size)
        return shown


if __name__ == "__main__":
    started: list[float] = []
    Window.bind(on_flip=lambda _window: started.append(time.thread_time()))
    rest = watch(SECONDS, _SETTLED_SECONDS if SECONDS else 0)
    BareApp().run()
    tell(seconds=started[0], **rest)
