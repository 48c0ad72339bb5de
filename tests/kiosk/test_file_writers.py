"""Whatever writes a file replaces regular files alone: links are followed, mode and owner stay.

The list of all that write is made from the code.
"""

import ast
import os
import re
import stat
from collections.abc import Callable
from contextlib import closing
from functools import cache
from pathlib import Path
from threading import Thread

import pytest

from companion.memory.atomic_file import atomic_write, draft_path, write_file_atomically
from companion.memory.exchange.backup import back_up
from companion.memory.journal import Journal
from kiosk.cli import main
from tests.companion.memory.finished_games import Ended

CHECKOUT = Path(__file__).parents[2]
PACKAGES = ("companion", "hardware", "kiosk")

OTHER_WRITERS = {
    "kiosk/cli/running.py": "standard output goes to /dev/null where nobody reads it",
    "companion/memory/atomic_file.py": "the one function for all others",
    "companion/memory/exchange/backup.py": "members of a ZIP file",
    "companion/memory/database.py": "the saved games, which SQLite writes",
    "kiosk/machine/backlight.py": "a value of the kernel",
    "kiosk/machine/doctor/facts.py": "tries how fast the disk is, with a new file",
    "kiosk/cli/try_out.py": "a copy of the data folder",
    "kiosk/machine/requests.py": "root's answers in the kiosk's folder: through no link",
    "kiosk/sound.py": "the sound in memory",
}
"""What writes files by itself, and why."""


_CALLED = re.compile(
    r"\b(open|fdopen|read_text|write_text|write_bytes|NamedTemporaryFile|mkstemp|memfd_create"
    r"|copyfile|copytree|copy|move)\("
)
"""What reads or writes files."""


@cache
def calls() -> list[tuple[str, ast.Call]]:
    found = []
    for path in sorted(path for package in PACKAGES for path in (CHECKOUT / package).rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        # Parsing takes long, and most modules do neither.
        if "stubs" not in path.parts and "firmware" not in path.parts and _CALLED.search(source):
            name = path.relative_to(CHECKOUT).as_posix()
            nodes = ast.walk(ast.parse(source))
            found += [(name, node) for node in nodes if isinstance(node, ast.Call)]
    return found


def called(call: ast.Call) -> str:
    return ast.unparse(call.func)


def writes(call: ast.Call) -> bool:
    name = called(call).rpartition(".")[2]
    if name in {"write_text", "write_bytes", "NamedTemporaryFile", "mkstemp", "memfd_create"}:
        return True
    if name in {"copyfile", "copytree"} or called(call) in {"shutil.copy", "shutil.move"}:
        return True
    if name == "open" and called(call) == "os.open":
        flags = ast.unparse(call)
        return "O_WRONLY" in flags or "O_RDWR" in flags or "O_CREAT" in flags
    modes = [
        one.value
        for one in [*call.args, *(key.value for key in call.keywords)]
        if isinstance(one, ast.Constant) and isinstance(one.value, str)
    ]
    return name == "open" and any(
        set(mode) <= set("rwxab+t") and set(mode) & set("wxa+") for mode in modes
    )


def test_what_writes_files_by_itself_is_known() -> None:
    assert {name for name, call in calls() if writes(call)} == set(OTHER_WRITERS)


def _write(path: Path) -> None:
    write_file_atomically(path, b"content")


def _write_to_device(path: Path) -> None:
    with atomic_write(path, to_devices=True) as out:
        out.write(b"content")


both_ways = pytest.mark.parametrize("write", [_write, _write_to_device])


@both_ways
def test_a_link_stays_and_leads_to_what_is_written(
    write: Callable[[Path], None], tmp_path: Path
) -> None:
    (tmp_path / "target").write_bytes(b"former")
    (tmp_path / "between").symlink_to(tmp_path / "target")
    (tmp_path / "file").symlink_to("between")
    write(tmp_path / "file")
    assert (tmp_path / "file").is_symlink()
    assert (tmp_path / "target").read_bytes() == b"content"
    assert not (tmp_path / "target").is_symlink()


@both_ways
def test_mode_and_owner_stay(write: Callable[[Path], None], tmp_path: Path) -> None:
    file = tmp_path / "file"
    owner = (12345, 12346) if os.geteuid() == 0 else (os.geteuid(), os.getegid())
    file.write_bytes(b"former")
    file.chmod(0o646)
    os.chown(file, *owner)
    write(file)
    found = file.stat()
    assert file.read_bytes() == b"content"
    assert (found.st_uid, found.st_gid, stat.S_IMODE(found.st_mode)) == (*owner, 0o646)


def test_a_pipe_or_a_device_is_never_replaced(tmp_path: Path) -> None:
    pipe, link = tmp_path / "pipe", tmp_path / "link"
    os.mkfifo(pipe)
    link.symlink_to("/dev/null")
    for path in (pipe, link):
        with pytest.raises(OSError, match="it is not a regular file"):
            _write(path)
    heard = []
    reader = Thread(target=lambda: heard.append(pipe.read_bytes()), daemon=True)
    reader.start()
    for path in (pipe, link):
        _write_to_device(path)
    reader.join(10)
    assert heard == [b"content"]
    assert stat.S_ISFIFO(pipe.lstat().st_mode)
    assert stat.S_ISCHR(Path("/dev/null").stat().st_mode)
    assert link.is_symlink()


def _export(data: Path, to: Path) -> None:
    assert main(["export", "--data", str(data), "--to", str(to)]) == 0


@pytest.mark.parametrize("write", [_export, back_up])
def test_a_command_writes_to_a_pipe(write: Callable[[Path, Path], object], tmp_path: Path) -> None:
    with closing(Journal.open(tmp_path / "data")) as journal:
        Ended(journal, 0)
    os.mkfifo(tmp_path / "pipe")
    heard = []
    reader = Thread(target=lambda: heard.append((tmp_path / "pipe").read_bytes()), daemon=True)
    reader.start()
    write(tmp_path / "data", tmp_path / "pipe")
    reader.join(10)
    assert heard[0]


def test_what_goes_to_a_pipe_goes_whole_or_not_at_all(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    # Nobody reads it: whoever opened it now would wait for ever.
    with pytest.raises(RuntimeError, match="half way"):
        _write_half(tmp_path / "pipe")


def _write_half(path: Path) -> None:
    with atomic_write(path, to_devices=True) as out:
        out.write(b"half")
        raise RuntimeError("half way")


def test_a_link_in_the_place_of_a_draft_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "other").write_bytes(b"former")
    draft_path(tmp_path / "file").symlink_to("other")
    with pytest.raises(OSError, match=f"'{tmp_path}/file'"):
        write_file_atomically(tmp_path / "file", b"content")
    assert (tmp_path / "other").read_bytes() == b"former"


def test_a_folder_is_no_file_to_write(tmp_path: Path) -> None:
    with pytest.raises(IsADirectoryError, match=tmp_path.name):
        write_file_atomically(tmp_path, b"content")
    assert not list(tmp_path.iterdir())


def test_a_link_that_leads_nowhere_leads_to_what_is_written(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("target")
    write_file_atomically(tmp_path / "link", b"content")
    assert (tmp_path / "target").read_bytes() == b"content"
    (tmp_path / "loop").symlink_to("loop")
    with pytest.raises(OSError, match="loop"):
        write_file_atomically(tmp_path / "loop", b"content")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["link", "loop", "target"]
