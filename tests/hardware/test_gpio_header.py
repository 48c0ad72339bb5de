from pathlib import Path

import pytest

from hardware.gpio_header import find_header_chip_number


def add_chip(system: Path, name: str, compatible: bytes | None) -> None:
    node = system / name / "of_node"
    node.mkdir(parents=True)
    if compatible is not None:
        (node / "compatible").write_bytes(compatible)


@pytest.fixture
def system(tmp_path):
    return tmp_path / "system"


@pytest.mark.parametrize(
    ("chip", "compatible"),
    [
        ("gpiochip0", b"brcm,bcm2835-gpio\0"),
        ("gpiochip0", b"brcm,bcm2711-gpio\0brcm,bcm2835-gpio\0"),
        ("gpiochip4", b"raspberrypi,rp1-gpio\0"),
        ("gpiochip15", b"raspberrypi,rp1-gpio\0"),
    ],
)
def test_the_header_is_known_by_its_name_whatever_its_number(system, chip, compatible):
    add_chip(system, "gpiochip10", b"raspberrypi,firmware-gpio\0")
    add_chip(system, "gpiochip11", None)
    add_chip(system, chip, compatible)
    assert find_header_chip_number(system) == int(chip.removeprefix("gpiochip"))


def test_a_computer_without_a_header_has_none(system):
    assert find_header_chip_number(system) is None
    add_chip(system, "gpiochip0", b"intel,gpio\0")
    assert find_header_chip_number(system) is None


def test_what_only_looks_like_a_chip_is_none(system):
    add_chip(system, "gpiochip-old", b"brcm,bcm2835-gpio\0")
    assert find_header_chip_number(system) is None
