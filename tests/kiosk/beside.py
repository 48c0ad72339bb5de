"""What the app works out beside its own thread, for tests that want to see it."""

import threading
import time
from collections.abc import Callable
from pathlib import Path

from kiosk.machine.root_requests import STICK_ANSWER, TO_STICK
from kiosk.machine.stick_writing import WriteAnswer, write_to_stick
from tests.kiosk.touch import COARSE_FRAME, Touchscreen

_ENOUGH_SECONDS = 20
_LOOK_SECONDS = 1.25
"""Somewhat more than after which a page looks at a stick once more."""
_WORKERS = (
    "saved game",
    "saved games",
    "stick",
    "stick-job",
    "restoring",
    "code",
    "doctor",
    "help",
)


def until_shown(touch: Touchscreen, *workers: str) -> None:
    for thread in threading.enumerate():
        if thread.name in (workers or ("code",)):
            thread.join(_ENOUGH_SECONDS)
    touch.step()


def settle(touch: Touchscreen, looks: int = 3) -> None:
    """Wait until no job runs, and the page has heard of the last one."""
    for _again in range(looks):
        until_shown(touch, *_WORKERS)
        touch.wait(_LOOK_SECONDS, COARSE_FRAME)
    until_shown(touch, *_WORKERS)


def until(touch: Touchscreen, come: Callable[[], bool]) -> None:
    end = time.monotonic() + _ENOUGH_SECONDS
    while not come() and time.monotonic() < end:
        time.sleep(0.01)
        touch.wait(0.1)
    assert come()


def write_as_root(asked: Path, data: Path, sticks: Path) -> WriteAnswer:
    """Carry out the request for a stick in `asked`, as root's unit does, and leave the answer."""
    answer = write_to_stick(asked / TO_STICK, data, sticks, lambda *_asked: None)
    (asked / TO_STICK).unlink()
    (asked / STICK_ANSWER).write_text(answer.encode())
    return answer
