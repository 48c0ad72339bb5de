"""What a table was taught is kept, read back whatever lies there, forgotten, and backed up."""

import os
from pathlib import Path

import pytest

from companion.memory.taught import FILE_NAME, MOST_CONCEPTS, forget_seen, load_seen, save_seen
from companion.teaching.seen import NOTHING_SEEN, SeenConcepts

SOME = SeenConcepts({"roll", "end-near"})


def test_what_was_seen_is_there_again(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    assert load_seen(folder) == (NOTHING_SEEN, None)
    save_seen(folder, SOME)
    assert load_seen(folder) == (SOME, None)
    save_seen(folder, SOME.union(["plus"]))
    assert "plus" in load_seen(folder).seen
    forget_seen(folder)
    forget_seen(folder)
    assert load_seen(folder) == (NOTHING_SEEN, None)


def test_what_a_later_release_has_taught_is_kept(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).write_text('{"seen": ["something-new"], "more": 1}')
    assert "something-new" in load_seen(tmp_path).seen


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\xff",
        b"null",
        b"[]",
        b"{}",
        b'{"seen": "roll"}',
        b'{"seen": [1]}',
        b'{"seen": ["Roll"]}',
        b'{"seen": [""]}',
        b'{"seen": ["' + b"a" * 41 + b'"]}',
        b'{"seen": ["roll\\n"]}',
        b'{"seen": [' + b",".join([b'"a"'] * (MOST_CONCEPTS + 1)) + b"]}",
        b'{"seen": ' + b"[" * 20_000 + b"]" * 20_000 + b"}",
        b'{"seen": []}' + b" " * 70_000,
    ],
)
def test_what_is_no_such_text_is_told_and_hints_begin_anew(tmp_path: Path, content: bytes) -> None:
    (tmp_path / FILE_NAME).write_bytes(content)
    seen, told = load_seen(tmp_path)
    assert seen == NOTHING_SEEN
    assert str(told).startswith("taught.json cannot be read (")
    assert str(told).endswith("): hints start over.")


def test_what_is_no_file_holds_nobody_up(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / FILE_NAME)
    assert load_seen(tmp_path).problem is not None
    (tmp_path / FILE_NAME).unlink()
    (tmp_path / FILE_NAME).mkdir()
    assert load_seen(tmp_path).problem is not None
    (tmp_path / FILE_NAME).rmdir()
    (tmp_path / FILE_NAME).symlink_to("/dev/zero")
    assert load_seen(tmp_path).problem is not None
