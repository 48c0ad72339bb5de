"""GPIO outputs with software PWM.

The kernel's GPIO interface can only set levels.
"""

import threading
import time
from contextlib import suppress

from gpiod import Chip, LineSettings
from gpiod.line import Direction, Value

CONSUMER = "meduris"
"""Name that `gpioinfo` shows for a pin in use."""


class Output:
    """A GPIO pin that drives a lamp or a buzzer, off at first.

    Raises OSError if the pin cannot be opened.
    """

    def __init__(self, chip: Chip, pin: int, *, active_low: bool = False) -> None:
        self._pin = pin
        off = LineSettings(direction=Direction.OUTPUT, active_low=active_low)
        self._request = chip.request_lines({pin: off}, CONSUMER)

    def set(self, *, on: bool) -> None:
        self._request.set_value(self._pin, Value.ACTIVE if on else Value.INACTIVE)

    def close(self) -> None:
        """Turn the output off and release the pin. Errors of a broken pin are ignored."""
        with suppress(OSError):
            self.set(on=False)
            # A released output may keep its level; an input does not.
            self._request.reconfigure_lines({self._pin: LineSettings(direction=Direction.INPUT)})
        self._request.release()


class PulseGenerator:
    """Software PWM: one thread pulses all outputs in phase, and sleeps while no output is pulsed.

    Each pulse takes two system calls, which is 800 a second for two lamps at 200 Hz.
    """

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._pulses: dict[Output, tuple[float, float]] = {}
        self._levels: dict[Output, bool] = {}
        self._failure: OSError | None = None
        self._thread: threading.Thread | None = None
        self._is_closed = False

    def set(self, output: Output, hertz: float, duty: float) -> None:
        """Pulse `output` at `hertz` with a duty cycle of 0.0 to 1.0.

        Raises OSError if this fails, or if the last pulse in the thread failed.
        """
        with self._changed:
            if self._failure is not None:
                raise self._failure
            self._pulses.pop(output, None)
            self._levels.pop(output, None)
            if not 0 < duty < 1:
                output.set(on=duty > 0)
                return
            self._pulses[output] = hertz, duty
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="pulses", daemon=True)
                self._thread.start()
            self._changed.notify()

    def close(self) -> None:
        """Stop all pulses. Each output keeps the level that it has at that moment."""
        with self._changed:
            self._is_closed = True
            self._changed.notify()
        if self._thread is not None:
            self._thread.join()

    def _run(self) -> None:
        with self._changed:
            while not self._is_closed:
                try:
                    wait = self._step(time.monotonic())
                except OSError as error:
                    self._failure = error
                    return
                self._changed.wait(wait)

    def _step(self, now: float) -> float | None:
        """Set all levels that are due; return the seconds until the next change."""
        waits = []
        for output, (hertz, duty) in self._pulses.items():
            phase = now * hertz % 1
            on = phase < duty
            if self._levels.get(output) is not on:
                output.set(on=on)
                self._levels[output] = on
            waits.append(((duty if on else 1) - phase) / hertz)
        return min(waits, default=None)
