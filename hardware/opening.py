"""Opens the panel that the settings and this computer call for.

Nothing here raises: problems become the status of a panel that does nothing, and a panel that was
asked for is searched for again and again.
"""

import time
from pathlib import Path

from hardware.gpio_header import header_chip
from hardware.lamps import Clock, LampEffect, LampPicture, LampSettings
from hardware.memory_panel import MemoryPanel
from hardware.panel import Notes, Panel, PanelKind, PanelReport, PanelState, PanelStatus
from hardware.panel_config import PanelChoice, PanelConfig, read_panel_config
from hardware.pins import GpioSettings
from hardware.troubles import PanelError, Trouble


class AbsentPanel:
    """No panel (see `panel.Panel`), with the reason if there is one."""

    def __init__(self, status: PanelStatus) -> None:
        self._status = status

    def poll(self) -> PanelReport:
        return PanelReport((), self._status)

    def show(self, picture: LampPicture) -> None:
        """Do nothing."""

    def play(self, effect: LampEffect) -> None:
        """Do nothing."""

    def tune(self, settings: LampSettings) -> None:
        """Do nothing."""

    def buzz(self, notes: Notes) -> None:
        """Do nothing."""

    def close(self, wait_seconds: float = 0.0) -> None:
        """Do nothing."""


def open_panel_from(
    file: Path, wanted: PanelChoice | None = None, *, clock: Clock = time.monotonic
) -> tuple[Panel, PanelConfig, Trouble | None]:
    """Open the panel that `file` describes; return it, the settings, and a report on ignored lines.

    `wanted` overrides the choice in the file. Problems of the file are in the status, and defaults
    apply; a simulated panel, or none, is available even with a faulty file.
    """
    try:
        config, ignored = read_panel_config(file)
    except PanelError as error:
        config, ignored = PanelConfig(), None
        if wanted not in (PanelChoice.SIMULATED, PanelChoice.OFF):
            status = PanelStatus(PanelKind.OFF, PanelState.TROUBLED, error.trouble)
            return AbsentPanel(status), config, None
    return open_panel(config, wanted, clock=clock), config, ignored


def open_panel(
    config: PanelConfig, wanted: PanelChoice | None = None, *, clock: Clock = time.monotonic
) -> Panel:
    """Open the panel that the settings describe; `wanted` overrides their choice.

    Returns at once: the panel's own thread opens pins and ports.
    """
    match wanted or config.panel:
        case PanelChoice.OFF:
            return AbsentPanel(PanelStatus(PanelKind.OFF, PanelState.OFF))
        case PanelChoice.SIMULATED:
            return MemoryPanel(config.button, config.lamps, clock=clock)
        case PanelChoice.GPIO:
            return _open_pins(config.pins(), config, clock)
        case PanelChoice.SERIAL:
            return _open_cable(config, clock, expected=True)
        case PanelChoice.AUTO:
            return _open_what_is_there(config, clock)


def _open_what_is_there(config: PanelConfig, clock: Clock) -> Panel:
    # Pins cannot show whether a panel is wired to them, and it may be another board: they are used
    # only if the file names them.
    if config.gpio is not None and header_chip() is not None:
        return _open_pins(config.gpio, config, clock)
    return _open_cable(config, clock, expected=False)


def _open_pins(pins: GpioSettings, config: PanelConfig, clock: Clock) -> Panel:
    # Loading the pins' library takes a quarter as long as starting a window.
    from hardware.gpio_panel import open_gpio_panel  # noqa: PLC0415

    return open_gpio_panel(pins, config.button, config.lamps, clock=clock)


def _open_cable(config: PanelConfig, clock: Clock, *, expected: bool) -> Panel:
    # Only a panel needs the serial library.
    from hardware.serial_panel import open_serial_panel  # noqa: PLC0415

    return open_serial_panel(config.serial, config.lamps, expected=expected, clock=clock)
