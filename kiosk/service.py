"""Notifies systemd that the touchscreen's service is ready and alive.

The module also writes the service's status to a file for `meduris doctor`. Configure Kivy before
importing this module.
"""

import os
import time
from typing import Any

import msgspec
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.graphics.opengl import GL_RENDERER, glGetString
from kivy.input.motionevent import MotionEvent
from kivy.logger import Logger

from kiosk.machine.status import KioskStatus, TouchCounter, runtime_folder, write_status
from kiosk.machine.systemd_notify import ALIVE, PULSE_SECONDS, READY, notify_systemd
from kiosk.machine.version import running_version


class KioskService:
    """Reports to systemd that the window has been drawn and the app is alive.

    `began` is the start time of the process, in monotonic seconds.
    """

    def __init__(self, began: float) -> None:
        self._began = began
        self._count = TouchCounter()
        self._status: KioskStatus | None = None
        Window.bind(on_flip=self._first_picture, on_touch_down=self._count_touch)

    def _first_picture(self, *_event: object) -> None:
        Window.unbind(on_flip=self._first_picture)
        # The picture is shown right after this event, before the next frame of the clock.
        Clock.schedule_once(self._is_up)

    def _is_up(self, _delta: float) -> None:
        self._status = KioskStatus(
            version=running_version(),
            renderer=_renderer(),
            window_provider=type(Window).__module__.rpartition(".")[2],
            video_driver=os.environ.get("SDL_VIDEODRIVER", ""),
            width=round(Window.width),
            height=round(Window.height),
            start_seconds=round(time.monotonic() - self._began, 2),
        )
        Logger.warning(
            "Meduris: first picture after %.2f s on %s", self._status.start_seconds, _renderer()
        )
        notify_systemd(READY)
        self._pulse()
        Clock.schedule_interval(self._pulse, PULSE_SECONDS)

    def _pulse(self, _delta: float = 0) -> None:
        notify_systemd(ALIVE)
        folder = runtime_folder()
        if folder is None or self._status is None:
            return
        told = msgspec.structs.replace(
            self._status, touches=self._count.touches, doubled_touches=self._count.doubled_touches
        )
        try:
            write_status(told, folder)
        except OSError as error:
            Logger.warning("Meduris: the status for the doctor could not be written: %s", error)

    def _count_touch(self, _window: Any, touch: MotionEvent) -> bool:
        self._count.count_touch(Clock.get_time(), *touch.pos)
        return False


def _renderer() -> str:
    told = glGetString(GL_RENDERER)
    return told.decode(errors="replace") if isinstance(told, bytes) else str(told)
