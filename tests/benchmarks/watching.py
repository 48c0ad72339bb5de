"""Watches an idle window; imports nothing that a bare window would not."""

import json
import resource
import sys
import time
from pathlib import Path
from typing import Any


def tell(**figures: object) -> None:
    """Print results for the process that waits in `measured`."""
    sys.stdout.write(f"\n{json.dumps(figures)}\n")
    sys.stdout.flush()


def watch(seconds: float, settled: float) -> dict[str, Any]:
    """Return a dict that is filled when the app that runs next has ended.

    The idle window is watched for `seconds`, from `settled` seconds after the first picture on.
    """
    from kivy.app import App  # noqa: PLC0415
    from kivy.clock import Clock  # noqa: PLC0415
    from kivy.core.window import Window  # noqa: PLC0415

    found: dict[str, Any] = {}
    flips: list[float] = []

    def flipped(_window: object) -> None:
        flips.append(time.monotonic())
        if len(flips) == 1:
            Clock.schedule_once(begin, settled)

    def begin(_delta: float) -> None:
        before, drawn, began = time.process_time(), len(flips), time.monotonic()

        def end(_delta: float) -> None:
            passed = time.monotonic() - began
            found.update(share=(time.process_time() - before) / passed, draws=len(flips) - drawn)
            found.update(memory=memory())
            App.get_running_app().stop()

        Clock.schedule_once(end, seconds)

    Window.bind(on_flip=flipped)
    return found


def drawn_instructions(instruction: Any) -> int:
    """Return the number of graphics instructions of a picture; textures were drawn before."""
    from kivy.graphics import Fbo  # noqa: PLC0415

    if isinstance(instruction, Fbo) and not instruction.needs_redraw:
        return 1
    below = list(getattr(instruction, "children", ()))
    if getattr(instruction, "has_before", False):
        below.append(instruction.before)
    if getattr(instruction, "has_after", False):
        below.append(instruction.after)
    return 1 + sum(map(drawn_instructions, below))


def memory() -> int:
    """Return this process's memory in use, in KiB."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * resource.getpagesize() // 1024
