import re
import shutil
import subprocess
from hashlib import sha256
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
def test_shellcheck_finds_nothing_in_our_shell_scripts(cache: pytest.Cache) -> None:
    """As mypy does, it keeps what it has found nothing in, and looks again after any change."""
    places = [*(ROOT / ".ci").rglob("*"), *(ROOT / "deploy").rglob("*")]
    scripts = sorted(path for path in places if is_shell_script(path))
    assert ROOT / "deploy" / "run" in scripts
    sources = {str(path.relative_to(ROOT)): path.read_text() for path in scripts}
    looked_at = sha256(repr((version(), sources)).encode()).hexdigest()
    if cache.get("shellcheck/found-nothing-in", None) == looked_at:
        return
    found = shellcheck("--external-sources", *sources)
    assert (found.returncode, found.stdout) == (0, "")
    cache.set("shellcheck/found-nothing-in", looked_at)


def version() -> str:
    return shellcheck("--version").stdout


def shellcheck(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(  # noqa: S603 - our own scripts
        [SHELLCHECK or "", *words], cwd=ROOT, capture_output=True, text=True, check=False
    )


COMMANDS = sorted(
    path
    for path in (ROOT / "deploy").iterdir()
    if path.name != "run" and is_shell_script(path) and path.suffix != ".sh"
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


def test_workflows_give_scripts_only_options_that_these_know() -> None:
    called = [
        (script, option)
        for path in (ROOT / ".github/workflows").glob("*.yml")
        for script, options in re.findall(
            r"deploy/([\w-]+)((?: .*\\\n)* .*)", path.read_text(encoding="utf-8")
        )
        for option in re.findall(r" (--[\w-]+)", options)
    ]
    assert ("release", "--image") in called
    told = {script: (ROOT / "deploy" / script).read_text() for script, _option in called}
    assert [one for one in called if one[1] not in told[one[0]]] == []
