import socket
from pathlib import Path

import pytest

from kiosk.machine.systemd_notify import ALIVE, READY, notify_systemd


def listening(address: str) -> socket.socket:
    line = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    line.bind(address.replace("@", "\0", 1))
    line.settimeout(5)
    return line


@pytest.mark.parametrize("kind", ["path", "abstract"])
def test_whoever_waits_is_told(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    address = str(tmp_path / "n") if kind == "path" else f"@{tmp_path}/n"
    monkeypatch.setenv("NOTIFY_SOCKET", address)
    # systemd names cage here, not us; it is told all the same.
    monkeypatch.setenv("WATCHDOG_PID", "1")
    with listening(address) as line:
        assert notify_systemd(READY)
        assert notify_systemd(ALIVE)
        assert (line.recv(99), line.recv(99)) == (b"READY=1", b"WATCHDOG=1")


@pytest.mark.parametrize("address", ["", "/nowhere/gone"])
def test_where_nobody_waits_nothing_happens(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NOTIFY_SOCKET", address)
    assert not notify_systemd(ALIVE)


def test_a_full_queue_holds_nothing_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    address = str(tmp_path / "n")
    monkeypatch.setenv("NOTIFY_SOCKET", address)
    with listening(address):
        assert not all(notify_systemd(ALIVE) for _ in range(5000))
