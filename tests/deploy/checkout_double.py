"""A checkout in a folder of its own, on a machine that these tests make up.

The shell scripts are the real ones. What they call, Python, pip, dpkg and apt, are doubles that
write down how they were called, so that nothing is installed and nothing is downloaded.
"""

import os
import shutil
import subprocess
from pathlib import Path

SCRIPTS = Path(__file__).parents[2] / "deploy"
SYSTEM = "/usr/bin:/bin"

# $0 tells which Python it is: `-m venv` copies it, as a real one would link itself.
PYTHON = """#!/usr/bin/env bash
tag={tag}
case "$*" in
    "-m venv "*)
        echo "$tag makes venv" >>"$CALLS"
        mkdir -p "$3/bin"
        cp "$0" "$3/bin/python"
        ;;
    "-m pip install "*)
        echo "pip installs ${{*: -1}}" >>"$CALLS"
        echo "${{*:4}}" >>"$CALLS.pip"
        [[ ! -e $PIP_FAILS || ${{*: -1}} != $(<"$PIP_FAILS") ]] || exit 1
        cp "$MEDURIS" "${{0%/*}}/meduris"
        cp "$LINT_IMPORTS" "${{0%/*}}/lint-imports"
        ;;
    "-m "*)
        echo "$2 ${{*:3}}" >>"$CALLS"
        [[ $2 != "${{FAILING_STEP:-}}" ]] || exit 7
        [[ $2 != "${{WAITING_STEP:-}}" ]] || {{ echo $$ >"$CALLS.waits"; exec sleep 100; }}
        ;;
    *print*) echo "$tag" ;;
esac
"""
MEDURIS = """#!/usr/bin/env bash
echo "meduris $*" >>"$CALLS"
while (($#)); do
    if [[ $1 == --shots && ! -e $MEDURIS_LEAVES_NOTHING ]]; then
        echo '{}' >"$2/demo.jsonl"
        touch "$2/001.png" "$2/002.png"
    fi
    shift
done
"""
LINT_IMPORTS = """#!/usr/bin/env bash
echo lint-imports >>"$CALLS"
"""
DPKG_QUERY = """#!/usr/bin/env bash
[[ " $ABSENT " == *" ${*: -1} "* ]] || printf installed
"""
APT_GET = """#!/usr/bin/env bash
echo "apt-get $*" >>"$CALLS"
[[ ! -e $APT_FAILS ]] || exit 100
"""
SUDO = """#!/usr/bin/env bash
[[ $1 == -n && $MAY_SUDO == yes ]] || exit 1
[[ $2 == true ]] || echo sudo >>"$CALLS"
exec "${@:2}"
"""
ID = """#!/usr/bin/env bash
echo "$USER_ID"
"""


class CheckoutDouble:
    """A checkout with the real deploy scripts; the machine round it is set before `start`."""

    def __init__(self, folder: Path) -> None:
        self._bin = folder / "bin"
        self._bin.mkdir()
        self._calls = folder / "calls"
        self._calls.touch()
        self.path = folder / "my checkout"
        (self.path / "deploy").mkdir(parents=True)
        for name in ("run", "test", "environment.sh"):
            shutil.copy2(SCRIPTS / name, self.path / "deploy" / name)
        self.pyproject.write_text('[project]\nname = "double"\n')
        self.lock = self.path / "deploy" / "lock" / "run.txt"
        self.lock.parent.mkdir()
        self.lock.write_text("kivy==2.3.1\n")
        self._pip_fails = folder / "pip-fails"
        self.apt_fails = folder / "apt-fails"
        self.meduris_leaves_nothing = folder / "meduris-leaves-nothing"
        self.variables = {
            "PATH": f"{self._bin}:{SYSTEM}",
            "HOME": str(folder),
            "CALLS": str(self._calls),
            "PIP_FAILS": str(self._pip_fails),
            "APT_FAILS": str(self.apt_fails),
            "MEDURIS_LEAVES_NOTHING": str(self.meduris_leaves_nothing),
            "MEDURIS": str(self._command("meduris", MEDURIS)),
            "LINT_IMPORTS": str(self._command("lint-imports", LINT_IMPORTS)),
            "MEDURIS_PYTHON": str(self.python("cpython-311")),
            "ABSENT": "libmtdev1t64",
            "USER_ID": "1000",
            "MAY_SUDO": "no",
            "SDL_VIDEODRIVER": "wayland",
        }
        for name, text in (
            ("dpkg-query", DPKG_QUERY),
            ("apt-get", APT_GET),
            ("sudo", SUDO),
            ("id", ID),
        ):
            self._command(name, text)

    @property
    def pyproject(self) -> Path:
        return self.path / "pyproject.toml"

    def python(self, tag: str) -> Path:
        """A double of the Python that calls itself `tag`."""
        return self._command(f"python-{tag}", PYTHON.format(tag=tag))

    def let_pip_fail(self, at: str) -> None:
        """Let pip fail while it installs `at`; nothing fails for an empty name."""
        self._pip_fails.write_text(at)

    def options_of_pip(self) -> list[str]:
        """What pip was called with, since the beginning, in order."""
        return self._calls.with_name(f"{self._calls.name}.pip").read_text().splitlines()

    def move(self, name: str) -> None:
        self.path = self.path.rename(self.path.with_name(name))

    def start(self, script: str, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run deploy/`script` from another folder, without a terminal."""
        return subprocess.run(  # noqa: S603 - our own script
            [self.path / "deploy" / script, *arguments],
            env=self.variables,
            cwd=os.sep,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )

    def waiting(self) -> int | None:
        """The process of the step that waits, once it does."""
        told = self._calls.with_name(f"{self._calls.name}.waits")
        number = told.read_text() if told.exists() else ""
        return int(number) if number.endswith("\n") else None

    def calls(self) -> list[str]:
        """What was called since the last time somebody asked, in order."""
        lines = [line.rstrip() for line in self._calls.read_text().splitlines()]
        self._calls.write_text("")
        return lines

    def _command(self, name: str, text: str) -> Path:
        command = self._bin / name
        command.write_text(text)
        command.chmod(0o755)
        return command
