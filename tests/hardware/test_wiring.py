"""The wiring table, and that table, firmware, drawing and documentation agree."""

import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from hardware.lamps import Lamp
from hardware.panel_config import PanelChoice, PanelConfig
from hardware.pins import GROUND_PLACES, HEADER_PLACES, GpioSettings, LampPins
from hardware.wiring import header_table, pico_table, wiring_table
from tests.hardware.english import English

HARDWARE = Path(__file__).parents[2] / "hardware"


def test_lamps_wired_from_above_go_to_the_power():
    table = header_table(GpioSettings(lit_at="low"), English())
    assert "the wood lamp    GPIO27     13  resistor, LED from 3.3 V, place 17" in table


def test_warnings_stand_under_the_table():
    table = header_table(GpioSettings(lamps=LampPins(red=10)), English())
    assert table.splitlines()[-1].startswith("! GPIO 10 for the red lamp is also a pin of SPI.")


@pytest.mark.parametrize(
    ("config", "titles"),
    [
        (PanelConfig(panel=PanelChoice.GPIO), ["header"]),
        (PanelConfig(gpio=GpioSettings()), ["header"]),
        (PanelConfig(panel=PanelChoice.SERIAL, gpio=GpioSettings()), ["Pico"]),
        (PanelConfig(), ["header", "Pico"]),
    ],
)
def test_the_table_is_that_of_the_panel_in_the_settings(config, titles):
    table = wiring_table(config, English())
    assert [title for title in ("header", "Pico") if f" {title} " in table] == titles


def test_every_pin_of_the_header_has_its_own_place_and_none_is_ground_or_power():
    places = list(HEADER_PLACES.values())
    assert len(set(places)) == 28
    assert set(places) | set(GROUND_PLACES) | {1, 2, 4, 17} == set(range(1, 41))


def test_the_documentation_shows_the_tables_as_they_are():
    readme = (HARDWARE / "README.md").read_text(encoding="utf-8")
    assert header_table(GpioSettings(), English()) in readme
    assert pico_table(English()) in readme


def test_the_drawing_has_every_wire_of_the_usual_pins():
    drawing = ET.parse(HARDWARE / "wiring.svg").getroot()  # noqa: S314 - our own file
    words = {element.text for element in drawing.iter() if element.text}
    pins = GpioSettings()
    for use, pin in pins.uses():
        assert f"GPIO{pin}" in words, use
        assert str(HEADER_PLACES[pin]) in words, use
    assert set(Lamp) <= words


def test_the_drawing_joins_each_lamp_to_the_place_of_its_pin():
    drawing = ET.parse(HARDWARE / "wiring.svg").getroot()  # noqa: S314 - our own file
    wires = {
        element.get("id"): element
        for element in drawing.iter()
        if re.fullmatch(r"wire-\w+", element.get("id", ""))
    }
    pins = GpioSettings()
    places = {f"wire-{lamp}": HEADER_PLACES[pins.lamp_pin(lamp)] for lamp in Lamp}
    places["wire-button"] = HEADER_PLACES[pins.button]
    assert {name: int(wire.get("data-place", "0")) for name, wire in wires.items()} == places
