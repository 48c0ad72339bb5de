from collections.abc import Callable

class ClockEvent:
    timeout: float
    def __call__(self, *args: object) -> bool | None: ...
    def cancel(self) -> None: ...

class _Clock:
    def get_time(self) -> float: ...
    def schedule_once(
        self, callback: Callable[[float], object], timeout: float = 0
    ) -> ClockEvent: ...
    def schedule_interval(
        self, callback: Callable[[float], object], timeout: float
    ) -> ClockEvent: ...
    def create_trigger(
        self, callback: Callable[[float], object], timeout: float = 0, interval: bool = False
    ) -> ClockEvent: ...

Clock: _Clock
