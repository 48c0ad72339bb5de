"""A panel wired to the Raspberry Pi's own GPIO pins.

The GPIO library runs callbacks in its own thread; they only record edges and wake the panel's
thread, which does the work.
"""

import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from typing import Any

from gpiozero import PWMLED, GPIOZeroError, InputDevice, PinUnknownPi, TonalBuzzer
from gpiozero.tones import Tone

from hardware.firmware.panel.button import Button
from hardware.gpio_header import Header, load_library
from hardware.gpio_header import open_header as open_this_header
from hardware.lamps import DARK_FRAME, Clock, Frame, Lamp, LampScheduler, LampSettings, duty
from hardware.panel import Notes, PanelKind, PanelState, PanelStatus, Press, PressKind
from hardware.panel_config import ButtonSettings
from hardware.panel_thread import Mailbox, ThreadedPanel
from hardware.pins import BUTTON, BUZZER, GpioSettings
from hardware.troubles import PanelError, Trouble, TroubleKind, in_words, trouble

RETRY_SECONDS = 3.0
"""Delay in seconds before the pins are tried again after a failure."""

# Faster than an eye sees flicker, slow enough for software PWM.
_PWM_HERTZ = 200
_MOST_EDGES = 256
_OCTAVES = 3
"""Range of the buzzer around 440 Hz."""

LOOK_SECONDS = 0.04
"""Interval in seconds at which the button is polled until the chip reports an edge; a press lasts
0.1 s or more."""

OpenHeader = Callable[[], Header]


def open_gpio_panel(
    pins: GpioSettings,
    button: ButtonSettings,
    lamps: LampSettings,
    *,
    clock: Clock = time.monotonic,
    open_header: OpenHeader | None = None,
) -> ThreadedPanel:
    """Return a panel on GPIO pins; a thread opens them, and retries after a failure.

    `open_header` is a replacement for this computer's header.
    """
    if open_header is None:
        # Imported here, before the panel's thread runs (see `load_library`).
        open_header = partial(open_this_header, load_library())
    attendant = GpioAttendant(pins, button, clock, open_header)
    first = PanelStatus(PanelKind.GPIO, PanelState.SEARCHING, warnings=pins.warnings())
    return ThreadedPanel(attendant, LampScheduler(clock, lamps), first)


