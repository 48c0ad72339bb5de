"""What the helper of updates says of a repository: apt itself looks at it, with keys made here."""

import hashlib
import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from pathlib import Path

import pytest

DEPLOY = Path(__file__).parents[2] / "deploy"
PRESENT = "1.0"
NAMES = ("meduris-companion", "meduris-kiosk")
PROGRAMS = ("apt-get", "gpg")

pytestmark = pytest.mark.skipif(
    any(shutil.which(name) is None for name in PROGRAMS), reason="this system has no apt"
)


class Signer:
    """Keys as deploy/package makes and uses them."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def _run(self, key: str, command: str, text: bytes = b"") -> bytes:
        with tempfile.TemporaryDirectory(prefix="meduris-") as scratch:
            script = (
                "set -euo pipefail; source deploy/environment.sh; source deploy/signing.sh; "
                f"scratch={scratch}; use_key {self._folder / key} >&2; {command}; end_signing"
            )
            done = subprocess.run(  # noqa: S603 - our own script
                ["/bin/bash", "-c", script],
                cwd=DEPLOY.parent,
                input=text,
                capture_output=True,
                check=True,
            )
        return done.stdout

    @cached_property
    def public(self) -> bytes:
        return self._run("ours", "public_key")

    def sign(self, key: str, text: bytes) -> bytes:
        return self._run(key, "sign", text)


@pytest.fixture(scope="module")
def signer(tmp_path_factory: pytest.TempPathFactory) -> Signer:
    return Signer(tmp_path_factory.mktemp("keys"))


class Stick:
    """A folder of packages, and the machine that looks at it; it has version 1.0."""

    def __init__(self, folder: Path, signer: Signer) -> None:
        self.folder = folder / "meduris-repository"
        self.folder.mkdir()
        self.key = folder / "key.gpg"
        self.key.write_bytes(signer.public)
        self._signer = signer
        self._machine = folder / "dpkg"
        self._machine.mkdir()
        self._machine.joinpath("status").write_text(
            "".join(f"{_entry(name, PRESENT)}Status: install ok installed\n\n" for name in NAMES)
        )
        self._config = folder / "apt.conf"
        self._config.write_text(f'Dir::State::Status "{self._machine}/status";\n')

    def fill(self, version: str, needs: str = "", names: Sequence[str] = NAMES) -> None:
        """List packages of that version, and sign the list."""
        # apt looks at the packages themselves only when it installs them.
        files = {name: f"Filename: ./{name}.deb\nSize: 9\nSHA256: {'0' * 64}\n\n" for name in names}
        listed = "".join(_entry(name, version, needs) + file for name, file in files.items())
        (self.folder / "Packages").write_text(listed)
        self.sign_as("ours")(self.folder / "InRelease")

    def sign_as(self, key: str | None) -> Callable[[Path], object]:
        """Sign the list of packages, or without a key write what is to be signed."""
        listed = (self.folder / "Packages").read_bytes()
        total = hashlib.sha256(listed).hexdigest()
        text = f"Date: Thu, 01 Jan 2099 00:00:00 +0000\nSHA256:\n {total} {len(listed)} Packages\n"
        signed = text.encode() if key is None else self._signer.sign(key, text.encode())
        return lambda path: path.write_bytes(signed)

    def look(self) -> str:
        done = subprocess.run(  # noqa: S603 - our own script
            [DEPLOY / "debian/update", "look", self.folder],
            env={
                **os.environ,
                "MEDURIS_KEYRING": str(self.key),
                "DPKG_ADMINDIR": str(self._machine),
                "APT_CONFIG": str(self._config),
            },
            capture_output=True,
            text=True,
            check=True,
        )
        return done.stdout.strip()


def _entry(name: str, version: str, needs: str = "") -> str:
    depends = ", ".join(filter(None, (needs, f"{NAMES[0]} (= {version})")))
    of_kiosk = f"Depends: {depends}\n" if name == NAMES[1] else ""
    return (
        f"Package: {name}\nVersion: {version}\nArchitecture: all\n"
        f"Maintainer: Nobody <nobody@example.org>\n{of_kiosk}"
    )


@pytest.fixture
def stick(signer: Signer) -> Iterator[Stick]:
    # apt wants no path with signs of its own in it.
    with tempfile.TemporaryDirectory(prefix="meduris-stick-") as folder:
        # Root's apt looks as a user of its own.
        Path(folder).chmod(0o755)
        yield Stick(Path(folder), signer)


def test_only_a_newer_version_is_offered_whatever_day_it_is(stick: Stick) -> None:
    for version, said in (
        ("1.10", "offer 1.10"),
        (PRESENT, "older 1.0 1.0"),
        ("1.0~rc1", "older 1.0~rc1 1.0"),
    ):
        stick.fill(version)
        assert stick.look() == said


def _change(path: Path) -> None:
    path.write_bytes(path.read_bytes().replace(b"1.1", b"1.2").replace(b"2099", b"2098"))


def test_a_repository_that_is_not_as_we_signed_it_is_refused(stick: Stick) -> None:
    stick.fill("1.1")
    listed, signed, key = stick.folder / "Packages", stick.folder / "InRelease", stick.key
    kept = {path: path.read_bytes() for path in (listed, signed, key)}
    for spoil, path, said in (
        (_change, listed, "damaged"),
        (Path.unlink, listed, "damaged"),
        (_change, signed, "damaged"),
        (Path.unlink, signed, "unsigned"),
        (stick.sign_as(None), signed, "unsigned"),
        (stick.sign_as("theirs"), signed, "foreign"),
        (Path.unlink, key, "no-key"),
    ):
        spoil(path)
        assert stick.look() == said, (spoil, path.name)
        path.write_bytes(kept[path])


def test_a_version_that_needs_what_is_not_there_is_refused_by_its_name(stick: Stick) -> None:
    stick.fill("1.1", needs="python3-of-tomorrow")
    assert stick.look() == "needs 1.1 python3-of-tomorrow"


def test_a_repository_of_other_packages_is_refused(stick: Stick) -> None:
    stick.fill("1.1", names=())
    assert stick.look() == "nothing"


def test_the_same_text_has_the_same_signature(signer: Signer) -> None:
    assert signer.sign("ours", b"the list\n") == signer.sign("ours", b"the list\n")
