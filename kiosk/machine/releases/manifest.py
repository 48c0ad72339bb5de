"""What a release archive says about itself."""

import hashlib
import json
import platform
import re
import sys
from dataclasses import asdict, dataclass, field
from typing import Self

from kiosk.machine.releases.errors import N_, ReleaseError

FORMAT = 1
_WHEEL = re.compile(r"(?=.{1,200}$)[A-Za-z0-9_.+!]+(-[A-Za-z0-9_.+!]+){4,5}\.whl")
_VERSION = re.compile(r"[0-9][A-Za-z0-9.+!]{0,39}")
_PYTHON = re.compile(r"[0-9]{1,2}\.[0-9]{1,3}")
_MACHINE = re.compile(r"[A-Za-z0-9_]{1,40}")
_SHA256 = re.compile(r"[0-9a-f]{64}")
MOST_BUILDS = 10**18
"""The number of a build is below this."""
_FACTS = ("version", "python", "machine", "source", "build")
_NOT_UNDERSTOOD = N_("The list in this archive cannot be understood: it is damaged, or no release.")


@dataclass(frozen=True)
class Wheel:
    """One file of a release: its SHA-256 in hexadecimal and its length in bytes."""

    sha256: str
    bytes: int


@dataclass(frozen=True)
class Manifest:
    """A release: its version, what it runs on, what it was built of, and its wheels by name.

    `python` is like `3.13`, `machine` as `uname -m` says it, `source` the SHA-256 over the files
    that it was built of. `build` is a number that grows with every build: of two builds of one
    version it tells the later one. `others` is what a newer release's manifest has beside that: it
    is kept, and means nothing here.
    """

    version: str
    python: str
    machine: str
    source: str
    wheels: dict[str, Wheel]
    build: int = 0
    others: dict[str, object] = field(default_factory=dict)

    @property
    def id(self) -> str:
        """The name of the release's folder: two builds of one version differ in it."""
        return f"{self.version}-{hashlib.sha256(self.encode()).hexdigest()[:8]}"

    def is_newer_than(self, other: "Manifest") -> bool:
        """Whether this is a later version, in the order of PEP 440, or a later build of the same.

        Raises ReleaseError where one of the two versions has no place in that order.
        """
        # Not before it is needed: an installation runs where nothing is installed yet.
        from packaging.version import InvalidVersion, Version  # noqa: PLC0415

        try:
            own, its = Version(self.version), Version(other.version)
        except InvalidVersion as error:
            raise ReleaseError(
                "Nobody can tell which of the versions {version} and {present} is the newer one: "
                "whoever wants {version} installs it at a terminal, with `sudo meduris update "
                "--older FILE`.",
                version=self.version,
                present=other.version,
            ) from error
        return (own, self.build) > (its, other.build)

    def encode(self) -> bytes:
        """The manifest as it stands in an archive."""
        told = asdict(self)
        told = {**told.pop("others"), **told, "format": FORMAT}
        return json.dumps(told, indent=1, sort_keys=True).encode() + b"\n"

    @classmethod
    def decode(cls, text: bytes) -> Self:
        """Read a manifest strictly. Raises ReleaseError."""
        try:
            told = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise ReleaseError(_NOT_UNDERSTOOD) from error
        if not isinstance(told, dict):
            raise ReleaseError(_NOT_UNDERSTOOD)
        if told.pop("format", None) != FORMAT:
            raise ReleaseError(
                "This archive has a form that the installed version does not know: "
                "install the release with deploy/install.sh instead."
            )
        try:
            wheels = {name: Wheel(**facts) for name, facts in told.pop("wheels").items()}
            known = {name: told.pop(name) for name in _FACTS if name in told}
            manifest = cls(wheels=wheels, others=told, **known)
            manifest._check()
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            raise ReleaseError(_NOT_UNDERSTOOD) from error
        return manifest

    def _check(self) -> None:
        sound = (
            _VERSION.fullmatch(self.version)
            and _SHA256.fullmatch(self.source)
            and _PYTHON.fullmatch(self.python)
            and _MACHINE.fullmatch(self.machine)
            and type(self.build) is int
            and 0 <= self.build < MOST_BUILDS
            and self.wheels
            and all(_WHEEL.fullmatch(name) for name in self.wheels)
            and all(_SHA256.fullmatch(wheel.sha256) for wheel in self.wheels.values())
            and all(type(wheel.bytes) is int and wheel.bytes > 0 for wheel in self.wheels.values())
        )
        if not sound:
            raise ValueError("not a release's list")

    def refuse_other_machines(self, python: str, machine: str) -> None:
        """Raises ReleaseError where this release cannot run."""
        if self.machine != machine:
            raise ReleaseError(
                "This release is for another kind of computer ({other}; this is {machine}): build "
                "one for this kind with deploy/build-release.",
                other=self.machine,
                machine=machine,
            )
        if self.python != python:
            raise ReleaseError(
                "This release is for Python {other}, and here is Python {python}: build one for "
                "this system with deploy/build-release.",
                other=self.python,
                python=python,
            )


def this_python() -> str:
    """The running Python's version, as manifests name it."""
    return f"{sys.version_info.major}.{sys.version_info.minor}"


def this_machine() -> str:
    """This computer's kind, as manifests name it."""
    return platform.machine()
