"""What the rehearsals stand on, where the computer that qemu plays is gone."""

import socket
import sys
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
