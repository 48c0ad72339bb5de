import subprocess
import sys
from pathlib import Path

import pytest

from companion.commands import PlaceWorker
from companion.memory.record import write_record
from kiosk import cli as command_line
from tests.companion.positions import BLUE, PURPLE, WOOD, setup


def run(*words: str) -> subprocess.CompletedProcess:
    return subprocess.run(  # noqa: S603 - our own program
        [
            sys.executable,
            "-c",
            "from kiosk.cli import main; raise SystemExit(main())",
            *list(words),
        ],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.fixture
def record(tmp_path: Path) -> Path:
    file = tmp_path / "game.jsonl"
    beginning = setup(PURPLE, BLUE)
    file.write_bytes(write_record(beginning, [PlaceWorker(by=PURPLE, plain=WOOD)]))
    return file


def test_a_replay_starts_without_kivy_gpiozero_or_pyserial(record: Path) -> None:
    program = (
        "import sys; from kiosk.cli import main; status = main(); "
        "heavy = {'kivy', 'gpiozero', 'serial', 'sqlite3'} & set(sys.modules); "
        "raise SystemExit(f'imported {heavy}' if heavy else status)"
    )

    result = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-c", program, "replay", str(record)],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )

    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout.startswith('{"phase":"placing"')


def test_commands_are_found_after_the_data_folder_and_not_in_its_name(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture, tmp_path: Path
) -> None:
    assert command_line.main(["--data", str(tmp_path), "games"]) == 0
    assert command_line.main(["games", "--data", str(tmp_path)]) == 0
    assert "usage" not in capsys.readouterr().err


def test_the_wiring_is_printed_without_a_panel() -> None:
    result = run("panel", "--wiring", "--data", "nowhere")

    assert result.returncode == 0
    assert "GPIO17" in result.stdout


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--size", "huge"), "'huge' is no size: write it like 800x480"),
        (("--lang", "xx"), "the app does not speak 'xx'"),
        (("--panel", "toaster"), "invalid"),
        (("dance",), "unrecognized arguments: dance"),
    ],
)
def test_wrong_usage_is_told_in_words_with_status_two(words: tuple, sentence: str) -> None:
    result = run(*words)

    assert result.returncode == 2
    assert sentence in result.stderr
    assert "Traceback" not in result.stderr
