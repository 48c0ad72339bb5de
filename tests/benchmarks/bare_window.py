"""What a bare Kivy window costs, with the app's settings: the baseline of most lines.

    python -m tests.benchmarks.bare_window [SECONDS]

Told are the main thread's seconds of processor time until its first picture and, where it is to
lie idle for some SECONDS afterwards, what `watch` finds. Nothing of the app is imported: the
settings come from Kivy's home and environment, where `processes` has put them.
"""

import sys
import time

from kivy.app import App
from kivy.core.window import Window
from kivy.uix.widget import Widget

from tests.benchmarks.watching import tell, watch

_SETTLED_SECONDS = 4


class BareApp(App):
    """Shows nothing."""

    def build(self) -> Widget:
        """Nothing."""
        return Widget()


def main() -> None:
    """Open the window, measure, and tell."""
    started: list[float] = []
    Window.bind(on_flip=lambda _window: started.append(time.thread_time()))
    seconds = float(sys.argv[1]) if sys.argv[1:] else 0.0
    rest = watch(seconds, _SETTLED_SECONDS if seconds else 0)
    BareApp().run()
    tell(seconds=started[0], **rest)


if __name__ == "__main__":
    main()
