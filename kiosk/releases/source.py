"""A fingerprint of the files that a release is built of."""

import hashlib
from pathlib import Path

_PARTS = ("companion", "hardware", "kiosk")


def fingerprint(checkout: Path) -> str:
    """The SHA-256 over the names and contents of all files that go into a release."""
    files = [checkout / "pyproject.toml", checkout / "README.md", checkout / "LICENSE"]
    for part in _PARTS:
        files += (path for path in (checkout / part).rglob("*") if _counts(path))
    whole = hashlib.sha256()
    for path in sorted(files):
        content = hashlib.sha256(path.read_bytes()).hexdigest()
        whole.update(f"{content} {path.relative_to(checkout)}\n".encode())
    return whole.hexdigest()


def _counts(path: Path) -> bool:
    return path.is_file() and path.suffix != ".pyc" and "__pycache__" not in path.parts
