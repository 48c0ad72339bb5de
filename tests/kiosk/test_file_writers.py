"""Whatever writes a file replaces regular files alone: links are followed, mode and owner stay.

The list of all that write is made from the code.
"""

import ast
import os
import stat
from collections.abc import Callable
from contextlib import closing
from functools import cache
from pathlib import Path
from threading import Thread

import pytest

from companion.memory.atomic_file import atomic_write, draft_path, write_file
from companion.memory.boards import shipped_boards, write_board
from companion.memory.exchange.backup import back_up
from companion.memory.journal import Journal
from companion.memory.session import Session
from companion.memory.taught import save_seen
from companion.teaching.seen import NOTHING_SEEN
from kiosk.cli import main
from kiosk.config import KioskConfig, write_mounting
from kiosk.demo import _keep_record
from kiosk.machine.requests import Machine
from kiosk.machine.status import Status, write_status
from kiosk.pages.hand_over import write_files
from kiosk.settings import Settings, save_settings
from tests.companion.memory.finished_games import Ended
from tests.companion.memory.plays import whole_play

CHECKOUT = Path(__file__).parents[2]
PACKAGES = ("companion", "hardware", "kiosk")
OURS = {"atomic_write", "write_file"}

OTHER_WRITERS = {
    "kiosk/cli/running.py": "standard output goes to /dev/null where nobody reads it",
    "companion/memory/atomic_file.py": "the one function for all others",
    "companion/memory/exchange/backup.py": "members of a ZIP file",
    "companion/memory/database.py": "the saved games, which SQLite writes",
    "kiosk/machine/backlight.py": "a value of the kernel",
    "kiosk/machine/doctor/facts.py": "tries how fast the disk is, with a new file",
    "kiosk/machine/data_copy.py": "a copy of the data folder",
    "kiosk/machine/requests.py": "root's answers in the kiosk's folder: through no link",
    "kiosk/machine/stick_writing.py": "root's files on a stick: through no link",
    "kiosk/sound.py": "the sound in memory",
}
"""What writes files by itself, and why."""

REPLACES_NOTHING = {
    "companion/memory/exchange/restore.py:_unpack",
    "companion/memory/exchange/restore.py:_copy",
    "companion/memory/snapshots.py:keep",
    "kiosk/pages/help.py:make",
}
"""What writes into a folder that it has just made, or under a new name each time."""


@cache
def calls() -> list[tuple[str, str, ast.Call]]:
    """All calls in our packages, each with its file and the function that it stands in."""
    found = []
    for path in sorted(path for package in PACKAGES for path in (CHECKOUT / package).rglob("*.py")):
        if "stubs" in path.parts or "firmware" in path.parts:
            continue
        name = path.relative_to(CHECKOUT).as_posix()
        functions: list[str] = []

        def visit(node: ast.AST, name=name, functions=functions) -> None:
            is_function = isinstance(node, ast.FunctionDef)
            if is_function:
                functions.append(node.name)
            if isinstance(node, ast.Call):
                found.append((name, functions[-1] if functions else "", node))
            for child in ast.iter_child_nodes(node):
                visit(child)
            if is_function:
                functions.pop()

        visit(ast.parse(path.read_text(encoding="utf-8")))
    return found


def called(call: ast.Call) -> str:
    return ast.unparse(call.func)


def writes(call: ast.Call) -> bool:
    """Whether a call writes a file without `atomic_write`."""
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
    assert {name for name, _function, call in calls() if writes(call)} == set(OTHER_WRITERS)


def _session(folder: Path) -> Session:
    with closing(Journal.open(folder)) as journal:
        return Session.resume(journal, Ended(journal, 0).id)


def _export(folder: Path) -> None:
    _session(folder / "data")
    arguments = ["export", "--data", str(folder / "data"), "--to", str(folder / "export")]
    assert main(arguments) == 0


def _back_up(folder: Path) -> None:
    _session(folder / "data")
    back_up(folder / "data", folder / "backup")


def _lay(folder: Path) -> None:
    write_files(folder, whole_play(), b"record")


def _put_on_stick(folder: Path) -> None:
    Machine(folder).write_to(Path("sda1"))


