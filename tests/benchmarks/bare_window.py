"""What a bare Kivy window costs, with the app's settings: the baseline of most lines.

    python -m tests.benchmarks.bare_window [SECONDS [drawn]]

Told are the main thread's seconds of processor time until its first picture and, where it is to
lie idle for some SECONDS afterwards, what `watch` finds. Nothing of the app is imported: the
settings come from Kivy's home and environment, where `processes` has put them.

It shows nothing, or, `drawn`, one word on one rectangle. For the memory that is another baseline:
a driver that draws by software loads its compiler for the first rectangle, 11 MiB of LLVM's code,
and Kivy what it writes with, whatever is drawn then. A window without a rectangle is none that
anybody would show; still it is the stricter measure, so there is a line for each.
"""

import sys
import time

from kivy.app import App
from kivy.core.window import Window
from kivy.graphics import Color, Rectangle
from kivy.uix.widget import Widget

from tests.benchmarks.watching import tell, watch

_SETTLED_SECONDS = 4


class BareApp(App):
    """Shows nothing, or one word on one rectangle where it is to be `drawn`."""

    def __init__(self, *, drawn: bool) -> None:
        super().__init__()
        self._drawn = drawn

    def build(self) -> Widget:
        """What it shows."""
        shown = Widget()
        if self._drawn:
            from kivy.core.text import Label  # noqa: PLC0415 - a part of what is measured

            word = Label(text="Meduris", font_size=20)
            word.refresh()
            with shown.canvas:
                Color(0.2, 0.3, 0.3)
                Rectangle(size=(200, 100))
                Color(1, 1, 1)
                Rectangle(texture=word.texture, size=word.texture.size)
        return shown


def main() -> None:
    """Open the window, measure, and tell."""
    started: list[float] = []
    Window.bind(on_flip=lambda _window: started.append(time.thread_time()))
    seconds = float(sys.argv[1]) if sys.argv[1:] else 0.0
    rest = watch(seconds, _SETTLED_SECONDS if seconds else 0)
    BareApp(drawn="drawn" in sys.argv).run()
    tell(seconds=started[0], **rest)


if __name__ == "__main__":
    main()
