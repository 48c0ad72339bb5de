"""Puts a release onto the shelf of a system that does not run here, and may be another processor's.

    python3 deploy/image/shelve.py ARCHIVE FOLDER

FOLDER is what the system will call /opt/meduris. Wheels are unpacked, nothing of them is run; what
they hold is compiled by this Python, which has to be of the system's version. Needs `installer`.
"""

import compileall
import re
import sys
from pathlib import Path
from py_compile import PycInvalidationMode

from installer import install
from installer.destinations import SchemeDictionaryDestination
from installer.sources import WheelFile

from kiosk.machine.releases import archive
from kiosk.machine.releases.shelf import Shelf

SHELF = Path("/opt/meduris")
"""Where the system will look for it."""
PYTHON = Path("/usr/bin/python3")


def main() -> None:
    """Install the archive, and let it be the release that is started."""
    path, folder = Path(sys.argv[1]), Path(sys.argv[2])
    shelf = Shelf(folder, lambda venv, wheels: make_environment(folder, venv, wheels))
    wanted, here = archive.inspect(path).python, f"{sys.version_info[0]}.{sys.version_info[1]}"
    if wanted != here:
        sys.exit(f"{path.name} is for Python {wanted}, and this is {here}.")
    with shelf.held():
        shelf.put_on_trial(shelf.add(path))
        shelf.mark_good()
    (folder / "lock").unlink()


def make_environment(folder: Path, venv: Path, wheels: list[Path]) -> None:
    """What `python3 -m venv` and pip make of these wheels in the running system."""
    version = f"python{sys.version_info[0]}.{sys.version_info[1]}"
    there = SHELF / venv.relative_to(folder)
    packages = venv / "lib" / version / "site-packages"
    packages.mkdir(parents=True)
    (venv / "bin").mkdir()
    (venv / "bin" / "python").symlink_to(PYTHON)
    for name in ("python3", version):
        (venv / "bin" / name).symlink_to("python")
    (venv / "lib64").symlink_to("lib")
    (venv / "pyvenv.cfg").write_text(
        f"home = {PYTHON.parent}\ninclude-system-site-packages = true\n"
        f"version = {'.'.join(map(str, sys.version_info[:3]))}\nexecutable = {PYTHON}\n"
        f"command = {PYTHON} -m venv --system-site-packages {there}\n",
        encoding="utf-8",
    )
    for wheel in wheels:
        destination = SchemeDictionaryDestination(
            {
                "purelib": str(packages),
                "platlib": str(packages),
                "headers": str(venv / "include" / wheel.name.partition("-")[0]),
                "scripts": str(venv / "bin"),
                "data": str(venv),
            },
            interpreter=str(there / "bin" / "python"),
            script_kind="posix",
        )
        with WheelFile.open(wheel) as source:
            install(source, destination, {"INSTALLER": b"meduris\n"})
    # Nobody may write there what an import has compiled; and nothing there changes.
    done = compileall.compile_dir(
        packages,
        quiet=1,
        stripdir=str(folder),
        prependdir=str(SHELF),
        workers=0,
        invalidation_mode=PycInvalidationMode.UNCHECKED_HASH,
        rx=re.compile(r"/(tests?|testing)/"),
    )
    if not done:
        sys.exit("The release could not be compiled.")


if __name__ == "__main__":
    main()
