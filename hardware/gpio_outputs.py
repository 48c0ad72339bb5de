"""GPIO outputs with software PWM, because the kernel's GPIO interface can only set levels."""

from collections.abc import Sequence
from contextlib import suppress

from gpiod import LineRequest, LineSettings
from gpiod.line import Direction, Value

_Levels = dict[int | str, Value]
_ROUNDING = 1e-6


class PwmOutputs:
    """GPIO pins that drive lamps or a buzzer; all of them are off at first.

    The pulses of all pins begin at the same time. So several equally dimmed lamps wake the
    processor only as often as one lamp does. Each call of `update_outputs` returns the time at
    which the caller must call it again.
    """

    def __init__(self, request: LineRequest, pins: Sequence[int]) -> None:
        self._request = request
        self._pins = tuple(pins)
        self._hertz = 1.0
        self._off: _Levels = dict.fromkeys(pins, Value.INACTIVE)
        self._levels = self._off
        self._steps = [(1.0, self._off)]

    def set_pwm(self, duty_cycles: Sequence[float], hertz: float, now: float) -> None:
        """Start pulsing the pins `hertz` times a second.

        `duty_cycles` has a value for each pin, 0.0 (off) to 1.0 (on). Raises OSError if a level
        cannot be set.
        """
        ends = sorted({duty for duty in duty_cycles if 0 < duty < 1} | {1.0})
        # Each step ends at a fraction of the pulse's duration.
        self._steps = []
        for end in ends:
            on = (pin for pin, duty in zip(self._pins, duty_cycles, strict=True) if duty >= end)
            self._steps.append((end, self._off | dict.fromkeys(on, Value.ACTIVE)))
        self._hertz = hertz
        self.update_outputs(now)

    def update_outputs(self, now: float) -> float | None:
        """Set the pins' levels for the time `now`.

        Return the time of the next change, or None if the levels will not change. Raises OSError if
        a level cannot be set.
        """
        # The end of a step that is reached now must not be missed because of rounding.
        phase = (now * self._hertz + _ROUNDING) % 1
        end, levels = next(step for step in self._steps if phase < step[0])
        if levels is not self._levels:
            self._request.set_values(levels)
            self._levels = levels
        if len(self._steps) == 1:
            return None
        return now + (end - phase + _ROUNDING) / self._hertz

    def close(self) -> None:
        """Turn the outputs off and release the pins. Errors of broken pins are ignored."""
        with suppress(OSError):
            self._request.set_values(self._off)
            # A released output may keep its level; an input does not.
            self._request.reconfigure_lines({self._pins: LineSettings(direction=Direction.INPUT)})
        self._request.release()
