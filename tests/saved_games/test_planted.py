"""A tag or a field that is renamed in a copy of the code: the saved games say so, and what to do.

`python -m tests.saved_games.test_planted` renames every single one, which takes minutes.
"""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from random import Random
from typing import NamedTuple, get_args

import msgspec
import pytest

from companion.commands import Change, Command
from companion.events import Event
from tests.saved_games.test_saved_games import WHAT_TO_DO

ROOT = Path(__file__).parents[2]
TAGGED = (*get_args(Event), *get_args(Command), *get_args(Change))
FIELDS = tuple(
    (cls, field.name)
    for cls in TAGGED
    for field in msgspec.structs.fields(cls)
    if field.name == field.encode_name and not cls.__struct_config__.array_like
)


class Outcome(NamedTuple):
    """How the saved games fared in a copy of the code, and what was printed."""

    failed: bool
    printed: str


def tag_renamed(cls):
    """What to write for the tag of a class, to rename it."""
    return f'tag="{cls.__struct_config__.tag}_renamed"'


def field_renamed(cls, field):
    """What to write for the tag of a class, to rename one of its fields."""
    return f'tag="{cls.__struct_config__.tag}", rename={{"{field}": "{field}_renamed"}}'


def saved_games_with(cls, tag, folder):
    """Run the saved games in a copy of the code in which the tag of a class reads otherwise."""
    for part in ("companion", "tests/saved_games"):
        shutil.copytree(ROOT / part, folder / part, ignore=shutil.ignore_patterns("__pycache__"))
    for part in ("pyproject.toml", "tests/__init__.py", "tests/conftest.py"):
        shutil.copyfile(ROOT / part, folder / part)
    path = folder / f"{cls.__module__.replace('.', '/')}.py"
    code = path.read_text(encoding="utf-8")
    before = f'tag="{cls.__struct_config__.tag}"'
    assert code.count(before) == 1
    path.write_text(code.replace(before, tag), encoding="utf-8")
    words = ("-x", "-p", "no:cacheprovider", "-k", "opens_goes_on")
    ran = subprocess.run(  # noqa: S603
        [sys.executable, "-m", "pytest", *words, "tests/saved_games/test_saved_games.py"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    return Outcome(ran.returncode == pytest.ExitCode.TESTS_FAILED, ran.stdout)


def is_told(outcome):
    """Whether kept games were refused, with all of what to do."""
    return outcome.failed and all(line in outcome.printed for line in WHAT_TO_DO.splitlines())


def test_a_tag_that_is_renamed_is_seen(tmp_path):
    cls = Random(1).choice(TAGGED)
    assert is_told(saved_games_with(cls, tag_renamed(cls), tmp_path))


def test_a_field_that_is_renamed_is_seen(tmp_path):
    cls, field = Random(1).choice(FIELDS)
    assert is_told(saved_games_with(cls, field_renamed(cls, field), tmp_path))


def main():
    plants = [(cls, tag_renamed(cls)) for cls in TAGGED]
    plants += [(cls, field_renamed(cls, field)) for cls, field in FIELDS]
    unseen = 0
    for cls, tag in plants:
        with tempfile.TemporaryDirectory() as folder:
            seen = is_told(saved_games_with(cls, tag, Path(folder)))
        unseen += not seen
        sys.stdout.write(f"{cls.__name__} {tag}: {'seen' if seen else 'NOT SEEN'}\n")
    sys.exit(f"{unseen} of {len(plants)} were not seen" if unseen else 0)


if __name__ == "__main__":
    main()
