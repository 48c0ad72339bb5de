"""A gpiozero pin factory on libgpiod, for systems without lgpio.

Needs a kernel from 5.10 on, which timestamps edges and can debounce a pin. libgpiod has no PWM: one
thread makes the pulses of all dimmed pins, and sleeps while every pin is dark or fully lit. Source:
the documentation of gpiozero's pin factories and of libgpiod's Python bindings.
"""

import os
import selectors
import threading
import time
from dataclasses import replace
from datetime import timedelta
from typing import Any

from gpiod import Chip, LineSettings
from gpiod.edge_event import EdgeEvent
from gpiod.line import Bias, Direction, Edge, Value
from gpiozero import (
    PinFixedPull,
    PinInvalidBounce,
    PinInvalidFunction,
    PinInvalidPull,
    PinPWMFixedValue,
    PinSetInput,
)
from gpiozero.pins.local import LocalPiFactory, LocalPiPin

CONSUMER = "meduris"
"""Name that `gpioinfo` shows for a pin in use."""

_DIRECTIONS = {"input": Direction.INPUT, "output": Direction.OUTPUT}
_BIASES = {"up": Bias.PULL_UP, "down": Bias.PULL_DOWN, "floating": Bias.DISABLED}
_EDGES = {"both": Edge.BOTH, "rising": Edge.RISING, "falling": Edge.FALLING}


def open_chip(number: int) -> "GpiodFactory":
    """Return the pin factory of `/dev/gpiochipN`. Raises OSError."""
    return GpiodFactory(Chip(f"/dev/gpiochip{number}"))


class GpiodFactory(LocalPiFactory):  # type: ignore[misc]  # gpiozero has no types
    """Pin factory for gpiozero that controls one GPIO chip through libgpiod. Raises OSError."""

    def __init__(self, chip: Chip) -> None:
        super().__init__()
        self.pin_class = GpiodPin
        self.chip = chip
        self.edges = EdgeReader()
        self.pulses = PulseGenerator()

    def close(self) -> None:
        """Make every pin an input again and release all of them."""
        pins = list(self.pins.values())
        super().close()
        self.edges.close()
        self.pulses.close()
        for pin in pins:
            pin.release()
        self.chip.close()


class GpiodPin(LocalPiPin):  # type: ignore[misc]
    """A GPIO pin for gpiozero; an input with the board's pull resistor until it is configured."""

    def __init__(self, factory: GpiodFactory, info: Any) -> None:
        super().__init__(factory, info)
        self._settings = LineSettings(direction=Direction.INPUT)
        self._request = factory.chip.request_lines({self._number: self._settings}, CONSUMER)
        self._pull = "floating"
        self._edges = "both"
        self._frequency: float | None = None
        self._duty = 0.0
        self._failure: OSError | None = None

    def close(self) -> None:
        """Make the pin an input again; the factory releases it to the kernel."""
        if self._request:
            self.when_changed = None
            self.frequency = None
            self._configure(LineSettings(direction=Direction.INPUT))

    def release(self) -> None:
        """Return the pin to the kernel."""
        self._request.release()

    @property
    def fd(self) -> int:
        """File descriptor that becomes readable on an edge."""
        return self._request.fd

    def tell_edges(self) -> None:
        """Pass pending edges to the callback.

        If the chip is gone, the next read of the pin fails instead.
        """
        try:
            events = self._request.read_edge_events()
        except OSError as error:
            self._failure = error
            self.factory.edges.forget(self)
            self._call_when_changed(state=0)
            return
        for event in events:
            level = event.event_type is EdgeEvent.Type.RISING_EDGE
            self._call_when_changed(event.timestamp_ns / 1e9, int(level))

    def write(self, *, high: bool) -> None:
        self._request.set_value(self._number, Value.ACTIVE if high else Value.INACTIVE)

    def fail(self, error: OSError) -> None:
        """Store `error` to be raised at the next access to the pin, as its thread has no caller."""
        self._failure = error

    def _configure(self, settings: LineSettings) -> None:
        self._request.reconfigure_lines({self._number: settings})
        self._settings = settings

    def _check(self) -> None:
        if self._failure is not None:
            raise self._failure

    def _get_function(self) -> str:
        return "output" if self._settings.direction is Direction.OUTPUT else "input"

    def _set_function(self, value: str) -> None:
        if value not in _DIRECTIONS:
            raise PinInvalidFunction(f"{value} is no function of {self!r}")
        self.when_changed = None
        self.frequency = None
        self._pull = "floating"
        self._configure(LineSettings(direction=_DIRECTIONS[value]))

    def _get_state(self) -> float:
        self._check()
        if self._frequency is not None:
            return self._duty
        return int(self._request.get_value(self._number) is Value.ACTIVE)

    def _set_state(self, value: float) -> None:
        self._check()
        if self.function == "input":
            raise PinSetInput(f"{self!r} is an input")
        if self._frequency is None:
            self.write(high=bool(value))
            return
        self._duty = value
        self.factory.pulses.set(self, self._frequency, value)

    def _get_pull(self) -> str:
        return self._pull

    def _set_pull(self, value: str) -> None:
        if self.function != "input":
            raise PinFixedPull(f"{self!r} is an output")
        if self.info.pull not in (value, ""):
            raise PinFixedPull(f"{self!r} has a resistor that pulls it {self.info.pull}")
        if value not in _BIASES:
            raise PinInvalidPull(f"{value} is no pull of {self!r}")
        self._configure(replace(self._settings, bias=_BIASES[value]))
        self._pull = value

    def _get_frequency(self) -> float | None:
        return self._frequency

    def _set_frequency(self, value: float | None) -> None:
        """Start PWM with a duty cycle of 0; None stops it at the level of that moment."""
        if not value:
            self._frequency = None
            self.factory.pulses.stop(self)
            return
        if self.function != "output":
            raise PinPWMFixedValue(f"{self!r} is an input")
        self._frequency = value
        self.factory.pulses.set(self, value, self._duty)

    def _get_bounce(self) -> float | None:
        return self._settings.debounce_period.total_seconds() or None

    def _set_bounce(self, value: float | None) -> None:
        if value is not None and value < 0:
            raise PinInvalidBounce(f"{self!r} cannot debounce for {value} s")
        self._configure(replace(self._settings, debounce_period=timedelta(seconds=value or 0)))

    def _get_edges(self) -> str:
        return self._edges

    def _set_edges(self, value: str) -> None:
        heard = self.when_changed
        self.when_changed = None
        self._edges = value
        self.when_changed = heard

    def _enable_event_detect(self) -> None:
        self._configure(replace(self._settings, edge_detection=_EDGES[self._edges]))
        self.factory.edges.hear(self)

    def _disable_event_detect(self) -> None:
        self.factory.edges.forget(self)
        self._configure(replace(self._settings, edge_detection=Edge.NONE))


