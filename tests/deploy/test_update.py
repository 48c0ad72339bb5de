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
PROGRAMS = ("apt-get", "dpkg-deb", "gpg")

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
    """A folder of packages, and the machine that looks at it, on which version 1.0 is installed."""

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

    def fill(
        self,
        version: str,
        key: str | None = "ours",
        needs: str = "",
        names: Sequence[str] = NAMES,
    ) -> None:
        """Put packages of that version there, listed and signed."""
        listed = "".join(self._build(name, version, needs) for name in names)
        (self.folder / "Packages").write_text(listed)
        total = hashlib.sha256(listed.encode()).hexdigest()
        text = f"Date: Thu, 01 Jan 2099 00:00:00 +0000\nSHA256:\n {total} {len(listed)} Packages\n"
        signed = text.encode() if key is None else self._signer.sign(key, text.encode())
        (self.folder / "InRelease").write_bytes(signed)

    def _build(self, name: str, version: str, needs: str) -> str:
        entry = _entry(name, version, needs)
        tree = self.folder.parent / f"{name}-{version}"
        (tree / "DEBIAN").mkdir(parents=True)
        (tree / "DEBIAN/control").write_text(f"{entry}Description: one of ours\n")
        package = self.folder / f"{name}_{version}_all.deb"
        command = ["dpkg-deb", "--root-owner-group", "--build", str(tree), str(package)]
        subprocess.run(command, check=True, capture_output=True)  # noqa: S603 - our own files
        total = hashlib.sha256(package.read_bytes()).hexdigest()
        size = package.stat().st_size
        return f"{entry}Filename: ./{package.name}\nSize: {size}\nSHA256: {total}\n\n"

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


@pytest.mark.parametrize(
    ("version", "said"),
    [
        ("1.0.1", "offer 1.0.1"),
        ("1.10", "offer 1.10"),
        ("2.0~rc1", "offer 2.0~rc1"),
        (PRESENT, "older 1.0 1.0"),
        ("1.0~rc1", "older 1.0~rc1 1.0"),
    ],
)
def test_only_a_newer_version_is_offered_whatever_day_it_is(
    stick: Stick, version: str, said: str
) -> None:
    stick.fill(version)
    assert stick.look() == said


@pytest.mark.parametrize(("key", "said"), [(None, "unsigned"), ("theirs", "foreign")])
def test_a_version_that_was_not_signed_by_us_is_refused(
    stick: Stick, key: str | None, said: str
) -> None:
    stick.fill("1.1", key=key)
    assert stick.look() == said


def _cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-9])


def _change(path: Path) -> None:
    path.write_bytes(path.read_bytes().replace(b"1.1", b"1.2").replace(b"2099", b"2098"))


@pytest.mark.parametrize(
    ("spoil", "name", "said"),
    [
        (_cut, "Packages", "damaged"),
        (_change, "Packages", "damaged"),
        (Path.unlink, "Packages", "damaged"),
        (_change, "InRelease", "damaged"),
        (Path.unlink, "InRelease", "unsigned"),
        (Path.unlink, "../key.gpg", "no-key"),
    ],
)
def test_a_repository_that_is_not_as_it_was_signed_or_has_no_key_is_refused(
    stick: Stick, spoil: Callable[[Path], None], name: str, said: str
) -> None:
    stick.fill("1.1")
    spoil(stick.folder / name)
    assert stick.look() == said


def test_a_version_that_needs_what_is_not_there_is_refused_by_its_name(stick: Stick) -> None:
    stick.fill("1.1", needs="python3-of-tomorrow")
    assert stick.look() == "needs 1.1 python3-of-tomorrow"


def test_a_repository_of_other_packages_is_refused(stick: Stick) -> None:
    stick.fill("1.1", names=())
    assert stick.look() == "nothing"


def test_the_same_text_has_the_same_signature(signer: Signer) -> None:
    assert signer.sign("ours", b"the list\n") == signer.sign("ours", b"the list\n")
