"""The version that runs, and where its makers publish others."""

from importlib.metadata import metadata, version
from pathlib import Path

_RELEASES = "Releases"
"""The name of that address among the project's in pyproject.toml."""
_COMMIT = Path(__file__).with_name("commit.txt")
"""Holds the commit in a release, and in a checkout what takes its place there."""


def running_version() -> str:
    """Return the version, in a release with its commit: `1.0.0 (1a2b3c4)`.

    Raises PackageNotFoundError where the companion runs without having been installed.
    """
    number, commit = version("meduris-companion"), _COMMIT.read_text(encoding="ascii").strip()
    return number if commit.startswith("$") else f"{number} ({commit})"


def releases_address() -> str | None:
    """Return the address of all releases, None where this one names none.

    Raises PackageNotFoundError as `running_version`.
    """
    told = metadata("meduris-companion").get_all("Project-URL") or ()
    named = dict(one.split(", ", 1) for one in told if ", " in one)
    return named.get(_RELEASES)
