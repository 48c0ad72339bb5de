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

    def __init__(self, request: "FakeRequest", settings: Any) -> None:
        self.settings = settings
        self.level = settings.bias is Bias.PULL_UP
        self.written: list[tuple[float, bool]] = []
        self.is_released = self.is_gone = False
        self._request = request
        if settings.direction is Direction.OUTPUT:
            self.put(settings.output_value)

    def drive(self, *, high: bool) -> None:
        self.level = high
        if self.settings.edge_detection is Edge.BOTH:
            self._request.tell_edge(rising=high)

    def put(self, value: Value) -> None:
        level = (value is Value.ACTIVE) is not self.settings.active_low
        if not self.written or level is not self.level:
            self.written.append((time.monotonic(), level))
        self.level = level


class FakeRequest:
    def __init__(self, config: dict[Any, Any], clock: Clock, *, tells_edges: bool) -> None:
        ((numbers, settings),) = config.items()
        numbers = numbers if isinstance(numbers, tuple) else (numbers,)
        self.fd, self._bell = os.pipe()
        self.lines = {number: FakeLine(self, settings) for number in numbers}
        self._clock = clock
        self._tells_edges = tells_edges
        self._edges: deque[Any] = deque()

    def tell_edge(self, *, rising: bool) -> None:
        if self._tells_edges:
            kind = EdgeEvent.Type.RISING_EDGE if rising else EdgeEvent.Type.FALLING_EDGE
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

    def get_value(self, number: int) -> Value:
        self._check()
        return Value.ACTIVE if self.lines[number].level else Value.INACTIVE

    def set_values(self, values: dict[int, Value]) -> None:
        self._check()
        for number, value in values.items():
            self.lines[number].put(value)

    def reconfigure_lines(self, config: dict[tuple[int, ...], Any]) -> None:
        self._check()
        for numbers, settings in config.items():
            for number in numbers:
                self.lines[number].settings = settings

    def release(self) -> None:
        for line in self.lines.values():
            line.is_released = True
        os.close(self.fd)
        os.close(self._bell)

    def _check(self) -> None:
        if any(line.is_gone for line in self.lines.values()):
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

    def request_lines(self, config: dict[Any, Any], _consumer: str) -> FakeRequest:
        request = FakeRequest(config, self._clock, tells_edges=self._tells_edges)
        if self._busy in request.lines:
            request.release()
            raise OSError(16, "Device or resource busy")
        self.lines |= request.lines
        return request

    def close(self) -> None:
        self.is_closed = True
