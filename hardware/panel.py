"""What every panel can do, wherever its button and lamps are.

A screen asks `poll()` once a frame and says `show`, `play` and `tune` when something changes.
Each of these returns at once, whatever the panel is doing: a panel that hangs hangs alone.
"""

from enum import StrEnum
from typing import Protocol

import msgspec

from hardware.lamps import LampEffect, LampPicture, LampSettings
from hardware.troubles import Trouble

Notes = tuple[tuple[int, int], ...]
"""What a buzzer plays, one after the other: hertz, 60 to 5000, and milliseconds, 1 to 2000."""


class PressKind(StrEnum):
    """What can be done with a button: press it, and then keep holding it."""

    PRESSED = "pressed"
    HELD = "held"


class PanelKind(StrEnum):
    """Where the button and the lamps are."""

    OFF = "off"
    GPIO = "gpio"
    SERIAL = "serial"
    SIMULATED = "simulated"


class PanelState(StrEnum):
    """Whether a panel can be used.

    `searching` is no fault: none was asked for by name and none has been seen yet. `troubled`
    is: a panel that should work does not, and people deserve a mark on the table screen.
    """

    OFF = "off"
    SEARCHING = "searching"
    READY = "ready"
    TROUBLED = "troubled"


class Press(msgspec.Struct, frozen=True):
    """A press of the button, or its having been held.

    Every hold comes after the press that began it. `number` tells two presses apart; a serial
    panel begins anew after 65535. `at` is the time on the panel's clock, in seconds.
    """

    kind: PressKind
    number: int
    at: float


class PanelStatus(msgspec.Struct, frozen=True):
    """What is known of a panel at one moment.

    `chip` is the number of the pins' chip; `port` and `firmware` are a serial panel's;
    `capabilities` are what it says that it can do. `missed` counts presses that were lost on the
    way. `trouble` is why it is not ready; `warnings` do not keep it from working.
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
    """The presses since the last report, in order, and the panel's status now."""

    presses: tuple[Press, ...]
    status: PanelStatus


class Panel(Protocol):
    """A button and ten lamps; all calls return at once and none raises over a broken panel."""

    def poll(self) -> PanelReport:
        """The presses since the last poll, each told once, and the status now."""

    def show(self, picture: LampPicture) -> None:
        """From now on the lamps show this picture, also after the panel was away."""

    def play(self, effect: LampEffect) -> None:
        """Lay this effect over the picture once; it is dropped where there is no panel."""

    def tune(self, settings: LampSettings) -> None:
        """Be this bright and this fast from now on."""

    def buzz(self, notes: Notes) -> None:
        """Let the buzzer play up to six notes at once; unheard where the panel has none."""

    def close(self, wait_seconds: float = 0.0) -> None:
        """Darken the lamps and let the panel go; may be called twice.

        Returns at once unless it is told how long to wait for the lamps to be dark.
        """
