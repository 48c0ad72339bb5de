"""The running version, and the web address of the releases."""

from importlib.metadata import metadata, version
from pathlib import Path

_COMMIT = Path(__file__).with_name("commit.txt")
"""File with the commit of a release. In a checkout it has a placeholder."""


def running_version() -> str:
    """Return the version that is running.

    In a released package, the text includes the commit, as in `1.0.0 (1a2b3c4)`. Raises
    PackageNotFoundError if the companion is not installed.
    """
    number, commit = version("meduris-companion"), _COMMIT.read_text(encoding="ascii").strip()
    return number if commit.startswith("$") else f"{number} ({commit})"


def releases_url() -> str | None:
    """Return the web address of all releases, or None if the installed package does not state it.

    Raises PackageNotFoundError if the companion is not installed.
    """
    urls = metadata("meduris-companion").get_all("Project-URL") or ()
    return dict(url.split(", ", 1) for url in urls if ", " in url).get("Releases")
