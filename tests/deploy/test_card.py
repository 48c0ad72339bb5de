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
