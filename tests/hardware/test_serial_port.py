"""Which ports may be a panel's."""

import os
from types import SimpleNamespace

from hardware import serial_port
from hardware.serial_port import Candidate, UsbPorts

USB = {"vid": 0x2E8A}


def test_ports_at_usb_may_be_a_panels_those_of_its_maker_first(monkeypatch):
    found = [
        SimpleNamespace(device="/dev/ttyS0", vid=None),
        SimpleNamespace(device="/dev/ttyUSB0", vid=0x1A86),
        SimpleNamespace(device="/dev/ttyUSB1", **USB),
    ]
    monkeypatch.setattr(serial_port.list_ports, "comports", lambda: found)
    monkeypatch.setattr(serial_port, "device_number", lambda _path: None)
    assert UsbPorts().likely() == (
        Candidate("/dev/ttyUSB1", sure=True),
        Candidate("/dev/ttyUSB0", sure=False),
    )


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
