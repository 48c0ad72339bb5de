"""A panel wired to the Raspberry Pi's own GPIO pins, which libgpiod drives."""

import os
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path

from gpiod import Chip, LineRequest, LineSettings
from gpiod.edge_event import EdgeEvent
from gpiod.line import Bias, Direction, Edge, Value
from msgspec.structs import replace

from hardware.firmware.panel.button import Button
from hardware.gpio_header import find_header_chip_number
from hardware.gpio_outputs import PwmOutputs
from hardware.lamps import (
    DARK_LEVELS,
    Clock,
    Lamp,
    LampLevels,
    LampScheduler,
    LampSettings,
    duty_cycle,
)
from hardware.panel import Notes, PanelKind, PanelState, PanelStatus, Press, PressKind
from hardware.panel_config import ButtonSettings
from hardware.panel_thread import Mailbox, ThreadedPanel
from hardware.pins import BUTTON, BUZZER, GpioSettings
from hardware.troubles import PanelError, TroubleKind, make_trouble

CONSUMER = "meduris"
"""Name that the command `gpioinfo` shows for the consumer of the pins."""

_DEVICES = Path("/dev")
# The lowest frequency without visible flicker: every pulse wakes the processor twice.
_PWM_HERTZ = 100
_HIGHEST_HERTZ = 2000
"""Highest tone that software PWM can produce with little processor time."""

POLL_SECONDS = 0.04
"""Interval in seconds at which the button is polled until the chip reports its first edge. Even a
short press lasts 0.1 s."""

OpenHeaderChip = Callable[[], tuple[int, Chip]]


def open_header_chip() -> tuple[int, Chip]:
    """Return the number and the chip of this computer's GPIO header.

    Raises PanelError if there is no header, or if its chip cannot be opened.
    """
    number = find_header_chip_number()
    if number is None:
        raise PanelError(make_trouble(TroubleKind.NO_HEADER))
    device = _DEVICES / f"gpiochip{number}"
    if device.exists() and not os.access(device, os.R_OK | os.W_OK):
        raise PanelError(make_trouble(TroubleKind.CHIP_FORBIDDEN, chip=number))
    try:
        return number, Chip(str(device))
    except OSError as error:
        raise PanelError(make_trouble(TroubleKind.CHIP_BROKEN, chip=number, error=error)) from error


def open_gpio_panel(
    pins: GpioSettings,
    button: ButtonSettings,
    lamps: LampSettings,
    *,
    clock: Clock = time.monotonic,
    open_header_chip: OpenHeaderChip = open_header_chip,
) -> ThreadedPanel:
    """Return a panel on GPIO pins. Its thread opens the pins, and tries again after a failure."""
    driver = GpioDriver(pins, button, clock, open_header_chip)
    return ThreadedPanel(driver, LampScheduler(clock, lamps), driver.first_status)


