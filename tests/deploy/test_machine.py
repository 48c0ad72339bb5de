import os
import re
import shutil
import subprocess
from importlib.util import find_spec
from pathlib import Path

import pytest

DEPLOY = Path(__file__).parents[2] / "deploy"
MACHINE = DEPLOY / "machine"
UNITS = (
    "meduris.service",
    "meduris-power-off.path",
    "meduris-power-off.service",
    "meduris-update.path",
    "meduris-update.service",
    "meduris-repair.service",
    "meduris-settle.service",
    "meduris-to-stick.path",
    "meduris-to-stick.service",
)
LIMITS = ("MemoryHigh", "MemoryMax")
AT_THE_TABLE = 185
"""What the companion takes there, in megabytes (`python -m tests.benchmarks`)."""
SMALLEST_MACHINE = 1024
ANALYZE = shutil.which("systemd-analyze")


def run(*command: object, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(  # noqa: S603 - our own scripts
        [str(word) for word in command],
        env={**os.environ, **environment},
        cwd=DEPLOY.parent,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.skipif(ANALYZE is None, reason="this system has no systemd to ask")
@pytest.mark.parametrize("unit", UNITS)
def test_systemd_finds_no_fault_with_a_unit(unit: str, tmp_path: Path) -> None:
    for path in MACHINE.glob("*.*"):
        # The programs are not on this machine, or not there; that they are is for the rehearsal.
        text = re.sub(r"^(Exec\w+=[-+]*)\S+", r"\1/bin/true", path.read_text(), flags=re.MULTILINE)
        (tmp_path / path.name).write_text(text)
    found = run(ANALYZE, "verify", "--man=no", tmp_path / unit)
    about_ours = [line for line in found.stderr.splitlines() if "meduris" in line]
    assert about_ours == []


def test_the_unit_starts_the_kiosk_in_its_compositor() -> None:
    unit = (MACHINE / "meduris.service").read_text()
    assert "Type=notify\n" in unit
    assert "NotifyAccess=all\n" in unit
    started = re.search(r"^ExecStart=(.*)$", unit, re.MULTILINE)
    assert started is not None
    assert "cage" in started[1]
    assert "kiosk.cli.kiosk" in started[1]


def test_the_unit_bounds_its_memory_far_above_what_a_table_takes_and_below_a_small_machines() -> (
    None
):
    unit = (MACHINE / "meduris.service").read_text()
    high, most = (
        int(found[1])
        for found in (re.search(rf"^{name}=(\d+)M$", unit, re.MULTILINE) for name in LIMITS)
        if found is not None
    )
    assert 2 * AT_THE_TABLE < high < most < SMALLEST_MACHINE - 256
    assert "OOMPolicy=stop\n" in unit
    assert "Restart=always\n" in unit


def test_the_units_and_root_s_helper_call_modules_that_are_there() -> None:
    files = [*MACHINE.glob("*.service"), DEPLOY / "debian/update"]
    called = re.findall(r" -m ([\w.]+)", "".join(path.read_text() for path in files))
    assert {"kiosk.cli.kiosk", "kiosk.cli.try_out", "kiosk.machine.stick_writing"} <= set(called)
    for name in called:
        found = find_spec(name)
        assert found is not None
        assert found.origin is not None
        assert '__name__ == "__main__"' in Path(found.origin).read_text(), name


def test_nothing_takes_the_screen_out_of_the_unit_or_hangs_it_up() -> None:
    unit = (MACHINE / "meduris.service").read_text()
    assert not re.search(r"^(PAMName|TTY\w+|StandardInput)=", unit, re.MULTILINE)


def test_cage_knows_the_touchscreen_before_its_first_touch() -> None:
    settings = [
        line
        for path in (MACHINE / "meduris.service", MACHINE / "display.env")
        for line in path.read_text().splitlines()
        if not line.startswith("#")
    ]
    assert "WLR_LIBINPUT_NO_DEVICES" not in " ".join(settings)


def test_the_sandbox_lets_libegl_open_a_display() -> None:
    unit = (MACHINE / "meduris.service").read_text()
    allowed = re.findall(r"^SystemCallFilter=(.*)$", unit, re.MULTILINE)
    assert "mincore" in " ".join(allowed).split()
