"""Cost of the app's start, with the saved games in a folder.

    python -m tests.benchmarks.app_start FOLDER

Prints the main thread's seconds of processor time until the first picture: `meduris` itself is
called, with all imports and reads for its start page.
"""

import sys
import time

from kiosk import cli, process
from tests.benchmarks.watching import tell

_configure = process.configure_kivy


def main() -> None:
    """Run `meduris` until its first picture, and print."""
    started: list[float] = []

    def configure_kivy(width: int, height: int, *, fullscreen: bool) -> None:
        """Set up Kivy as usual, and listen to its window, which can be imported from now on."""
        _configure(width, height, fullscreen=fullscreen)
        from kivy.app import App  # noqa: PLC0415
        from kivy.clock import Clock  # noqa: PLC0415
        from kivy.core.window import Window  # noqa: PLC0415

        def flipped(_window: object) -> None:
            if not started:
                started.append(time.thread_time())
                Clock.schedule_once(lambda _delta: App.get_running_app().stop())

        Window.bind(on_flip=flipped)

    process.configure_kivy = configure_kivy
    words = ["--data", sys.argv[1], "--size", "800x480", "--lang=en"]
    status = cli.main(words)
    if status:
        raise SystemExit(status)
    tell(seconds=started[0])


if __name__ == "__main__":
    main()
