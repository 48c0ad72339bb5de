"""Which wire goes where, as a table to build a panel by."""

from collections.abc import Iterable

from hardware.lamps import Lamp
from hardware.panel_config import PanelChoice, PanelConfig
from hardware.pins import BUTTON, GROUND_PLACES, HEADER_PLACES, GpioSettings

PICO_BUTTON = 5
PICO_LAMPS = (6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
"""The pins of a Raspberry Pi Pico, the lamps in the order of `Lamp`: as in its firmware."""

_PICO_PLACES = {5: 7, 6: 9, 7: 10, 8: 11, 9: 12, 10: 14, 11: 15, 12: 16, 13: 17, 14: 19, 15: 20}
_PICO_GROUND_PLACES = (3, 8, 13, 18, 23, 28, 33, 38)
_POWER_PLACES = (1, 17)


def wiring_table(config: PanelConfig) -> str:
    """The wiring of the panel that these settings describe.

    Where they leave open which panel it is, the tables of both are given.
    """
    is_on_pins = config.panel is PanelChoice.GPIO or (
        config.panel is PanelChoice.AUTO and config.gpio is not None
    )
    if is_on_pins:
        return header_table(config.pins())
    if config.panel is PanelChoice.SERIAL:
        return pico_table()
    return f"{header_table(config.pins())}\n{pico_table()}"


def header_table(pins: GpioSettings) -> str:
    """The wiring on the header of a Raspberry Pi; warnings stand under the table."""
    rows = []
    for use, pin in pins.uses():
        place = HEADER_PLACES[pin]
        if use == BUTTON:
            far_end = f"button to ground, {_nearest(place, GROUND_PLACES)}"
        elif pins.lit_at == "high":
            far_end = f"resistor, LED to ground, {_nearest(place, GROUND_PLACES)}"
        else:
            far_end = f"resistor, LED from 3.3 V, {_nearest(place, _POWER_PLACES)}"
        rows.append((use, f"GPIO{pin}", str(place), far_end))
    warnings = [f"! {warning}" for warning in pins.warnings()]
    return _table("On the header of the Raspberry Pi", rows, warnings)


def pico_table() -> str:
    """The wiring of a Raspberry Pi Pico that is plugged in with a USB cable."""
    uses = (BUTTON, *(f"the {lamp} lamp" for lamp in Lamp))
    rows = []
    for use, pin in zip(uses, (PICO_BUTTON, *PICO_LAMPS), strict=True):
        place = _PICO_PLACES[pin]
        part = "button" if use == BUTTON else "resistor, LED"
        far_end = f"{part} to ground, {_nearest(place, _PICO_GROUND_PLACES)}"
        rows.append((use, f"GP{pin}", str(place), far_end))
    return _table("On a Raspberry Pi Pico at a USB cable", rows, ())


def _nearest(place: int, places: tuple[int, ...]) -> str:
    return f"place {min(places, key=lambda other: (abs(other - place), other))}"


def _table(title: str, rows: Iterable[tuple[str, ...]], notes: Iterable[str]) -> str:
    lines = [title, _row(("what", "pin", "place", "from there"))]
    lines += [_row(row) for row in rows]
    return "\n".join((*lines, *notes, ""))


def _row(cells: tuple[str, ...]) -> str:
    what, pin, place, far_end = cells
    return f"  {what:<16} {pin:<7} {place:>5}  {far_end}"
