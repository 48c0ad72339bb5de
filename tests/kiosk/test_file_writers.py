"""Whatever writes a file replaces regular files alone: links are followed, mode and owner stay.

The list of all that write is made from the code.
"""

import os
import re
import stat
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from threading import Thread

import pytest

from companion.memory.atomic_file import atomic_writer, temporary_path, write_file_atomically
from companion.memory.exchange.backup import back_up
from companion.memory.journal import Journal
from kiosk.cli import main
from tests.companion.memory.finished_games import Ended

CHECKOUT = Path(__file__).parents[2]
PACKAGES = ("companion", "hardware", "kiosk")

OTHER_WRITERS = {
    "kiosk/cli/command_runner.py": "standard output goes to /dev/null where nobody reads it",
    "companion/memory/atomic_file.py": "the one function for all others",
    "companion/memory/exchange/backup.py": "members of a ZIP file",
    "companion/memory/database.py": "the saved games, which SQLite writes",
    "kiosk/machine/backlight.py": "a value of the kernel",
    "kiosk/machine/doctor/facts.py": "tries how fast the disk is, with a new file",
    "kiosk/cli/try_out.py": "a copy of the data folder",
    "kiosk/machine/root_requests.py": "root's answers in the kiosk's folder: through no link",
    "kiosk/sound.py": "the sound in memory",
}
"""What writes files by itself, and why."""


_WRITES = re.compile(
    r"""\.write_(?:text|bytes)\(|\b(?:NamedTemporaryFile|mkstemp|memfd_create|copyfile|copytree)\(
    |\bshutil\.(?:copy|move)\(|\bos\.open\([^()]*\bO_(?:WRONLY|RDWR|CREAT)\b
    |\bopen\((?:[^()]|\([^()]*\))*"(?=[rwxab+t]*[wxa+])[rwxab+t]+\"""",
    re.VERBOSE,
)


def sources_with(pattern: re.Pattern[str]) -> set[str]:
    return {
        path.relative_to(CHECKOUT).as_posix()
        for package in PACKAGES
        for path in (CHECKOUT / package).rglob("*.py")
        if not {"stubs", "firmware"} & {*path.parts}
        and pattern.search(path.read_text(encoding="utf-8"))
    }


def test_what_writes_files_by_itself_is_known() -> None:
    assert sources_with(_WRITES) == set(OTHER_WRITERS)


def _write(path: Path) -> None:
    write_file_atomically(path, b"content")


def _write_to_device(path: Path) -> None:
    with atomic_writer(path, allow_devices=True) as out:
        out.write(b"content")


both_ways = pytest.mark.parametrize("write", [_write, _write_to_device])


@both_ways
def test_links_mode_and_owner_stay_and_lead_to_what_is_written(
    write: Callable[[Path], None], tmp_path: Path
) -> None:
    target = tmp_path / "target"
    owner = (12345, 12346) if os.geteuid() == 0 else (os.geteuid(), os.getegid())
    target.write_bytes(b"former")
    target.chmod(0o646)
    os.chown(target, *owner)
    (tmp_path / "between").symlink_to(target)
    (tmp_path / "file").symlink_to("between")
    write(tmp_path / "file")
    assert (tmp_path / "file").is_symlink()
    assert not target.is_symlink()
    assert target.read_bytes() == b"content"
    found = target.stat()
    assert (found.st_uid, found.st_gid, stat.S_IMODE(found.st_mode)) == (*owner, 0o646)
    (tmp_path / "link").symlink_to("new")
    write(tmp_path / "link")
    assert (tmp_path / "new").read_bytes() == b"content", "a link that led nowhere"


def test_a_pipe_or_a_device_is_never_replaced(tmp_path: Path) -> None:
    pipe, link = tmp_path / "pipe", tmp_path / "link"
    link.symlink_to("/dev/null")
    with read_pipe(pipe) as heard:
        for path in (pipe, link):
            with pytest.raises(OSError, match="it is not a regular file"):
                _write(path)
            _write_to_device(path)
    assert heard == [b"content"]
    assert stat.S_ISFIFO(pipe.lstat().st_mode)
    assert stat.S_ISCHR(Path("/dev/null").stat().st_mode)
    assert link.is_symlink()


def _export(data: Path, to: Path) -> None:
    assert main(["export", "--data", str(data), "--to", str(to)]) == 0


@contextmanager
def read_pipe(pipe: Path) -> Iterator[list[bytes]]:
    """Read all of a new pipe while somebody else writes into it."""
    os.mkfifo(pipe)
    heard: list[bytes] = []
    reader = Thread(target=lambda: heard.append(pipe.read_bytes()), daemon=True)
    reader.start()
    yield heard
    reader.join(10)


@pytest.mark.parametrize("write", [_export, back_up])
def test_a_command_writes_to_a_pipe(write: Callable[[Path, Path], object], tmp_path: Path) -> None:
    with closing(Journal.open(tmp_path / "data")) as journal:
        Ended(journal, 0)
    with read_pipe(tmp_path / "pipe") as heard:
        write(tmp_path / "data", tmp_path / "pipe")
    assert heard[0]


def test_what_goes_to_a_pipe_goes_whole_or_not_at_all(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    # Nobody reads it: whoever opened it now would wait for ever.
    with pytest.raises(RuntimeError, match="half way"):
        _write_half(tmp_path / "pipe")


def _write_half(path: Path) -> None:
    with atomic_writer(path, allow_devices=True) as out:
        out.write(b"half")
        raise RuntimeError("half way")


def test_nothing_is_written_through_a_draft_that_is_a_link_to_a_loop_or_to_a_folder(
    tmp_path: Path,
) -> None:
    (tmp_path / "other").write_bytes(b"former")
    temporary_path(tmp_path / "file").symlink_to("other")
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "folder").mkdir()
    for name, error in (("file", OSError), ("loop", OSError), ("folder", IsADirectoryError)):
        with pytest.raises(error, match=name):
            write_file_atomically(tmp_path / name, b"content")
    assert (tmp_path / "other").read_bytes() == b"former"
    assert {path.name for path in tmp_path.rglob("*")} == {"other", "loop", "folder"}
