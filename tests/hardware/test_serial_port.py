"""Which ports may be a panel's: they are listed only when the computer's devices have changed."""

import os
from pathlib import Path
from types import SimpleNamespace

import pytest

from hardware import serial_port
from hardware.serial_port import Candidate, UsbPorts

LONG_AGO = 1_000_000_000
USB = {"vid": 0x2E8A}


class Computer:
    """A folder of devices, and what the system says of them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.listings = 0
        self.changed(LONG_AGO)

    def changed(self, seconds: float) -> None:
        """Something has come or gone at that time."""
        os.utime(self.folder, (seconds, seconds))

    def comports(self) -> list[SimpleNamespace]:
        self.listings += 1
        return [SimpleNamespace(device=str(path), **USB) for path in sorted(self.folder.iterdir())]


@pytest.fixture
def computer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Computer:
    made = Computer(tmp_path)
    monkeypatch.setattr(serial_port.list_ports, "comports", made.comports)
    return made


@pytest.fixture
def ports(computer: Computer) -> UsbPorts:
    return UsbPorts(computer.folder)


def test_a_search_that_goes_on_lists_the_ports_once(computer, ports):
    assert [ports.likely() for _second in range(5)] == [()] * 5
    assert computer.listings == 1


def test_what_is_plugged_in_is_listed_and_what_is_pulled_out_is_not(computer, ports):
    ports.likely()
    plugged = computer.folder / "ttyACM0"
    plugged.touch()
    computer.changed(LONG_AGO + 1)
    assert ports.likely() == (Candidate(str(plugged), sure=True),)
    plugged.unlink()
    computer.changed(LONG_AGO + 2)
    assert ports.likely() == ()


def test_devices_that_have_just_changed_are_listed_again(computer, ports):
    (computer.folder / "ttyACM0").touch()  # its folder changes at this very moment
    assert len(ports.likely()) == 1
    (computer.folder / "ttyACM1").touch()
    computer.changed((computer.folder / "ttyACM0").stat().st_mtime)
    assert len(ports.likely()) == 2


def test_two_names_of_one_device_have_its_number_and_are_listed_once(monkeypatch, tmp_path):
    terminal, other_end = os.openpty()
    device = os.ttyname(other_end)
    named = tmp_path / "companion-panel"
    named.symlink_to(device)
    monkeypatch.setattr(serial_port, "PANEL_NAME", str(named))
    monkeypatch.setattr(
        serial_port.list_ports, "comports", lambda: [SimpleNamespace(device=device, **USB)]
    )
    number = os.fstat(other_end).st_rdev
    assert UsbPorts().likely() == (Candidate(str(named), sure=True, device=number),)
    named.unlink()
    assert UsbPorts().likely() == (Candidate(device, sure=True, device=number),)
    os.close(terminal)
    os.close(other_end)
