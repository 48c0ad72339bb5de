"""Which panel to open, as the settings and this computer have it.

Nothing here raises at the table: whatever is missing or wrong becomes the status of a panel
that does nothing, and a panel that was asked for is looked for again and again.
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
    """No panel at all (see `panel.Panel`), with the reason where there is one."""

    def __init__(self, status: PanelStatus) -> None:
        self._status = status

    def poll(self) -> PanelReport:
        """No presses, and always the same status."""
        return PanelReport((), self._status)

    def show(self, picture: LampPicture) -> None:
        """There is no lamp to show it."""

    def play(self, effect: LampEffect) -> None:
        """There is no lamp to play it."""

    def tune(self, settings: LampSettings) -> None:
        """There is no lamp to be tuned."""

    def buzz(self, notes: Notes) -> None:
        """There is no buzzer."""

    def close(self, wait_seconds: float = 0.0) -> None:
        """There is nothing to let go."""


def open_panel_from(
    file: Path, wanted: PanelChoice | None = None, *, clock: Clock = time.monotonic
) -> tuple[Panel, PanelConfig, Trouble | None]:
    """The panel that the file at `file` describes, what the file says, and what of it is ignored.

    `wanted` takes the place of the choice in the file. A file that is wrong is told in the status,
    and all is as usual; a simulated or no panel can be had whatever is wrong with it.
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
    """The panel that these settings describe; `wanted` takes the place of their choice.

    Returns at once: pins and ports are opened by the panel's own thread.
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
    # Pins cannot tell whether a panel is wired to them, and another board may be: only whoever
    # has written them down wants them used.
    if config.gpio is not None and header_chip() is not None:
        return _open_pins(config.gpio, config, clock)
    return _open_cable(config, clock, expected=False)


def _open_pins(pins: GpioSettings, config: PanelConfig, clock: Clock) -> Panel:
    # The pins' library takes as long to load as a quarter of a window: only pins need it.
    from hardware.gpio_panel import open_gpio_panel  # noqa: PLC0415

    return open_gpio_panel(pins, config.button, config.lamps, clock=clock)


def _open_cable(config: PanelConfig, clock: Clock, *, expected: bool) -> Panel:
    # A table without a panel needs none of what reads and writes at a cable.
    from hardware.serial_panel import open_serial_panel  # noqa: PLC0415

    return open_serial_panel(config.serial, config.lamps, expected=expected, clock=clock)
