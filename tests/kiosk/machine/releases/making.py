"""Small releases for tests: real archives, with wheels that hold a few bytes."""

import subprocess
from collections.abc import Sequence
from pathlib import Path

from kiosk.machine.releases import archive, signatures
from kiosk.machine.releases.manifest import this_machine, this_python

NAMES = ("meduris_companion-{version}-py3-none-any.whl", "gpiozero-2.0.1-py3-none-any.whl")


def make_archive(
    folder: Path,
    version: str = "1.0",
    *,
    python: str = "",
    machine: str = "",
    content: bytes = b"wheel",
    build: int = 0,
    keys: Sequence[Path] = (),
) -> Path:
    """An archive in `folder` of a release with two wheels, signed with these private keys."""
    wheels = folder / f"wheels-{version}"
    wheels.mkdir(exist_ok=True)
    paths = [wheels / name.format(version=version) for name in NAMES]
    for number, path in enumerate(paths):
        path.write_bytes(content * (number + 1) * 50)
    manifest = archive.build(
        paths, version, python or this_python(), machine or this_machine(), "0" * 64, build
    )
    target = folder / f"meduris-{version}{archive.ENDING}"
    archive.write(manifest, wheels, target, signatures.sign(manifest.encode(), keys))
    return target


def make_key(folder: Path, name: str = "key") -> Path:
    """A private key for signing; its public half lies beside it, as NAME.pub."""
    path = folder / name
    subprocess.run(  # noqa: S603 - a key for this test
        ["/usr/bin/ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", name, "-f", str(path)],
        check=True,
    )
    return path


def public(*keys: Path) -> tuple[str, ...]:
    """The public halves of keys, as `signatures.check` takes them."""
    return tuple(" ".join(key.with_suffix(".pub").read_text().split()[:2]) for key in keys)


def put_wheels(folder: Path, wheels: list[Path]) -> None:
    """An environment that only says which wheels it was made of."""
    (folder / "bin").mkdir(parents=True)
    (folder / "wheels.txt").write_text("\n".join(wheel.name for wheel in wheels))