class PinBoard:
    """Button, lamps and buzzer on an open GPIO header.

    Some chips report no edges, so the button is polled until the first edge arrives. `wake` is
    called from the library's thread after each edge. Raises PanelError naming the pin that cannot
    be used.
    """

    def __init__(
        self,
        header: Header,
        pins: GpioSettings,
        button: ButtonSettings,
        clock: Clock,
        wake: Callable[[], None],
    ) -> None:
        self._clock = clock
        self._wake = wake
        self._errors = (GPIOZeroError, OSError, *header.errors)
        self._edges: deque[tuple[bool, float]] = deque(maxlen=_MOST_EDGES)
        self._tells_edges = False
        self._frame = DARK_FRAME
        self._button = Button(button.debounce_milliseconds / 1000, button.hold_seconds)
        with ExitStack() as opened:
            opened.callback(header.factory.close)
            with self._telling(TroubleKind.PIN_BUSY, pin=pins.button, use=BUTTON):
                # Without the kernel's debouncing, which would delay every press twice.
                contact = InputDevice(pins.button, pull_up=True, pin_factory=header.factory)
            self._contact: Any = opened.enter_context(contact)
            self._lamps: list[Any] = []
            for lamp in Lamp:
                pin = pins.lamp_pin(lamp)
                with self._telling(TroubleKind.PIN_BUSY, pin=pin, use=f"the {lamp} lamp"):
                    led = PWMLED(
                        pin,
                        active_high=pins.lit_at == "high",
                        frequency=_PWM_HERTZ,
                        pin_factory=header.factory,
                    )
                self._lamps.append(opened.enter_context(led))
            self._buzzer: Any = None
            if pins.buzzer is not None:
                with self._telling(TroubleKind.PIN_BUSY, pin=pins.buzzer, use=BUZZER):
                    buzzer = TonalBuzzer(pins.buzzer, octaves=_OCTAVES, pin_factory=header.factory)
                self._buzzer = opened.enter_context(buzzer)
            self._notes: deque[tuple[int, int]] = deque()
            self._note_ends: float | None = None
            self._opened = opened.pop_all()
        self._contact.pin.edges = "both"
        self._contact.pin.when_changed = self._note_edge

    def events(self, now: float) -> list[tuple[str, float]]:
        """Return the button events up to `now`, each PRESSED or HELD with its time."""
        while self._edges:
            down, at = self._edges.popleft()
            self._button.contact(at, down=down)
        # An edge that the kernel lost must not leave the button pressed for ever.
        with self._telling(TroubleKind.PINS_BROKEN):
            is_down = bool(self._contact.is_active)
        self._button.contact(now, down=is_down)
        return self._button.advance(now)

    def due(self) -> float | None:
        """Return the next time at which `events` may return an event, None if there is none."""
        due = self._button.due()
        if self._tells_edges:
            return due
        look = self._clock() + LOOK_SECONDS
        return look if due is None else min(look, due)

    def show(self, frame: Frame) -> None:
        """Set the brightness of all lamps; unchanged pins are not written."""
        with self._telling(TroubleKind.PINS_BROKEN):
            for lamp, level, before in zip(self._lamps, frame, self._frame, strict=True):
                if level != before:
                    lamp.value = duty(level)
        self._frame = frame

    def buzz(self, notes: Notes, now: float) -> None:
        """Start the melody `notes` if it is not empty; sound the note that is due."""
        if self._buzzer is None:
            return
        if notes:
            self._notes = deque(notes)
            self._note_ends = now
        if self._note_ends is None or now < self._note_ends:
            return
        with self._telling(TroubleKind.PINS_BROKEN):
            if not self._notes:
                self._note_ends = None
                self._buzzer.stop()
                return
            hertz, milliseconds = self._notes.popleft()
            highest, lowest = self._buzzer.max_tone.frequency, self._buzzer.min_tone.frequency
            self._buzzer.play(Tone.from_frequency(min(highest, max(lowest, hertz))))
            self._note_ends = now + milliseconds / 1000

    @property
    def note_ends(self) -> float | None:
        """Return the time at which the current note ends, None during silence."""
        return self._note_ends

    def close(self) -> None:
        """Turn the lamps off and release the pins; errors of broken pins are ignored."""
        with suppress(*self._errors):
            for lamp in self._lamps:
                # When PWM stops, a pin keeps its level of that moment, so the level is set
                # afterwards.
                lamp.frequency = None
                lamp.value = 0
        self._lamps = []
        with suppress(*self._errors):
            self._opened.close()

    def _note_edge(self, ticks: float, state: float) -> None:
        """Record an edge at the kernel's timestamp, as this thread may run late."""
        self._tells_edges = True
        factory = self._contact.pin_factory
        age = factory.ticks_diff(factory.ticks(), ticks)
        self._edges.append((not state, self._clock() - age))
        self._wake()

    @contextmanager
    def _telling(self, kind: TroubleKind, **facts: object) -> Iterator[None]:
        try:
            yield
        except PinUnknownPi as error:
            raise PanelError(trouble(TroubleKind.UNKNOWN_BOARD, error=in_words(error))) from error
        except self._errors as error:
            raise PanelError(trouble(kind, error=in_words(error), **facts)) from error


class GpioAttendant:
    """Opens the GPIO pins, runs the panel on them, and retries after a failure."""

    def __init__(
        self, pins: GpioSettings, button: ButtonSettings, clock: Clock, open_header: OpenHeader
    ) -> None:
        self._pins = pins
        self._button = button
        self._clock = clock
        self._open_header = open_header
        self._presses = 0

    def attend(self, mailbox: Mailbox) -> None:
        while not mailbox.is_stopped:
            try:
                self._serve(mailbox)
            except PanelError as error:
                self._tell(mailbox, PanelState.TROUBLED, why=error.trouble)
                until = self._clock() + RETRY_SECONDS
                while not mailbox.is_stopped and self._clock() < until:
                    mailbox.sleep([until], self._clock())

    def work(self, board: PinBoard, mailbox: Mailbox) -> None:
        """Run one iteration of the panel's loop without blocking."""
        for kind, at in board.events(self._clock()):
            self._presses += 1
            mailbox.press(Press(PressKind(kind), self._presses, at))
        board.show(mailbox.frame())
        board.buzz(mailbox.notes(), self._clock())

    def _serve(self, mailbox: Mailbox) -> None:
        header = self._open_header()
        board = PinBoard(header, self._pins, self._button, self._clock, mailbox.wake)
        self._tell(mailbox, PanelState.READY, chip=header.chip)
        try:
            while not mailbox.is_stopped:
                self.work(board, mailbox)
                due = (board.due(), board.note_ends, mailbox.next_change())
                mailbox.sleep(due, self._clock())
        finally:
            board.close()

    def _tell(
        self,
        mailbox: Mailbox,
        state: PanelState,
        *,
        why: Trouble | None = None,
        chip: int | None = None,
    ) -> None:
        warnings = self._pins.warnings()
        able = () if self._pins.buzzer is None else ("buzzer",)
        mailbox.set_status(
            PanelStatus(PanelKind.GPIO, state, why, warnings, chip, capabilities=able)
        )