STATUS = Status("1.0", "V3D", "window_sdl2", "wayland", 800, 480, 2.5)
WRITERS: dict[str, Callable[[Path], object]] = {
    "kiosk/cli/exporting.py:_opened": _export,
    "companion/memory/boards.py:write_board": lambda folder: write_board(
        folder / "board.toml", shipped_boards()[0].board
    ),
    "companion/memory/exchange/backup.py:back_up": _back_up,
    "companion/memory/taught.py:save_seen": lambda folder: save_seen(folder, NOTHING_SEEN),
    "kiosk/config.py:write_mounting": lambda folder: write_mounting(folder, KioskConfig()),
    "kiosk/demo.py:_keep_record": lambda folder: _keep_record(_session(folder / "data"), folder),
    "kiosk/machine/requests.py:_ask": _put_on_stick,
    "kiosk/machine/status.py:write_status": lambda folder: write_status(STATUS, folder),
    "kiosk/pages/hand_over.py:write_files": _lay,
    "kiosk/settings.py:save_settings": lambda folder: save_settings(folder, Settings()),
}
"""Each writes its files, under the same names each time, below a folder."""


@pytest.fixture(params=WRITERS, ids=lambda name: name.rpartition(":")[2])
def writer(request: pytest.FixtureRequest) -> Callable[[Path], object]:
    return WRITERS[request.param]


@pytest.fixture
def names(writer: Callable[[Path], object], tmp_path: Path) -> list[Path]:
    """The files that it writes."""
    folder = tmp_path / "first"
    folder.mkdir()
    writer(folder)
    files = [path.relative_to(folder) for path in folder.rglob("*") if path.is_file()]
    return [path for path in files if path.parts[0] != "data"]


@pytest.fixture
def folder(names: list[Path], tmp_path: Path) -> Path:
    folder = tmp_path / "second"
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
    assert names
    return folder


def test_every_writer_is_walked() -> None:
    found = {f"{name}:{function}" for name, function, call in calls() if called(call) in OURS}
    assert found - {"companion/memory/atomic_file.py:write_file"} == {*WRITERS, *REPLACES_NOTHING}


def test_a_link_stays_and_leads_to_what_is_written(writer, names, folder, tmp_path) -> None:
    for number, name in enumerate(names):
        (tmp_path / f"{number}.target").write_bytes(b"former")
        (folder / f"{name}.between").symlink_to(tmp_path / f"{number}.target")
        (folder / name).symlink_to(f"{name.name}.between")
    writer(folder)
    for number, name in enumerate(names):
        assert (folder / name).is_symlink()
        assert (tmp_path / f"{number}.target").read_bytes() != b"former"
        assert not (tmp_path / f"{number}.target").is_symlink()


def test_mode_and_owner_stay(writer, names, folder) -> None:
    owner = (12345, 12346) if os.geteuid() == 0 else (os.geteuid(), os.getegid())
    for name in names:
        (folder / name).write_bytes(b"former")
        (folder / name).chmod(0o646)
        os.chown(folder / name, *owner)
    writer(folder)
    for name in names:
        found = (folder / name).stat()
        assert (folder / name).read_bytes() != b"former"
        assert (found.st_uid, found.st_gid) == owner
        assert stat.S_IMODE(found.st_mode) == (0o644 if name.name == "status.json" else 0o646)


def test_a_pipe_or_a_device_is_never_replaced(writer, names, folder) -> None:
    name = names[0]
    os.mkfifo(folder / name)
    heard = []
    reader = Thread(target=lambda: heard.append((folder / name).read_bytes()), daemon=True)
    if writer in TO_DEVICES:
        reader.start()
        writer(folder)
        reader.join(10)
        assert heard[0]
    else:
        with pytest.raises(OSError, match="it is no file"):
            writer(folder)
    assert stat.S_ISFIFO((folder / name).lstat().st_mode)
    (folder / name).unlink()
    (folder / name).symlink_to("/dev/null")
    if writer in TO_DEVICES:
        writer(folder)
    else:
        with pytest.raises(OSError, match="it is no file"):
            writer(folder)
    assert stat.S_ISCHR(Path("/dev/null").stat().st_mode)
    assert (folder / name).is_symlink()


TO_DEVICES = (_export, _back_up)
"""What writes a file that somebody has named, which may be a pipe or a device."""


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
        write_file(tmp_path / "file", b"content")
    assert (tmp_path / "other").read_bytes() == b"former"


def test_a_folder_is_no_file_to_write(tmp_path: Path) -> None:
    with pytest.raises(IsADirectoryError, match=tmp_path.name):
        write_file(tmp_path, b"content")
    assert not list(tmp_path.iterdir())


def test_a_link_that_leads_nowhere_leads_to_what_is_written(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("target")
    write_file(tmp_path / "link", b"content")
    assert (tmp_path / "target").read_bytes() == b"content"
    (tmp_path / "loop").symlink_to("loop")
    with pytest.raises(OSError, match="loop"):
        write_file(tmp_path / "loop", b"content")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["link", "loop", "target"]
