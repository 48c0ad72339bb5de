import subprocess
import sysconfig
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_shellcheck_finds_nothing_in_our_shell_scripts() -> None:
    shellcheck = Path(sysconfig.get_path("scripts")) / "shellcheck"
    scripts = [
        ROOT / ".ci/run",
        *(ROOT / "deploy").glob("*.sh"),
        ROOT / "deploy/run",
        ROOT / "deploy/test",
    ]
    found = subprocess.run(  # noqa: S603 - our own scripts
        [shellcheck, "--external-sources", *scripts],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.stdout == ""
    assert found.returncode == 0
