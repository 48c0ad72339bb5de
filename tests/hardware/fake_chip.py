"""A GPIO chip in place of the kernel's, with lines that tests drive from outside."""

import os
import time
from collections import deque
from types import SimpleNamespace
from typing import Any

from gpiod.edge_event import EdgeEvent
from gpiod.line import Bias, Direction, Edge, Value

from hardware.lamps import Clock


class FakeLine:
    """A requested line; `level` is its voltage, `written` has each level set and its time."""

    def __init__(self, settings: Any, clock: Clock, *, tells_edges: bool) -> None:
        self.settings = settings
        self.level = settings.bias is Bias.PULL_UP
        self.written: list[tuple[float, bool]] = []
        self.is_released = self.is_gone = False
        self._clock = clock
        self._tells_edges = tells_edges
        self._edges: deque[Any] = deque()
        self.fd, self._bell = os.pipe()
        if settings.direction is Direction.OUTPUT:
            self._put(settings.output_value)

    def drive(self, *, high: bool) -> None:
        """Change the level from outside."""
        self.level = high
        if self._tells_edges and self.settings.edge_detection is Edge.BOTH:
            kind = EdgeEvent.Type.RISING_EDGE if high else EdgeEvent.Type.FALLING_EDGE
            at = round(self._clock() * 1e9)
            self._edges.append(SimpleNamespace(event_type=kind, timestamp_ns=at))
            os.write(self._bell, b"!")

    def wait_edge_events(self, timeout: float) -> bool:
        assert timeout == 0
        self._check()
        return bool(self._edges)

    def read_edge_events(self) -> list[Any]:
        os.read(self.fd, 1)
        return [self._edges.popleft()]

    def get_value(self, _number: int) -> Value:
        self._check()
        return Value.ACTIVE if self.level else Value.INACTIVE

    def set_value(self, _number: int, value: Value) -> None:
        self._check()
        self._put(value)

    def reconfigure_lines(self, config: dict[int, Any]) -> None:
        self._check()
        (self.settings,) = config.values()

    def release(self) -> None:
        self.is_released = True
        os.close(self.fd)
        os.close(self._bell)

    def _put(self, value: Value) -> None:
        self.level = (value is Value.ACTIVE) is not self.settings.active_low
        self.written.append((time.monotonic(), self.level))

    def _check(self) -> None:
        if self.is_gone:
            raise OSError(19, "No such device")


class FakeChip:
    """A chip and its requested lines. The pin `busy` is used by another program."""

    def __init__(
        self, clock: Clock = time.monotonic, *, tells_edges: bool = True, busy: int | None = None
    ) -> None:
        self.lines: dict[int, FakeLine] = {}
        self.is_closed = False
        self._clock = clock
        self._tells_edges = tells_edges
        self._busy = busy

    def request_lines(self, config: dict[int, Any], _consumer: str) -> FakeLine:
        ((number, settings),) = config.items()
        if number == self._busy:
            raise OSError(16, "Device or resource busy")
        self.lines[number] = FakeLine(settings, self._clock, tells_edges=self._tells_edges)
        return self.lines[number]

    def close(self) -> None:
        self.is_closed = True
