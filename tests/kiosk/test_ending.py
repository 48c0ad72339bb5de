"""A run of tests with windows ends when it is told to (SIGTERM), and its workers with it.

That the app itself does is for `test_sizes`.
"""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MOST_SECONDS = 4
RUN_OF_TESTS = """
import os
import time
from pathlib import Path
from tests.kiosk.touch import configure
configure()

def test_waits(tmp_path):
    from tests.kiosk.touch import Touchscreen
    with Touchscreen(tmp_path):
        Path(os.environ["SHOWN"]).write_text(str(os.getpid()))
        time.sleep(100)
"""


def is_running(number: int) -> bool:
    try:
        return Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def test_a_run_of_tests_with_windows_ends_with_all_its_workers(tmp_path: Path) -> None:
    (tmp_path / "test_waiting.py").write_text(RUN_OF_TESTS)
    shown = tmp_path / "shown"
    plugins = ("-p", "no:cacheprovider", "-p", "tests.conftest", "-n", "1")
    settings = ("-c", str(ROOT / "pyproject.toml"), "--rootdir", str(ROOT))
    run = subprocess.Popen(  # noqa: S603 - our own program
        [sys.executable, "-m", "pytest", *plugins, *settings, str(tmp_path / "test_waiting.py")],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT), "SHOWN": str(shown)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        wait_until(lambda: shown.exists() and shown.read_text() != "", seconds=60)
        window = int(shown.read_text())
        assert window != run.pid
        run.terminate()
        assert run.wait(MOST_SECONDS) == -signal.SIGTERM
        wait_until(lambda: not is_running(window), seconds=2)
    finally:
        run.kill()
        run.wait()
        if shown.exists() and is_running(int(shown.read_text())):
            os.kill(int(shown.read_text()), signal.SIGKILL)


def wait_until(is_so: Callable[[], bool], seconds: float) -> None:
    for _moment in range(int(seconds * 20)):
        if is_so():
            return
        time.sleep(0.05)
    pytest.fail(f"it was not so after {seconds} s")
