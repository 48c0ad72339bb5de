import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]


def run_python(
    *words: object, variables: dict[str, str] | None = None, **options: object
) -> subprocess.CompletedProcess[str]:
    """Run Python with our modules on its path, in the folder `cwd` if that is given."""
    path = os.pathsep.join([str(ROOT), *sys.path])
    return subprocess.run(  # noqa: S603 - our own programs
        [sys.executable, *map(str, words)],
        env={**os.environ, "PYTHONPATH": path} | (variables or {}),
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        **options,
    )
