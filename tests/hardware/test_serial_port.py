from types import SimpleNamespace

from hardware import serial_port
from hardware.serial_port import UsbSerialPorts


def test_only_boards_by_raspberry_pi_are_searched_unless_a_port_is_named(monkeypatch):
    found = [
        SimpleNamespace(device="/dev/ttyS0", vid=None),
        SimpleNamespace(device="/dev/ttyUSB0", vid=0x1A86),
        SimpleNamespace(device="/dev/ttyACM1", vid=0x2E8A),
        SimpleNamespace(device="/dev/ttyACM0", vid=0x2E8A),
    ]
    monkeypatch.setattr(serial_port.list_ports, "comports", lambda: found)
    assert UsbSerialPorts().likely_panel_ports() == ("/dev/ttyACM0", "/dev/ttyACM1")
