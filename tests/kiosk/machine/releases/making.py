"""Small releases for tests: real archives, with wheels that hold a few bytes."""

from pathlib import Path

from kiosk.machine.releases import archive
from kiosk.machine.releases.manifest import Manifest, this_machine, this_python

NAMES = ("meduris_companion-{version}-py3-none-any.whl", "gpiozero-2.0.1-py3-none-any.whl")


def make_archive(
    folder: Path,
    version: str = "1.0",
    *,
    python: str = "",
    machine: str = "",
    content: bytes = b"wheel",
) -> Path:
    """An archive in `folder` of a release with two wheels."""
    wheels = folder / f"wheels-{version}"
    wheels.mkdir(exist_ok=True)
    paths = [wheels / name.format(version=version) for name in NAMES]
    for number, path in enumerate(paths):
        path.write_bytes(content * (number + 1) * 50)
    manifest = archive.build(
        paths, version, python or this_python(), machine or this_machine(), "0" * 64
    )
    target = folder / f"meduris-{version}{archive.ENDING}"
    archive.write(manifest, wheels, target)
    return target


def manifest_in(path: Path) -> Manifest:
    return archive.inspect(path)


def put_wheels(folder: Path, wheels: list[Path]) -> None:
    """An environment that only says which wheels it was made of."""
    (folder / "bin").mkdir(parents=True)
    (folder / "wheels.txt").write_text("\n".join(wheel.name for wheel in wheels))
