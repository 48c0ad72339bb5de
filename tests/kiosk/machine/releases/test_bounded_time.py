"""Nothing that an update asks of the system is waited for without end."""

import subprocess
from pathlib import Path

import pytest

from kiosk.machine.releases import shelf, unit
from kiosk.machine.releases.errors import ReleaseError


def test_a_systemd_that_gives_no_answer_is_taken_for_one_that_runs_the_kiosk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(verb: str) -> None:
        raise subprocess.TimeoutExpired(verb, 1)

    monkeypatch.setattr(unit, "_systemctl", never)
    kiosk = unit.KioskUnit(tmp_path)
    assert kiosk.runs()
    assert not kiosk.restart()


def test_an_installation_that_hangs_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shelf, "_SECONDS_FOR_PIP", 0.2)
    with pytest.raises(ReleaseError, match="could not be installed: sleep"):
        shelf._run("sleep", "60")
