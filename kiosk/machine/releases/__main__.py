"""What the scripts in `deploy/` need of releases: `python3 -m kiosk.machine.releases COMMAND`."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from kiosk.machine.releases import archive, signatures
from kiosk.machine.releases.errors import ReleaseError
from kiosk.machine.releases.manifest import Manifest, this_machine, this_python
from kiosk.machine.releases.shelf import Shelf, id_of, manifest_of
from kiosk.machine.releases.source import fingerprint
from kiosk.machine.releases.trial import Trial
from kiosk.machine.releases.unit import KioskUnit
from kiosk.machine.releases.updating import Updater, inspected

_REFUSED = 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Carry out one command; returns the exit status."""
    options = _parser().parse_args(arguments)
    try:
        options.carry_out(options)
    except (ReleaseError, OSError) as error:
        sys.stderr.write(f"{error}\n")
        return _REFUSED
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="kiosk.machine.releases", description=__doc__)
    commands = parser.add_subparsers(metavar="COMMAND", required=True)

    packing = commands.add_parser("pack", help="make an archive of the wheels in a folder")
    packing.add_argument("folder", type=Path)
    packing.add_argument("archive", type=Path)
    packing.add_argument("--version", required=True)
    packing.add_argument("--source", required=True, help="what `fingerprint` printed")
    packing.add_argument("--python", default=this_python())
    packing.add_argument("--machine", default=this_machine())
    packing.add_argument(
        "--build", type=int, default=0, help="a number that is higher with every build"
    )
    packing.add_argument(
        "--key", type=Path, action="append", default=[], help="a private key that signs it"
    )
    packing.set_defaults(carry_out=_pack)

    inspecting = commands.add_parser("inspect", help="check an archive for this system")
    inspecting.add_argument("archive", type=Path)
    inspecting.add_argument("--id", action="store_true", help="print only its folder's name")
    inspecting.set_defaults(carry_out=_inspect)

    installing = commands.add_parser("install", help="install, try and switch to an archive")
    installing.add_argument("archive", type=Path)
    installing.add_argument("--shelf", type=Path, required=True)
    installing.add_argument("--data", type=Path, required=True)
    installing.add_argument("--user", required=True)
    installing.set_defaults(carry_out=_install)

    naming = commands.add_parser("fingerprint", help="print what a checkout amounts to")
    naming.add_argument("checkout", type=Path)
    naming.set_defaults(carry_out=lambda options: _say(fingerprint(options.checkout)))

    asking = commands.add_parser("current", help="print the source of the release in use")
    asking.add_argument("--shelf", type=Path, required=True)
    asking.add_argument("--id", action="store_true", help="print its folder's name instead")
    asking.set_defaults(carry_out=_tell_current)
    return parser


def _pack(options: argparse.Namespace) -> None:
    wheels = sorted(options.folder.glob("*.whl"))
    manifest = archive.build(
        wheels,
        options.version,
        options.python,
        options.machine,
        options.source,
        options.build,
    )
    # What nobody would take in is not written either.
    Manifest.decode(manifest.encode())
    signed = signatures.sign(manifest.encode(), options.key)
    archive.write(manifest, options.folder, options.archive, signed)
    _say(
        f"{options.archive}: {len(wheels)} wheels for Python {manifest.python}, {manifest.machine}"
    )


def _inspect(options: argparse.Namespace) -> None:
    manifest = inspected(options.archive)
    told = f"version {manifest.version}, build {manifest.build}"
    told += f", {len(manifest.wheels)} wheels, whole"
    _say(manifest.id if options.id else told)


def _install(options: argparse.Namespace) -> None:
    updater = Updater(Shelf(options.shelf), Trial(options.data, options.user), KioskUnit(), _say)
    # Whoever runs the installation at a terminal, as root, has chosen what is installed.
    updater.update(options.archive, unsigned=True, older=True)


def _tell_current(options: argparse.Namespace) -> None:
    current = Shelf(options.shelf).current
    if current is None:
        return
    try:
        manifest = manifest_of(current)
    except ReleaseError as error:
        # As good as none, too: whoever asks installs one in its place.
        sys.stderr.write(f"{error}\n")
        return
    if options.id:
        _say(id_of(current))
    elif manifest.python == this_python():
        # One for another Python is as good as none: the system was brought up to date since.
        _say(manifest.source)


def _say(line: object) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
