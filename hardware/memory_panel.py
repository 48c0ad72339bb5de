"""A panel that exists only in memory, to be drawn on a screen and pressed there.

It is a whole panel: the same button, the same lamps, the same answers. What differs is that the
drawing asks for the lamps and says when the drawn button goes down and up. It needs no thread;
all calls come from the screen's.
"""

import time

from hardware.firmware.panel.button import Button
from hardware.lamps import (
    DARK_FRAME,
    Clock,
    Frame,
    LampEffect,
    LampPicture,
    LampScheduler,
    LampSettings,
)
from hardware.panel import Notes, PanelKind, PanelReport, PanelState, PanelStatus, Press, PressKind
from hardware.panel_config import ButtonSettings
from hardware.troubles import TroubleKind, trouble

_NAME = "the screen"


class MemoryPanel:
    """A drawn panel (see `panel.Panel`) with a button to push and lamps to look at.

    It can be unplugged and plugged in again, to see what the screen makes of that.
    """

    def __init__(
        self,
        button: ButtonSettings | None = None,
        lamps: LampSettings | None = None,
        *,
        clock: Clock = time.monotonic,
    ) -> None:
        settings = button or ButtonSettings()
        self._clock = clock
        self._lamps = LampScheduler(clock, lamps)
        self._button = Button(
            settings.debounce_milliseconds / 1000, settings.hold_seconds, known_open=True
        )
        self._presses = 0
        self._is_plugged_in = True
        self._is_closed = False

    def poll(self) -> PanelReport:
        """The presses since the last poll, each told once, and the status now."""
        presses = []
        for kind, at in self._button.advance(self._clock()):
            self._presses += 1
            presses.append(Press(PressKind(kind), self._presses, at))
            if kind == PressKind.HELD:
                self._lamps.play(LampEffect.SELF_TEST)
        return PanelReport(tuple(presses), self._status())

    def show(self, picture: LampPicture) -> None:
        """From now on the lamps show this picture, also after the panel was away."""
        self._lamps.show(picture)

    def play(self, effect: LampEffect) -> None:
        """Lay this effect over the picture once."""
        self._lamps.play(effect)

    def tune(self, settings: LampSettings) -> None:
        """Be this bright and this fast from now on."""
        self._lamps.tune(settings)

    def buzz(self, notes: Notes) -> None:
        """A drawn panel has no buzzer."""

    def close(self, wait_seconds: float = 0.0) -> None:  # noqa: ARG002 - it is dark at once
        """Darken the lamps for good."""
        self._is_closed = True

    def push(self) -> None:
        """The drawn button goes down; nothing happens while the panel is unplugged."""
        if self._is_plugged_in:
            self._button.contact(self._clock(), down=True)

    def release(self) -> None:
        """The drawn button goes up."""
        self._button.contact(self._clock(), down=False)

    def frame(self) -> Frame:
        """How bright each lamp is now, for whoever draws it."""
        if self._is_closed or not self._is_plugged_in:
            return DARK_FRAME
        return self._lamps.frame()

    @property
    def is_plugged_in(self) -> bool:
        """Whether it is there, as far as anybody at the table can tell."""
        return self._is_plugged_in

    def unplug(self) -> None:
        """From now on this panel is gone, as if its cable had been pulled."""
        self.release()
        self._is_plugged_in = False

    def plug_in(self) -> None:
        """The panel is back, its lamps as they should be."""
        self._is_plugged_in = True

    def _status(self) -> PanelStatus:
        if self._is_closed:
            return PanelStatus(PanelKind.SIMULATED, PanelState.OFF)
        if not self._is_plugged_in:
            why = trouble(TroubleKind.UNPLUGGED, port=_NAME)
            return PanelStatus(PanelKind.SIMULATED, PanelState.TROUBLED, why)
        return PanelStatus(PanelKind.SIMULATED, PanelState.READY, port=_NAME)