class GpioPanelDevice:
    """Button, lamps and buzzer on a GPIO chip.

    The kernel reports changes of the button's contact ("edges"). Some chips never report any, so
    the button is polled until the first report. `clock` must be `time.monotonic`, because the
    kernel's reports have times of this clock. Raises a PanelError that names the pin if a pin
    cannot be used.
    """

    def __init__(
        self, chip: Chip, pins: GpioSettings, button: ButtonSettings, clock: Clock
    ) -> None:
        self._clock = clock
        self._tells_edges = False
        self._levels = DARK_LEVELS
        self._button_pin = pins.button
        self._button = Button(button.debounce_milliseconds / 1000, button.hold_seconds)
        self._notes: deque[tuple[int, int]] = deque()
        self.note_ends: float | None = None
        with ExitStack() as opened:
            opened.callback(chip.close)
            # The kernel's own debouncing is off, as it would delay every press a second time.
            contact = LineSettings(edge_detection=Edge.BOTH, bias=Bias.PULL_UP)
            self._contact = _request(chip, {pins.button: BUTTON}, contact)
            opened.callback(self._contact.release)

            def outputs(uses: Mapping[int, str], *, active_low: bool = False) -> PwmOutputs:
                off = LineSettings(direction=Direction.OUTPUT, active_low=active_low)
                made = PwmOutputs(_request(chip, uses, off), tuple(uses))
                opened.callback(made.close)
                return made

            lamps = {pins.lamp_pin(lamp): f"the {lamp} lamp" for lamp in Lamp}
            self._lamps = outputs(lamps, active_low=pins.lit_at == "low")
            self._buzzer = None if pins.buzzer is None else outputs({pins.buzzer: BUZZER})
            self._opened = opened.pop_all()

    def fileno(self) -> int:
        return self._contact.fd

    def button_events(self, now: float) -> list[tuple[str, float]]:
        """Return the button events up to `now`, each PRESSED or HELD with its time."""
        with _as_panel_error(TroubleKind.PINS_BROKEN):
            while self._contact.wait_edge_events(0):
                self._tells_edges = True
                for edge in self._contact.read_edge_events():
                    down = edge.event_type is EdgeEvent.Type.FALLING_EDGE
                    self._button.record_contact(edge.timestamp_ns / 1e9, down=down)
            # Otherwise, the button would seem pressed for ever if the kernel lost an edge.
            down = self._contact.get_value(self._button_pin) is Value.INACTIVE
        self._button.record_contact(now, down=down)
        return self._button.events_until(now)

    def next_wakeup_time(self) -> float | None:
        due = self._button.next_wakeup_time()
        if self._tells_edges:
            return due
        look = self._clock() + POLL_SECONDS
        return look if due is None else min(look, due)

    def set_lamp_levels(self, levels: LampLevels, now: float) -> None:
        if levels == self._levels:
            return
        with _as_panel_error(TroubleKind.PINS_BROKEN):
            self._lamps.set_pwm([duty_cycle(level) for level in levels], _PWM_HERTZ, now)
        self._levels = levels

    def play_melody(self, notes: Notes, now: float) -> None:
        """Start the melody `notes`, or continue the running melody if `notes` is empty.

        If the current note has ended by `now`, play the next note.
        """
        if self._buzzer is None:
            return
        if notes:
            self._notes = deque(notes)
            self.note_ends = now
        if self.note_ends is None or now < self.note_ends:
            return
        with _as_panel_error(TroubleKind.PINS_BROKEN):
            if not self._notes:
                self.note_ends = None
                self._buzzer.set_pwm([0], _PWM_HERTZ, now)
                return
            hertz, milliseconds = self._notes.popleft()
            self._buzzer.set_pwm([0.5], min(hertz, _HIGHEST_HERTZ), now)
            self.note_ends = now + milliseconds / 1000

    def update_outputs(self, now: float) -> float | None:
        changes = self._lamps.update_outputs(now)
        if self._buzzer is None or (of_buzzer := self._buzzer.update_outputs(now)) is None:
            return changes
        return of_buzzer if changes is None else min(changes, of_buzzer)

    def close(self) -> None:
        self._opened.close()


def _request(chip: Chip, uses: Mapping[int, str], settings: LineSettings) -> LineRequest:
    try:
        return chip.request_lines({tuple(uses): settings}, CONSUMER)
    except OSError as error:
        # The error does not name the pin.
        for pin, use in uses.items():
            with _as_panel_error(TroubleKind.PIN_BUSY, pin=pin, use=use):
                chip.request_lines({pin: settings}, CONSUMER).release()
        raise PanelError(make_trouble(TroubleKind.PINS_BROKEN, error=error)) from error


@contextmanager
def _as_panel_error(kind: TroubleKind, **facts: object) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise PanelError(make_trouble(kind, error=error, **facts)) from error


class GpioDriver:
    """Opens the GPIO pins, and runs the panel on them until a failure."""

    def __init__(
        self,
        pins: GpioSettings,
        button: ButtonSettings,
        clock: Clock,
        open_header_chip: OpenHeaderChip,
    ) -> None:
        self._pins = pins
        self._button = button
        self._clock = clock
        self._open_header_chip = open_header_chip
        self._presses = 0
        able = () if pins.buzzer is None else ("buzzer",)
        self.first_status = PanelStatus(
            PanelKind.GPIO, PanelState.SEARCHING, warnings=pins.warnings(), capabilities=able
        )

    def serve_until_stopped(self, mailbox: Mailbox) -> None:
        number, chip = self._open_header_chip()
        device = GpioPanelDevice(chip, self._pins, self._button, self._clock)
        ready = replace(self.first_status, state=PanelState.READY, gpio_chip_number=number)
        mailbox.set_status(ready)
        try:
            while not mailbox.is_stopped:
                self.serve_once(device, mailbox)
                self._rest(device, mailbox)
        finally:
            device.close()

    def serve_once(self, device: GpioPanelDevice, mailbox: Mailbox) -> None:
        for kind, at in device.button_events(self._clock()):
            self._presses += 1
            mailbox.report_press(Press(PressKind(kind), self._presses, at))
        device.set_lamp_levels(mailbox.lamp_levels(), self._clock())
        device.play_melody(mailbox.take_melody(), self._clock())

    def _rest(self, device: GpioPanelDevice, mailbox: Mailbox) -> None:
        """Pulse the outputs until the button changes, the screen calls, or an event is due."""
        due = (device.next_wakeup_time(), device.note_ends, mailbox.next_change_time())
        until = min((at for at in due if at is not None), default=None)
        now = self._clock()
        readable = (device.fileno(),)
        with _as_panel_error(TroubleKind.PINS_BROKEN):
            while until is None or now < until:
                if mailbox.sleep((until, device.update_outputs(now)), now, readable):
                    return
                now = self._clock()
