import re
import shutil
import subprocess
from importlib.util import find_spec
from pathlib import Path

import pytest

DEPLOY = Path(__file__).parents[2] / "deploy"
MACHINE = DEPLOY / "machine"
CARD = DEPLOY / "image/system/etc/systemd/system"
UNITS = (*MACHINE.glob("*.path"), *MACHINE.glob("*[!@].service"), *CARD.glob("*.service"))
ANALYZE = shutil.which("systemd-analyze")


@pytest.mark.skipif(ANALYZE is None, reason="this system has no systemd to ask")
@pytest.mark.parametrize("unit", [unit.name for unit in UNITS])
def test_systemd_finds_no_fault_with_a_unit(unit: str, tmp_path: Path) -> None:
    for path in (*MACHINE.glob("*.*"), *CARD.glob("*.service")):
        # The programs are not on this machine, or not there; that they are is for the rehearsal.
        text = re.sub(r"^(Exec\w+=[-+]*)\S+", r"\1/bin/true", path.read_text(), flags=re.MULTILINE)
        (tmp_path / path.name).write_text(text)
    found = subprocess.run(  # noqa: S603 - our own units
        [ANALYZE or "", "verify", "--man=no", tmp_path / unit],
        capture_output=True,
        text=True,
        check=False,
    )
    about_ours = [line for line in found.stderr.splitlines() if "meduris" in line]
    assert about_ours == []


def test_the_units_and_root_s_helper_call_modules_that_are_there() -> None:
    files = [*MACHINE.glob("*.service"), DEPLOY / "debian/update"]
    called = re.findall(r" -m ([\w.]+)", "".join(path.read_text() for path in files))
    assert {"kiosk.cli.kiosk", "kiosk.cli.try_out", "kiosk.machine.stick_writing"} <= set(called)
    for name in called:
        found = find_spec(name)
        assert found is not None
        assert found.origin is not None
        assert '__name__ == "__main__"' in Path(found.origin).read_text(), name
