"""Text files from editors of any system are read as they were meant, wherever texts are read.

The list of all that read texts is made from the code.
"""

import io
import os
import re
import zipfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from companion.memory.boards import BoardShelf, board_file_text, shipped_boards
from companion.memory.exchange.backup import back_up, files_besides_games, open_backup
from companion.memory.exchange.restore import restore
from companion.memory.journal import Journal
from companion.memory.record import encode_record, numbered_lines, open_record
from companion.memory.text_file import read_text
from hardware.panel_config import read_panel_config
from kiosk.cli import main
from tests.companion.memory.finished_games import Ended
from tests.companion.playing import commands, two_players
from tests.kiosk.test_file_writers import sources_with

READERS_OF_SYSTEM_FILES = {
    "companion/content/__init__.py": "our own files",
    "hardware/panel_config.py": "panels know nothing of the game; reads in the same way",
    "kiosk/machine/backlight.py": "a value of the kernel",
    "kiosk/machine/doctor/facts.py": "values of the kernel, and files of the system",
    "kiosk/machine/version.py": "our own file",
    "kiosk/machine/root_requests.py": "root's answers and the kiosk's requests",
    "kiosk/machine/sound_devices.py": "a value of the kernel",
    "kiosk/words/time_zones.py": "a table of the system",
}
"""What reads texts without `read_text` or `decode_text`, and why."""


_READS = re.compile(r'\.read_text\(|\b(?:fd)?open\((?:[^()]|\([^()]*\))*"(?:r\+?|ascii|utf-8)"')


def test_what_reads_texts_by_itself_is_known() -> None:
    # The panel's configuration decodes what it has read as bytes, to bound how much that is.
    found = sources_with(_READS) | {"hardware/panel_config.py"}
    assert found == set(READERS_OF_SYSTEM_FILES)


BOARD = shipped_boards()[0].board


def _record(path: Path) -> object:
    with path.open("rb") as stream:
        setup, commands = open_record(stream, lambda _name: None)
        return setup, list(commands)


RECORD = encode_record(two_players(), commands(two_players(), 20)).decode()
PANEL = 'panel = "gpio"\n[gpio]\n[button]\nhold_seconds = 3.0\n'
READERS: dict[str, tuple[str, Callable[[Path], object]]] = {
    "text": (board_file_text(BOARD), read_text),
    "record": (RECORD, _record),
    "panel.toml": (PANEL, read_panel_config),
}
"""Each way to read a text, and a text that it reads."""
VARIANTS: dict[str, Callable[[str], bytes]] = {
    "a mark before it": lambda text: text.encode("utf-8-sig"),
    "lines of Windows": lambda text: text.replace("\n", "\r\n").encode(),
    "both": lambda text: text.replace("\n", "\r\n").encode("utf-8-sig"),
    "UTF-16": lambda text: text.encode("utf-16"),
    "UTF-16, the larger half first": lambda text: f"\ufeff{text}".encode("utf-16-be"),
}
"""How other editors write a text; they write no records in UTF-16."""


@pytest.mark.parametrize(
    ("reader", "variant"),
    [
        (reader, variant)
        for reader in READERS
        for variant in VARIANTS
        if reader != "record" or "UTF-16" not in variant
    ],
)
def test_a_text_of_another_editor_says_the_same(reader: str, variant: str, tmp_path: Path) -> None:
    text, read = READERS[reader]
    file = tmp_path / "file"
    file.write_text(text)
    plain = read(file)
    file.write_bytes(VARIANTS[variant](text))
    assert read(file) == plain


def test_only_small_regular_files_are_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "long").write_bytes(bytes(70_000))
    (tmp_path / "link").symlink_to("/dev/zero")
    for name in ("pipe", "long", "link", ".", "none"):
        with pytest.raises(OSError, match=r"it is|No such file|Is a directory"):
            read_text(tmp_path / name)
    (tmp_path / "text").write_text("text")
    (tmp_path / "way").symlink_to("text")
    assert read_text(tmp_path / "way") == "text"


def test_a_mark_within_a_record_is_none(tmp_path: Path) -> None:
    lines = b"\xef\xbb\xbfone\n\xef\xbb\xbftwo\n"
    assert [line for _number, line in numbered_lines(io.BytesIO(lines))] == [
        b"one",
        b"\xef\xbb\xbftwo",
    ]


ADDED = {
    "__MACOSX/._games.db": b"\0\5\x16\7",
    "__MACOSX/boards/._a.toml": b"\0\5\x16\7",
    ".DS_Store": b"\0\0\0\1Bud1",
    "boards/": b"",
    "boards/.DS_Store": b"\0\0\0\1Bud1",
    "boards/Thumbs.db": b"\xd0\xcf",
    "desktop.ini": b"[.ShellClassInfo]",
}
"""What archivers of macOS and Windows add."""


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    with closing(Journal.open(folder)) as journal:
        Ended(journal, 0)
    (folder / "boards").mkdir()
    (folder / "boards/a.toml").write_text(board_file_text(BOARD))
    return folder


def test_what_a_system_lays_into_a_data_folder_or_a_backup_is_no_board_and_not_restored(
    data: Path, tmp_path: Path
) -> None:
    for name in ("boards/._a.toml", "boards/.DS_Store", "boards/Thumbs.db", "desktop.ini"):
        (data / name).write_bytes(b"\0\5\x16\7")
    assert BoardShelf(data).errors == []
    assert [name for name, _path in files_besides_games(data)] == ["boards/a.toml"]
    back_up(data, tmp_path / "plain.meduris-backup")
    again = tmp_path / "again.meduris-backup"
    with (
        zipfile.ZipFile(tmp_path / "plain.meduris-backup") as plain,
        zipfile.ZipFile(again, "w", zipfile.ZIP_DEFLATED) as packed,
    ):
        for name, content in ADDED.items():
            packed.writestr(name, content)
        for name in plain.namelist():
            packed.writestr(name, plain.read(name))
    with again.open("rb") as stream, open_backup(stream) as (_archive, manifest):
        assert manifest.games == 1
    restore(tmp_path / "new", again)
    assert [name for name, _path in files_besides_games(tmp_path / "new")] == ["boards/a.toml"]


def test_records_are_taken_in_without_what_a_system_lays_beside_them(
    tmp_path: Path, capsys
) -> None:
    folder = tmp_path / "records"
    (folder / "__MACOSX").mkdir(parents=True)
    (folder / "a.jsonl").write_bytes(RECORD.replace("\n", "\r\n").encode("utf-8-sig"))
    for name in ("._a.jsonl", "__MACOSX/._a.jsonl", ".DS_Store"):
        (folder / name).write_bytes(b"\0\5\x16\7")
    with zipfile.ZipFile(tmp_path / "records.zip", "w") as packed:
        for path in sorted(folder.rglob("*")):
            packed.write(path, path.relative_to(folder))
    for given, said in ((folder, "was imported"), (tmp_path / "records.zip", "already saved")):
        assert main(["import", "--data", str(tmp_path / "new"), str(given)]) == 0
        printed = capsys.readouterr()
        assert said in printed.out
        assert printed.err == ""
