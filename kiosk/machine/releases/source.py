"""What a release is built of: our own files, and the packages that go with them."""

import hashlib
from importlib.metadata import metadata, version
from pathlib import Path

_PARTS = ("companion", "hardware", "kiosk")
_RELEASES = "Releases"
"""The name of that address among the project's in pyproject.toml."""
_COMMIT = Path(__file__).with_name("commit.txt")
"""Holds the commit in a release, and in a checkout what takes its place there."""


def running_version() -> str:
    """The version that runs, and in a release the commit that it was made of: `1.0.0 (1a2b3c4)`.

    Raises PackageNotFoundError where the companion runs without having been installed.
    """
    number, commit = version("meduris-companion"), _COMMIT.read_text(encoding="ascii").strip()
    return number if commit.startswith("$") else f"{number} ({commit})"


def releases_address() -> str | None:
    """Where releases can be downloaded, as the release itself says; None where it does not.

    Raises PackageNotFoundError as `running_version`.
    """
    told = metadata("meduris-companion").get_all("Project-URL") or ()
    named = dict(one.split(", ", 1) for one in told if ", " in one)
    return named.get(_RELEASES)


def fingerprint(checkout: Path) -> str:
    """The SHA-256 over the names and contents of all files that make a release."""
    files = [checkout / name for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE")]
    files += (checkout / "deploy" / "lock").glob("kiosk-*.txt")
    for part in _PARTS:
        files += (path for path in (checkout / part).rglob("*") if _counts(path))
    whole = hashlib.sha256()
    for path in sorted(files):
        content = hashlib.sha256(path.read_bytes()).hexdigest()
        whole.update(f"{content} {path.relative_to(checkout)}\n".encode())
    return whole.hexdigest()


def _counts(path: Path) -> bool:
    made = path.suffix in {".pyc", ".mo"} or "__pycache__" in path.parts
    return path.is_file() and not made
