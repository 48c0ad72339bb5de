"""GPIO outputs with software PWM.

The kernel's GPIO interface can only set levels.
"""

from collections.abc import Sequence
from contextlib import suppress

from gpiod import LineRequest, LineSettings
from gpiod.line import Direction, Value

_ROUNDING = 1e-6
_LEVELS = {True: Value.ACTIVE, False: Value.INACTIVE}


class PulsedOutputs:
    """Requested GPIO pins that drive lamps or a buzzer; all of them are off at first.

    The pins are pulsed in phase, so that several dimmed lamps need no more wake-ups than one. The
    owner calls `pulse` at each time that `pulse` returns.
    """

    def __init__(self, request: LineRequest, pins: Sequence[int]) -> None:
        self._request = request
        self._pins = tuple(pins)
        self._on = [False] * len(pins)
        self._duties: Sequence[float] = [0] * len(pins)
        self._hertz = 1.0

    def set(self, duties: Sequence[float], hertz: float, now: float) -> None:
        """Pulse the pins; `duties` has the duty cycle of each pin, 0.0 (off) to 1.0 (on).

        Raises OSError if a level cannot be set.
        """
        self._duties, self._hertz = duties, hertz
        self.pulse(now)

    def pulse(self, now: float) -> float | None:
        """Set the levels of the time `now`; return the time of the next change, or None.

        Raises OSError if a level cannot be set.
        """
        # An edge that is due now must not be missed because of rounding.
        phase = (now * self._hertz + _ROUNDING) % 1
        on = [phase < duty for duty in self._duties]
        if on != self._on:
            self._request.set_values(
                dict(zip(self._pins, [_LEVELS[level] for level in on], strict=True))
            )
            self._on = on
        edges = {duty for duty in self._duties if 0 < duty < 1}
        if not edges:
            return None
        edge = min((edge for edge in edges if edge > phase), default=1)
        return now + (edge - phase + _ROUNDING) / self._hertz

    def close(self) -> None:
        """Turn the outputs off and release the pins. Errors of broken pins are ignored."""
        with suppress(OSError):
            self._request.set_values(dict.fromkeys(self._pins, Value.INACTIVE))
            # A released output may keep its level; an input does not.
            self._request.reconfigure_lines({self._pins: LineSettings(direction=Direction.INPUT)})
        self._request.release()
