import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SHELLCHECK = shutil.which("shellcheck")


def is_shell_script(path: Path) -> bool:
    if not path.is_file():
        return False
    first_line = path.read_bytes().partition(b"\n")[0]
    return path.suffix == ".sh" or (first_line.startswith(b"#!") and first_line.endswith(b"sh"))


@pytest.mark.skipif(SHELLCHECK is None, reason="this system has no ShellCheck to ask")
def test_shellcheck_finds_nothing_in_our_shell_scripts() -> None:
    places = [*(ROOT / ".ci").rglob("*"), *(ROOT / "deploy").rglob("*")]
    scripts = [path for path in places if is_shell_script(path)]
    assert ROOT / "deploy" / "run" in scripts
    found = subprocess.run(  # noqa: S603 - our own scripts
        [SHELLCHECK, "--external-sources", *scripts],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (found.returncode, found.stdout) == (0, "")


COMMANDS = sorted(
    path
    for path in (ROOT / "deploy").iterdir()
    if path.name != "run" and is_shell_script(path) and path.name != "environment.sh"
)


@pytest.mark.parametrize("script", COMMANDS, ids=lambda path: path.name)
def test_every_script_tells_what_it_is_for_and_does_nothing_then(script: Path) -> None:
    told = subprocess.run(  # noqa: S603 - our own scripts
        [script, "--help"],
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=20,
        check=False,
    )
    assert (told.returncode, told.stderr) == (0, "")
    assert f"deploy/{script.name}" in told.stdout
    assert "set -" not in told.stdout
