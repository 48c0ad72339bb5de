"""Prints the wiring of a panel as a table to build it by."""

from collections.abc import Iterable, Sequence

from hardware.firmware.panel import pins as pico
from hardware.lamps import Lamp
from hardware.panel_config import PanelChoice, PanelConfig
from hardware.pins import BUTTON, BUZZER, GROUND_PLACES, HEADER_PLACES, GpioSettings
from hardware.troubles import N_, Reader

_PICO_PLACES = {5: 7, 6: 9, 7: 10, 8: 11, 9: 12, 10: 14, 11: 15, 12: 16, 13: 17, 14: 19, 15: 20}
_PICO_GROUND_PLACES = (3, 8, 13, 18, 23, 28, 33, 38)
_POWER_PLACES = (1, 17)

_BUTTON_TO_GROUND = N_("button to ground, place {place}")
_LED_TO_GROUND = N_("resistor, LED to ground, place {place}")
_BUZZER_TO_GROUND = N_("buzzer to ground, place {place}")
_LED_FROM_POWER = N_("resistor, LED from 3.3 V, place {place}")

_PIN = 6
"""Length of the longest pin name, in characters."""
_Row = tuple[str, str, str, str]
"""A row of the table: part, pin, place on the header, and wire."""


def wiring_table(config: PanelConfig, reader: Reader) -> str:
    """Return the wiring of the configured panel, or of both kinds if either may be used."""
    is_on_pins = config.panel is PanelChoice.GPIO or (
        config.panel is PanelChoice.AUTO and config.gpio is not None
    )
    if is_on_pins:
        return header_table(config.pins(), reader)
    if config.panel is PanelChoice.SERIAL:
        return pico_table(reader)
    return f"{header_table(config.pins(), reader)}\n{pico_table(reader)}"


def header_table(pins: GpioSettings, reader: Reader) -> str:
    """Return a table of the wiring on a Raspberry Pi's GPIO header, with warnings below."""
    rows = []
    for use, pin in pins.uses():
        place = HEADER_PLACES[pin]
        if use == BUTTON:
            far_end = reader.words(_BUTTON_TO_GROUND, place=_nearest(place, GROUND_PLACES))
        elif use == BUZZER:
            far_end = reader.words(_BUZZER_TO_GROUND, place=_nearest(place, GROUND_PLACES))
        elif pins.lit_at == "high":
            far_end = reader.words(_LED_TO_GROUND, place=_nearest(place, GROUND_PLACES))
        else:
            far_end = reader.words(_LED_FROM_POWER, place=_nearest(place, _POWER_PLACES))
        rows.append((reader.fact(use), f"GPIO{pin}", str(place), far_end))
    warnings = [f"! {' '.join(reader.advice(warning))}" for warning in pins.warnings()]
    title = reader.words(N_("On the header of the Raspberry Pi"))
    return _table(title, rows, warnings, reader)


def pico_table(reader: Reader) -> str:
    """Return the wiring of a Raspberry Pi Pico with a USB cable."""
    uses = (BUTTON, *(f"the {lamp} lamp" for lamp in Lamp))
    rows = []
    for use, pin in zip(uses, (pico.BUTTON, *pico.LAMPS), strict=True):
        place = _PICO_PLACES[pin]
        far_end = _BUTTON_TO_GROUND if use == BUTTON else _LED_TO_GROUND
        told = reader.words(far_end, place=_nearest(place, _PICO_GROUND_PLACES))
        rows.append((reader.fact(use), f"GP{pin}", str(place), told))
    return _table(reader.words(N_("On a Raspberry Pi Pico at a USB cable")), rows, (), reader)


def _nearest(place: int, places: tuple[int, ...]) -> int:
    return min(places, key=lambda other: (abs(other - place), other))


def _table(title: str, rows: Sequence[_Row], notes: Iterable[str], reader: Reader) -> str:
    words = reader.words
    head = (
        # For translators: above a column that says what is wired
        words(N_("what")),
        # For translators: above a column of pins
        words(N_("pin")),
        # For translators: above a column that says where on the header a pin is
        words(N_("place")),
        # For translators: above a column that says where the wire goes
        words(N_("from there")),
    )
    what, pin, place, _far_end = (max(map(len, column)) for column in zip(head, *rows, strict=True))
    lines = [
        f"  {row[0]:<{what + 1}} {row[1]:<{max(pin, _PIN) + 1}} {row[2]:>{place}}  {row[3]}"
        for row in (head, *rows)
    ]
    return "\n".join((title, *lines, *notes, ""))
