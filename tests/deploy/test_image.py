"""A card's image: its number, who may log in, and its units."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

DEPLOY = Path(__file__).parents[2] / "deploy"
SYSTEM = DEPLOY / "image" / "system"
ANALYZE = shutil.which("systemd-analyze")


def fit() -> str:
    return (DEPLOY / "image/fit").read_text()


def test_the_same_number_of_the_card_is_used_everywhere() -> None:
    files = (path for path in (DEPLOY / "image").rglob("*") if path.is_file())
    places = [path for path in files if path.suffix != ".pyc"]
    named = {
        found
        for path in (*places, DEPLOY / "build-image")
        for found in re.findall(r"4d45[0-9a-f]{4}\b", path.read_text())
    }
    assert named == {"4d454455"}


def test_nobody_comes_in_over_the_network_unless_a_file_on_the_boot_partition_lets_them() -> None:
    unit = (SYSTEM / "etc/systemd/system/ssh.service.d/card.conf").read_text()
    assert "ConditionPathExists=|/boot/firmware/ssh\n" in unit
    server = (SYSTEM / "etc/ssh/sshd_config.d/card.conf").read_text()
    assert "PasswordAuthentication no\n" in server
    assert "AuthorizedKeysFile /boot/firmware/ssh " in server
    assert "passwd --quiet --lock root" in fit()


@pytest.mark.skipif(ANALYZE is None, reason="this system has no systemd to ask")
def test_systemd_finds_no_fault_with_the_card_s_unit(tmp_path: Path) -> None:
    unit = "meduris-grow.service"
    text = (SYSTEM / "etc/systemd/system" / unit).read_text()
    (tmp_path / unit).write_text(
        re.sub(r"^(ExecStart=)\S+", r"\1/bin/true", text, flags=re.MULTILINE)
    )
    found = subprocess.run(  # noqa: S603 - our own units
        [str(ANALYZE), "verify", str(tmp_path / unit)], capture_output=True, text=True, check=False
    )
    assert [line for line in found.stderr.splitlines() if "meduris" in line] == []
