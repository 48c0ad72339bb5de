"""deploy/lock/ names one version of each package that pyproject.toml asks for, and its hashes."""

import re
import tomllib
from pathlib import Path
from typing import NamedTuple

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
LOCK = ROOT / "deploy" / "lock"
FILES = sorted(path.stem for path in LOCK.iterdir())
_BASE = "--requirement "
_HASH = re.compile(r"--hash=sha256:[0-9a-f]{64}")


class Asked(NamedTuple):
    """What pyproject.toml asks for in one of the files."""

    file: str
    requirements: list[str]


def asked() -> list[Asked]:
    written = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    project, extras = written["project"], written["project"]["optional-dependencies"]
    builds, tools = written["build-system"]["requires"], written["dependency-groups"]["tools"]
    return [
        Asked("run", project["dependencies"] + builds),
        Asked("test", extras["test"]),
        Asked("mutants", extras["mutants"]),
        Asked("tools", extras["print"] + tools),
    ]


def own_lines(file: str) -> list[str]:
    """The lines of a file, joined where they go on, without comments and its base."""
    joined = (LOCK / f"{file}.txt").read_text(encoding="utf-8").replace("\\\n", "")
    return [line for line in joined.splitlines() if not line.startswith(("#", _BASE))]


def locked(file: str) -> dict[str, set[str]]:
    """The versions of each package in a file and in its bases, by the package's name."""
    versions: dict[str, set[str]] = {}
    for line in own_lines(file):
        requirement = Requirement(line.partition(" --hash=")[0])
        (pin,) = requirement.specifier
        assert pin.operator == "==", line
        versions.setdefault(canonicalize_name(requirement.name), set()).add(pin.version)
    for line in (LOCK / f"{file}.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith(_BASE):
            versions |= locked(line.removeprefix(_BASE).removesuffix(".txt"))
    return versions


@pytest.mark.parametrize("file", FILES)
def test_each_package_is_locked_to_files_and_to_no_address(file: str) -> None:
    lines = own_lines(file)
    assert [line for line in lines if _HASH.search(line) is None] == []
    assert [line for line in lines if "://" in line or "index" in line] == []


@pytest.mark.parametrize(("file", "requirements"), asked())
def test_what_pyproject_asks_for_is_locked_in_a_version_that_it_allows(
    file: str, requirements: list[str]
) -> None:
    """Else: deploy/refresh-lock."""
    versions = locked(file)
    for requirement in map(Requirement, requirements):
        found = versions.get(canonicalize_name(requirement.name), set())
        assert found, requirement
        assert all(requirement.specifier.contains(version) for version in found), requirement
