"""Processor's share of a panel on pins with three dimmed lamps.

The pins are not real: setting one costs nothing.
"""

import sys
import time

from hardware.gpio_panel import open_gpio_panel
from hardware.lamps import Lamp, LampSettings, make_lamp_pattern
from hardware.panel_config import ButtonSettings
from hardware.pins import GpioSettings
from tests.benchmarks.watching import tell
from tests.hardware.fake_chip import FakeChip

_SETTLED_SECONDS = 0.5

if __name__ == "__main__":
    chip, pins = FakeChip(), GpioSettings()
    panel = open_gpio_panel(
        pins, ButtonSettings(), LampSettings(), open_header_chip=lambda: (0, chip)
    )
    panel.show_pattern(make_lamp_pattern(steady=[Lamp.WOOD, Lamp.RED, Lamp.BLUE]))
    time.sleep(_SETTLED_SECONDS)
    # Until the first edge, the button is polled.
    chip.lines[pins.button].drive(high=True)
    time.sleep(_SETTLED_SECONDS)
    before, began = time.process_time(), time.monotonic()
    time.sleep(float(sys.argv[1]))
    tell(share=(time.process_time() - before) / (time.monotonic() - began))
    panel.close(wait_seconds=1)
