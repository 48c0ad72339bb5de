"""Whatever an archive is made of, it is refused with one sentence, and soon."""

import os
from pathlib import Path

import pytest

from kiosk.machine.releases import archive
from kiosk.machine.releases.errors import ReleaseError
from tests.kiosk.machine.releases.hostile import came_of, hostile_archives
from tests.kiosk.machine.releases.making import make_archive

FLIPS = 60


def test_every_hostile_archive_is_refused_with_one_sentence_or_is_as_it_was(tmp_path: Path) -> None:
    whole = archive.inspect(make_archive(tmp_path, "1.0"))
    refused = 0
    for name, path in hostile_archives(tmp_path, FLIPS):
        sentence = came_of(path)
        if sentence is None:
            assert name.startswith("random bytes"), name
            assert archive.inspect(path) == whole, name
            continue
        refused += 1
        assert sentence.isprintable(), name
        assert len(sentence) < 200, name
    assert refused > 80


def test_a_file_of_gigabytes_is_refused_before_it_is_read(tmp_path: Path) -> None:
    path = make_archive(tmp_path, "1.0")
    os.truncate(path, 6_000_000_000)
    with pytest.raises(ReleaseError, match="larger than any release"):
        archive.inspect(path)


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.meduris-release"
    os.mkfifo(pipe)
    with pytest.raises(ReleaseError, match="it is no file"):
        archive.inspect(pipe)


def test_a_name_full_of_control_signs_is_shown_without_them(tmp_path: Path) -> None:
    path = tmp_path / ("\x1b[2J\n" + "a" * 200)
    path.write_bytes(b"no release")
    with pytest.raises(ReleaseError) as refusal:
        archive.inspect(path)
    assert str(refusal.value) == f"?[2J?{'a' * 75}… is not a release of the companion."
