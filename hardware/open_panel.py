"""Opens the panel that suits the settings and this computer.

No function of this module raises an error. If there is a problem with the settings or a library,
the functions return an `AbsentPanel` whose status describes the problem.
"""

from pathlib import Path

from hardware.gpio_header import find_header_chip_number
from hardware.panel import Panel, PanelKind, PanelReport, PanelState, PanelStatus
from hardware.panel_config import PanelChoice, PanelConfig, read_panel_config
from hardware.pins import GpioSettings
from hardware.simulated_panel import SimulatedPanel
from hardware.troubles import PanelError, Trouble, TroubleKind, make_trouble


class AbsentPanel(Panel):
    """Replacement for a missing panel; its status says why there is none."""

    def __init__(self, status: PanelStatus) -> None:
        self._status = status

    def poll(self) -> PanelReport:
        return PanelReport((), self._status)


def open_panel_from_file(
    file: Path, choice: PanelChoice | None = None
) -> tuple[Panel, PanelConfig, Trouble | None]:
    """Open the panel that a file (panel.toml) describes.

    Return the panel, its settings, and a `Trouble` that lists the ignored keys of the file, or None
    if no key was ignored. `choice` overrides the file's choice of the panel.

    If the whole file is invalid, return the default settings and no `Trouble`. The panel is then an
    `AbsentPanel` whose status gives the reason, unless `choice` is `simulated` or `off`.
    """
    try:
        config, ignored = read_panel_config(file)
    except PanelError as error:
        config, ignored = PanelConfig(), None
        if choice not in (PanelChoice.SIMULATED, PanelChoice.OFF):
            status = PanelStatus(PanelKind.OFF, PanelState.TROUBLED, error.trouble)
            return AbsentPanel(status), config, None
    return open_panel(config, choice), config, ignored


def open_panel(config: PanelConfig, choice: PanelChoice | None = None) -> Panel:
    """Open the panel that `config` chooses, or `choice` if it is not None.

    The panel's own thread opens the pins and ports.
    """
    match choice or config.panel:
        case PanelChoice.OFF:
            return AbsentPanel(PanelStatus(PanelKind.OFF, PanelState.OFF))
        case PanelChoice.SIMULATED:
            return SimulatedPanel(config.button, config.lamps)
        case PanelChoice.GPIO:
            return _open_pins(config.gpio_or_default(), config)
        case PanelChoice.SERIAL:
            return _open_cable(config, expected=True)
        case PanelChoice.AUTO:
            # The pins do not show whether they are connected to a panel or to another board, so
            # they are used only if the file names them.
            if config.gpio is not None and find_header_chip_number() is not None:
                return _open_pins(config.gpio, config)
            return _open_cable(config, expected=False)


def _open_pins(pins: GpioSettings, config: PanelConfig) -> Panel:
    # The GPIO library is imported only for this panel, and may be missing.
    try:
        from hardware.gpio_panel import open_gpio_panel  # noqa: PLC0415
    except ImportError as error:
        why = make_trouble(TroubleKind.NO_PIN_LIBRARY, error=error)
        return AbsentPanel(PanelStatus(PanelKind.GPIO, PanelState.TROUBLED, why))
    return open_gpio_panel(pins, config.button, config.lamps)


def _open_cable(config: PanelConfig, *, expected: bool) -> Panel:
    # The serial library is imported only for a serial panel.
    from hardware.serial_panel import open_serial_panel  # noqa: PLC0415

    return open_serial_panel(config.serial, config.lamps, expected=expected)