class EdgeReader:
    """A thread that waits for edges on all input pins and passes them on to their callbacks."""

    def __init__(self) -> None:
        self._selector = selectors.DefaultSelector()
        self._hears, self._wakes = os.pipe()
        self._selector.register(self._hears, selectors.EVENT_READ)
        self._thread: threading.Thread | None = None

    def hear(self, pin: GpiodPin) -> None:
        """Start delivering edges to `pin`."""
        self._selector.register(pin.fd, selectors.EVENT_READ, pin)
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="pin edges", daemon=True)
            self._thread.start()

    def forget(self, pin: GpiodPin) -> None:
        """Stop delivering edges to `pin`."""
        if pin.fd in self._selector.get_map():
            self._selector.unregister(pin.fd)

    def close(self) -> None:
        """Stop the thread; no edge is delivered afterwards."""
        os.close(self._wakes)
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join()
        self._selector.close()
        os.close(self._hears)

    def _run(self) -> None:
        while True:
            ready = [key.data for key, _ in self._selector.select()]
            if None in ready:
                return
            for pin in ready:
                pin.tell_edges()


class PulseGenerator:
    """Software PWM for dimmed lamps: one thread pulses all pins in phase.

    A pulse costs two system calls a pin: 800 a second for two lamps at 200 Hz.
    """

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._pulses: dict[GpiodPin, tuple[float, float]] = {}
        self._levels: dict[GpiodPin, bool] = {}
        self._thread: threading.Thread | None = None
        self._is_closed = False

    def set(self, pin: GpiodPin, hertz: float, duty: float) -> None:
        """Pulse `pin` at `hertz` with a duty cycle of 0.0 to 1.0."""
        self.stop(pin)
        if not 0 < duty < 1:
            pin.write(high=duty > 0)
            return
        with self._changed:
            self._pulses[pin] = hertz, duty
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="pulses", daemon=True)
                self._thread.start()
            self._changed.notify()

    def stop(self, pin: GpiodPin) -> None:
        """Stop pulsing `pin`, which keeps its present level."""
        with self._changed:
            self._pulses.pop(pin, None)
            self._levels.pop(pin, None)

    def close(self) -> None:
        with self._changed:
            self._is_closed = True
            self._changed.notify()
        if self._thread is not None:
            self._thread.join()

    def _run(self) -> None:
        with self._changed:
            while not self._is_closed:
                self._changed.wait(self._step(time.monotonic()))

    def _step(self, now: float) -> float | None:
        """Write the levels that are due; return the seconds until the next change."""
        waits = None
        for pin, (hertz, duty) in list(self._pulses.items()):
            phase = now * hertz % 1
            high = phase < duty
            if self._levels.get(pin) is not high:
                try:
                    pin.write(high=high)
                except OSError as error:
                    pin.fail(error)
                    del self._pulses[pin]
                    continue
                self._levels[pin] = high
            wait = ((duty if high else 1) - phase) / hertz
            waits = wait if waits is None else min(waits, wait)
        return waits
