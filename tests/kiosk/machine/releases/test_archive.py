import os
from pathlib import Path
from zipfile import ZipFile

import pytest

from kiosk.machine.releases import archive
from kiosk.machine.releases.errors import ReleaseError
from kiosk.machine.releases.updating import inspected
from tests.kiosk.machine.releases.hostile import Forger, sealed
from tests.kiosk.machine.releases.making import make_archive


@pytest.fixture
def whole(tmp_path: Path) -> Path:
    return make_archive(tmp_path, "1.2.3")


def test_an_archive_tells_its_version_and_gives_its_wheels_back(
    whole: Path, tmp_path: Path
) -> None:
    target = tmp_path / "out"
    target.mkdir()
    manifest = archive.unpack(whole, target)
    assert manifest == archive.inspect(whole)
    assert manifest.version == "1.2.3"
    assert {path.name: path.stat().st_size for path in target.iterdir()} == {
        name: wheel.bytes for name, wheel in manifest.wheels.items()
    }


def test_two_builds_of_the_same_wheels_are_the_same_archive(whole: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    assert make_archive(other, "1.2.3").read_bytes() == whole.read_bytes()


@pytest.mark.parametrize("place", range(20))
def test_an_archive_cut_anywhere_is_refused(whole: Path, place: int) -> None:
    content = whole.read_bytes()
    whole.write_bytes(content[: len(content) * place // 20])
    with pytest.raises(ReleaseError):
        archive.inspect(whole)


def test_an_archive_with_any_byte_changed_is_refused(whole: Path) -> None:
    content = whole.read_bytes()
    for place in range(0, len(content), 7):
        changed = bytearray(content)
        changed[place] ^= 1
        whole.write_bytes(changed)
        with pytest.raises(ReleaseError):
            archive.inspect(whole)


def test_files_that_lie_over_each_other_are_refused_before_any_is_opened(
    whole: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Python's library warns of them from 3.14 on, and reads them."""
    at_the_first = dict(Forger(whole).kinds())["files that lie over each other"]
    whole.write_bytes(sealed(at_the_first))
    opened: list[str] = []
    monkeypatch.setattr(ZipFile, "open", lambda _packed, name, *_more: opened.append(name))
    with pytest.raises(ReleaseError, match="damaged"):
        archive.inspect(whole)
    assert opened == []


def test_a_file_that_is_no_archive_is_named_as_such(tmp_path: Path) -> None:
    for content in (b"", b"\n", b"a photo of a cat", b"PK\x03\x04" * 100):
        other = tmp_path / "cat.jpg"
        other.write_bytes(content)
        with pytest.raises(ReleaseError, match=r"cat\.jpg is not a release"):
            archive.inspect(other)


def test_a_missing_file_and_a_folder_are_refused_with_a_sentence(tmp_path: Path) -> None:
    for path in (tmp_path / "missing", tmp_path):
        with pytest.raises(ReleaseError):
            archive.inspect(path)


def test_sums_that_do_not_fit_are_refused_under_a_seal_that_does(tmp_path: Path) -> None:
    path = make_archive(tmp_path, "1.0")
    manifest = archive.inspect(path)
    wheels = tmp_path / "wheels-1.0"
    for wheel in wheels.iterdir():
        wheel.write_bytes(b"x" * wheel.stat().st_size)
    archive.write(manifest, wheels, path)
    with pytest.raises(ReleaseError, match="damaged"):
        archive.inspect(path)


def test_a_release_for_another_machine_or_python_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ReleaseError, match="another kind of computer"):
        inspected(make_archive(tmp_path, "1", machine="pdp11"))
    with pytest.raises(ReleaseError, match=r"for Python 2\.7"):
        inspected(make_archive(tmp_path, "2", python="2.7"))


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
