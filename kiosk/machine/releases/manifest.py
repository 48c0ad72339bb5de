"""What a release archive says about itself."""

import hashlib
import json
import platform
import re
import sys
from dataclasses import asdict, dataclass
from typing import Self

from kiosk.machine.releases.errors import N_, ReleaseError

FORMAT = 1
_WHEEL = re.compile(r"(?=.{1,200}$)[A-Za-z0-9_.+!]+(-[A-Za-z0-9_.+!]+){4,5}\.whl")
_VERSION = re.compile(r"[0-9][A-Za-z0-9.+]{0,39}")
_ORDER = re.compile(r"(?P<numbers>[0-9]+(\.[0-9]+)*)(?P<early>\.?(a|b|rc|dev)[0-9])?")
"""The numbers of a version, and what says that it comes before them."""
_PYTHON = re.compile(r"[0-9]{1,2}\.[0-9]{1,3}")
_MACHINE = re.compile(r"[A-Za-z0-9_]{1,40}")
_SHA256 = re.compile(r"[0-9a-f]{64}")
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
    that it was built of.
    """

    version: str
    python: str
    machine: str
    source: str
    wheels: dict[str, Wheel]

    @property
    def id(self) -> str:
        """The name of the release's folder: two builds of one version differ in it."""
        return f"{self.version}-{hashlib.sha256(self.encode()).hexdigest()[:8]}"

    @property
    def order(self) -> tuple[tuple[int, ...], bool]:
        """What tells an older version from a newer one: its numbers, and that 1.2rc1 is before 1.2.

        What else follows tells nothing; of two builds of one version none is older.
        """
        found = _ORDER.match(self.version)
        if found is None:
            raise ValueError(f"{self.version} is no version")
        numbers = [int(number) for number in found["numbers"].split(".")]
        while numbers and numbers[-1] == 0:
            numbers.pop()
        return tuple(numbers), found["early"] is None

    def encode(self) -> bytes:
        """The manifest as it stands in an archive."""
        told = {"format": FORMAT, **asdict(self)}
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
            manifest = cls(wheels=wheels, **told)
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
