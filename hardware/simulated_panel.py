"""A simulated panel, drawn on the screen and pressed by touch.

It has the same button, lamps and reports as a real panel. It needs no thread: all calls come from
the screen's thread.
"""

import time

from hardware.firmware.panel.button import Button
from hardware.lamps import (
    DARK_LEVELS,
    Clock,
    LampEffect,
    LampLevels,
    LampPattern,
    LampScheduler,
    LampSettings,
)
from hardware.panel import Panel, PanelKind, PanelReport, PanelState, PanelStatus, Press, PressKind
from hardware.panel_config import ButtonSettings
from hardware.troubles import TroubleKind, make_trouble

_NAME = "the screen"


class SimulatedPanel(Panel):
    """A simulated panel on the screen; it has no buzzer.

    `unplug` and `plug_in` simulate the cable, to demonstrate how the screen reacts.
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
        self.is_plugged_in = True
        self._is_closed = False

    def poll(self) -> PanelReport:
        presses = []
        for kind, at in self._button.events_until(self._clock()):
            self._presses += 1
            presses.append(Press(PressKind(kind), self._presses, at))
            if kind == PressKind.HELD:
                self._lamps.play_effect(LampEffect.SELF_TEST)
        return PanelReport(tuple(presses), self._status())

    def show_pattern(self, pattern: LampPattern) -> None:
        self._lamps.show_pattern(pattern)

    def play_effect(self, effect: LampEffect) -> None:
        self._lamps.play_effect(effect)

    def set_lamp_settings(self, settings: LampSettings) -> None:
        self._lamps.set_lamp_settings(settings)

    def close(self, wait_seconds: float = 0.0) -> None:  # noqa: ARG002 - it is dark at once
        self._is_closed = True

    def press_button(self) -> None:
        """Press the button, unless the panel is unplugged."""
        if self.is_plugged_in:
            self._button.record_contact(self._clock(), down=True)

    def release_button(self) -> None:
        self._button.record_contact(self._clock(), down=False)

    def lamp_levels(self) -> LampLevels:
        if self._is_closed or not self.is_plugged_in:
            return DARK_LEVELS
        return self._lamps.lamp_levels()

    def unplug(self) -> None:
        self.release_button()
        self.is_plugged_in = False

    def plug_in(self) -> None:
        self.is_plugged_in = True

    def _status(self) -> PanelStatus:
        if self._is_closed:
            return PanelStatus(PanelKind.SIMULATED, PanelState.OFF)
        if not self.is_plugged_in:
            why = make_trouble(TroubleKind.UNPLUGGED, port=_NAME)
            return PanelStatus(PanelKind.SIMULATED, PanelState.TROUBLED, why)
        return PanelStatus(PanelKind.SIMULATED, PanelState.READY, port=_NAME)
