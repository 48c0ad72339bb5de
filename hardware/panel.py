"""The interface of every panel, whether at pins, at a cable or simulated.

The screen calls `poll()` once a frame, and `show`, `play` and `tune` on changes. None of them
blocks, whatever the panel is doing.
"""

from enum import StrEnum
from typing import Protocol

import msgspec

from hardware.lamps import LampEffect, LampPicture, LampSettings
from hardware.troubles import Trouble

Notes = tuple[tuple[int, int], ...]
"""A melody: hertz, 60 to 5000, and milliseconds, 1 to 2000, of each note."""


class PressKind(StrEnum):
    """A press of the button, or holding it down."""

    PRESSED = "pressed"
    HELD = "held"


class PanelKind(StrEnum):
    """Connection of a panel: GPIO pins, serial cable, memory, or none."""

    OFF = "off"
    GPIO = "gpio"
    SERIAL = "serial"
    SIMULATED = "simulated"


class PanelState(StrEnum):
    """State of a panel: usable, or not and why.

    `searching`: no panel was asked for and none has been found yet, which is no fault. `troubled`:
    a panel that should work does not; the table screen shows a mark.
    """

    OFF = "off"
    SEARCHING = "searching"
    READY = "ready"
    TROUBLED = "troubled"


class Press(msgspec.Struct, frozen=True):
    """A press of the button or a hold, which follows its press.

    `number` distinguishes presses and wraps around at 65535 on a serial panel. `at` is in seconds
    on the panel's clock.
    """

    kind: PressKind
    number: int
    at: float


class PanelStatus(msgspec.Struct, frozen=True):
    """Status of a panel at one moment.

    `chip` is the GPIO chip's number; `port`, `firmware` and `capabilities` belong to a serial
    panel. `missed` counts presses lost in transmission. `trouble` is why the panel is not ready;
    `warnings` do not keep it from working.
    """

    kind: PanelKind
    state: PanelState
    trouble: Trouble | None = None
    warnings: tuple[Trouble, ...] = ()
    chip: int | None = None
    port: str | None = None
    firmware: str | None = None
    capabilities: tuple[str, ...] = ()
    missed: int = 0


class PanelReport(msgspec.Struct, frozen=True):
    """Presses since the previous report, in order, and the current status."""

    presses: tuple[Press, ...]
    status: PanelStatus


class Panel(Protocol):
    """A button and ten lamps; no call blocks or raises, even if the panel is broken."""

    def poll(self) -> PanelReport:
        """Return the presses since the previous poll, and the current status."""

    def show(self, picture: LampPicture) -> None:
        """Set the permanent state of the lamps, which is kept across a reconnect."""

    def play(self, effect: LampEffect) -> None:
        """Play an effect once. Ignored while no panel is connected."""

    def tune(self, settings: LampSettings) -> None:
        """Change brightness and speed."""

    def buzz(self, notes: Notes) -> None:
        """Play up to six notes. Ignored without a buzzer."""

    def close(self, wait_seconds: float = 0.0) -> None:
        """Turn the lamps off and release the panel; may be called twice.

        Blocks at most `wait_seconds` until the lamps are off.
        """
