"""The interface of every panel, whether on pins, on a cable or simulated.

The screen calls `poll()` for every frame that it draws, and the other methods on changes. None of
these methods blocks, whatever the panel is doing.
"""

from enum import StrEnum

import msgspec

from hardware.lamps import LampEffect, LampPattern, LampSettings
from hardware.troubles import Trouble

Notes = tuple[tuple[int, int], ...]
"""A melody: for each note, its pitch (60 to 5000 hertz) and its length (1 to 2000 milliseconds)."""


class PressKind(StrEnum):
    """Kind of a button event: the button was pressed, or has been held down."""

    PRESSED = "pressed"
    HELD = "held"


class PanelKind(StrEnum):
    """How a panel is connected: by GPIO pins or a serial cable, simulated, or not at all."""

    OFF = "off"
    GPIO = "gpio"
    SERIAL = "serial"
    SIMULATED = "simulated"


class PanelState(StrEnum):
    """State of a panel: usable, or the reason why it is not usable.

    In the state `searching`, no panel has been found yet, which is not a fault. In the state
    `troubled`, a panel that should work does not work, and the screen shows a warning sign.
    """

    OFF = "off"
    SEARCHING = "searching"
    READY = "ready"
    TROUBLED = "troubled"


class Press(msgspec.Struct, frozen=True):
    """A press or a hold of the button; a hold is reported after its press.

    Each press or hold has a `sequence_number` one higher than the previous press or hold. On a
    serial panel, 0 follows 65535. `time` is in seconds on the panel's clock.
    """

    kind: PressKind
    sequence_number: int
    time: float


class PanelStatus(msgspec.Struct, frozen=True):
    """Status of a panel at one moment.

    `port`, `firmware` and `capabilities` belong to a serial panel. `missed_presses` were lost in
    transmission. `trouble` is the reason why the panel is not ready. `warnings` are problems that
    do not stop the panel from working.
    """

    kind: PanelKind
    state: PanelState
    trouble: Trouble | None = None
    warnings: tuple[Trouble, ...] = ()
    gpio_chip_number: int | None = None
    port: str | None = None
    firmware: str | None = None
    capabilities: tuple[str, ...] = ()
    missed_presses: int = 0


class PanelReport(msgspec.Struct, frozen=True):
    """Presses since the previous report, in order, and the current status."""

    presses: tuple[Press, ...]
    status: PanelStatus


class Panel:
    """A button and ten lamps; no call blocks or raises, even if the panel is broken.

    Methods that a subclass does not override do nothing.
    """

    def poll(self) -> PanelReport:
        """Return the presses since the previous poll, and the current status."""
        raise NotImplementedError

    def show_pattern(self, pattern: LampPattern) -> None:
        """Set the permanent state of the lamps.

        A panel that is plugged in again later shows this state too.
        """

    def play_effect(self, effect: LampEffect) -> None:
        """Play an effect once, or do nothing while no panel is connected."""

    def set_lamp_settings(self, settings: LampSettings) -> None: ...

    def play_melody(self, notes: Notes) -> None:
        """Play up to six notes, or do nothing if the panel has no buzzer."""

    def close(self, wait_seconds: float = 0.0) -> None:
        """Turn the lamps off and release the panel. Wait at most `wait_seconds` for this."""
