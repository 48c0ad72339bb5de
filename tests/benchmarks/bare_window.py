"""What a bare Kivy window costs, with the app's settings: the baseline of most lines.

    python -m tests.benchmarks.bare_window [SECONDS]

Told are the main thread's seconds of processor time until its first picture and, where it is to
lie idle for some SECONDS afterwards, what `at_rest` tells of that.
"""

import sys
import time

from kiosk import process
from tests.benchmarks.processes import tell


def main() -> None:
    """Open the window, measure, and tell."""
    process.configure(800, 480, fullscreen=False)
    from kivy.app import App  # noqa: PLC0415 - Kivy is configured by now
    from kivy.core.window import Window  # noqa: PLC0415
    from kivy.uix.widget import Widget  # noqa: PLC0415

    from tests.benchmarks.at_rest import watch  # noqa: PLC0415

    class BareApp(App):
        def build(self) -> Widget:
            return Widget()

    started: list[float] = []
    Window.bind(on_flip=lambda _window: started.append(time.thread_time()))
    rest = watch(float(sys.argv[1]) if sys.argv[1:] else 0)
    BareApp().run()
    tell(seconds=started[0], **rest)


if __name__ == "__main__":
    main()
