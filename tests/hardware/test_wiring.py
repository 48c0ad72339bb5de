import re
import xml.etree.ElementTree as ET
from pathlib import Path

from hardware.firmware.panel import pins as pico
from hardware.lamps import Lamp
from hardware.pins import GpioSettings

HARDWARE = Path(__file__).parents[2] / "hardware"


def test_the_documentation_shows_the_usual_pins_in_their_order():
    readme = (HARDWARE / "README.md").read_text(encoding="utf-8")
    usual = [pin for _, pin in GpioSettings().pins_in_use()]
    assert re.findall(r"the \w+(?: lamp)? +GPIO(\d+) +\d+ ", readme) == list(map(str, usual))
    of_pico = [pico.BUTTON, *pico.LAMPS]
    assert re.findall(r"the \w+(?: lamp)? +GP(\d+) +\d+ ", readme) == list(map(str, of_pico))


def test_the_drawing_has_every_wire_of_the_usual_pins():
    drawing = ET.parse(HARDWARE / "wiring.svg").getroot()  # noqa: S314 - our own file
    words = {element.text for element in drawing.iter() if element.text}
    assert {f"GPIO{pin}" for _, pin in GpioSettings().pins_in_use()} <= words
    assert set(Lamp) <= words
