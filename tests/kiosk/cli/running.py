"""The command line in a process of its own, and what it printed."""

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]

MEASURED = """
import sys
from kiosk.cli import main
status = main(sys.argv[1:])
with open("/proc/self/status") as told:
    peak = next(line for line in told if line.startswith("VmHWM"))
sys.stderr.write(peak.split()[1] + chr(10))
sys.exit(status)
"""


def run(*arguments, **options):
    return subprocess.run(  # noqa: S603
        [sys.executable, "-m", "kiosk", *map(str, arguments)],
        cwd=ROOT,
        capture_output=True,
        timeout=60,
        check=False,
        **options,
    )


def measured(*arguments, **options):
    return subprocess.Popen(  # noqa: S603
        [sys.executable, "-c", MEASURED, *map(str, arguments)],
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        **options,
    )


def lines_of(printed):
    return [json.loads(line) for line in printed.splitlines()]


def said(capfd):
    text = capfd.readouterr().err
    assert text.endswith("\n")
    assert text.count("\n") == 1
    return text.rstrip("\n")
