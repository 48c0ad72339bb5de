import base64
import re
import shutil
import subprocess
import textwrap
from pathlib import Path

import pytest

CARD = Path(__file__).parents[2] / "deploy/card"
KEY = b"\x98\x33a public key"


@pytest.fixture(scope="module")
def user_data(tmp_path_factory: pytest.TempPathFactory) -> str:
    """What deploy/release puts beside packages that trust KEY."""
    if shutil.which("dpkg-deb") is None:
        pytest.skip("this system has no packages")
    folder = tmp_path_factory.mktemp("card")
    tree = folder / "meduris-kiosk"
    key = tree / "usr/share/keyrings/meduris-kiosk.gpg"
    (tree / "DEBIAN").mkdir(parents=True)
    key.parent.mkdir(parents=True)
    key.write_bytes(KEY)
    (tree / "DEBIAN/control").write_text(
        "Package: meduris-kiosk\nVersion: 1.0\nArchitecture: all\n"
        "Maintainer: Nobody <nobody@example.org>\nDescription: one of ours\n"
    )
    package = folder / "meduris-kiosk_1.0_all.deb"
    for command in (
        ["dpkg-deb", "--root-owner-group", "--build", tree, package],
        [CARD / "user-data", folder],
    ):
        done = subprocess.run(command, check=True, capture_output=True, text=True)  # noqa: S603 - our own
    return done.stdout


def test_user_data_installs_from_the_card_and_trusts_the_key_of_its_packages(
    user_data: str,
) -> None:
    assert user_data.startswith("#cloud-config\n"), "cloud-init reads nothing else"
    key = re.search(r"encoding: b64\n +content: (\S+)\n", user_data)
    assert key is not None
    assert base64.b64decode(key[1]) == KEY
    path = re.search(r"path: (/etc/apt/keyrings/\S+)\n", user_data)
    assert path is not None
    assert f"deb [signed-by={path[1]}] file:/boot/firmware/meduris-repository ./" in user_data


def test_user_data_carries_the_installer_unchanged(user_data: str) -> None:
    script = textwrap.dedent(user_data.rpartition("content: |\n")[2])
    assert script == (CARD / "install").read_text()


@pytest.mark.parametrize(
    ("told_by_apt", "shown"),
    [
        ("Err:1 Could not resolve 'deb.debian.org'", "There is no internet connection."),
        ("Verifying signature: Not live until 2026-02-18T02:13:27Z", "The clock of the"),
        ("certificate verify failed: certificate is not yet valid", "The clock of the"),
    ],
)
def test_a_download_that_fails_is_blamed_on_the_clock_only_if_apt_names_a_time(
    tmp_path: Path, told_by_apt: str, shown: str
) -> None:
    """The installer runs until it waits for the next attempt, with commands that do nothing."""
    commands = tmp_path / "bin"
    commands.mkdir()
    for name, does in (
        ("systemctl", "true"),
        ("dmesg", "true"),
        ("dpkg", "true"),
        ("apt-get", f'case "$*" in *install*) echo "{told_by_apt}"; exit 100; esac'),
        ("sleep", "kill $PPID"),
    ):
        (commands / name).write_text(f"#!/bin/sh\n{does}\n")
        (commands / name).chmod(0o755)
    (tmp_path / "card").mkdir()
    (tmp_path / "card/InRelease").touch()
    script = (CARD / "install").read_text()
    for real, other in (
        ("/boot/firmware/meduris-repository", tmp_path / "card"),
        ("/dev/tty1", tmp_path / "screen"),
        ("/var/log/meduris-card.log", tmp_path / "log"),
        ("PATH=/usr/sbin:", f"PATH={commands}:/usr/sbin:"),
    ):
        assert real in script
        script = script.replace(real, str(other))
    subprocess.run(["sh", "-c", script], check=False, timeout=20)  # noqa: S603, S607 - our own
    told = (tmp_path / "screen").read_text()
    assert shown in " ".join(told.split())
