"""Finds the GPIO header of a Raspberry Pi by the name of its chip."""

import re
from contextlib import suppress
from pathlib import Path

_SYSTEM_CHIPS = Path("/sys/bus/gpio/devices")

# Device-tree names of the header's GPIO chip on the Raspberry Pi 5, 4, and earlier models.
_HEADER_CHIPS = frozenset({b"raspberrypi,rp1-gpio", b"brcm,bcm2711-gpio", b"brcm,bcm2835-gpio"})


def find_header_chip_number(system: Path = _SYSTEM_CHIPS) -> int | None:
    """Return the number of the pin header's GPIO chip, or None if there is no header.

    The chip is recognised by its name, because its number differs between kernels.
    """
    for chip in sorted(system.glob("gpiochip*")):
        number = re.fullmatch(r"gpiochip(\d+)", chip.name)
        # A chip without a device-tree node is not the header.
        with suppress(OSError):
            names = set((chip / "of_node" / "compatible").read_bytes().split(b"\0"))
            if number is not None and names & _HEADER_CHIPS:
                return int(number[1])
    return None
