"""What the rehearsals stand on: where the computer that qemu plays is gone, and what it shows."""

import socket
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from types import ModuleType

import pytest

REHEARSAL = Path(__file__).parents[2] / "deploy/rehearsal"


@pytest.fixture
def harness(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    monkeypatch.syspath_prepend(REHEARSAL)
    import harness  # noqa: PLC0415 - it lies beside the scripts that use it

    yield harness
    del sys.modules["harness"]


@pytest.mark.timeout(10)
def test_a_computer_that_goes_off_in_the_middle_of_an_answer_is_told(
    harness: ModuleType, tmp_path: Path
) -> None:
    computer = harness.Computer(tmp_path, "qemu")
    with ExitStack() as open_lines:
        computer._shell, shell, computer._monitor, monitor = map(
            open_lines.enter_context, (*socket.socketpair(), *socket.socketpair())
        )
        shell.sendall(b"some of an ans")
        shell.shutdown(socket.SHUT_WR)
        monitor.shutdown(socket.SHUT_WR)
        with pytest.raises(harness.TroubleError, match="off"):
            computer.ask("true")
        with pytest.raises(harness.TroubleError, match="off"):
            computer.order("screendump")
        assert not computer.answers()


@pytest.fixture
def boot(harness: ModuleType, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    seconds = iter(range(1_000_000))
    monkeypatch.setattr(time, "monotonic", lambda: float(next(seconds)))
    monkeypatch.setattr(time, "sleep", lambda _seconds: None)
    import boot  # noqa: PLC0415 - likewise

    yield boot
    del sys.modules["boot"], sys.modules["places"]


class Display:
    """What a computer shows, one picture after the other; the last one stays."""

    def __init__(self, *pictures: bytes) -> None:
        self._left = list(pictures)

    def picture(self) -> bytes:
        """The next one."""
        return self._left.pop(0) if len(self._left) > 1 else self._left[0]


def ppm(*pixels: bytes) -> bytes:
    return b"P6\n2 2\n255\n" + b"".join(pixels)


def test_a_picture_that_is_compared_has_stood_still_for_as_long_as_is_asked(
    boot: ModuleType, tmp_path: Path
) -> None:
    (tmp_path / "boot").mkdir()
    for name in ("vmlinuz-1", "initrd.img-1"):
        (tmp_path / "boot" / name).touch()
    kiosk = boot.BootedKiosk(tmp_path)
    shown = (b"start", *[b"its button shaded"] * 12, b"the table")
    kiosk.machine = Display(*shown)
    assert kiosk.picture_at_rest(6, "a table") == b"its button shaded"
    kiosk.machine = Display(*shown)
    assert kiosk.picture_at_rest(30, "a table") == b"the table"
    kiosk.machine = Display(b"start")
    with pytest.raises(boot.TroubleError, match="another picture"):
        kiosk.picture_at_rest(6, "another picture", other_than=b"start")


def test_where_two_pictures_differ_is_told(boot: ModuleType) -> None:
    sand, sea = b" \n\t", b"abc"
    one = ppm(sand, sand, sea, sand)
    assert boot.where_they_differ(one, one) == "not a pixel"
    other = ppm(sand, sea, sand, sand)
    assert boot.where_they_differ(one, other) == "2 pixels, from 0, 0 to 1, 1"
    assert boot.where_they_differ(one, other.replace(b"2 2", b"4 1")) == "(2, 2) and (4, 1) pixels"
