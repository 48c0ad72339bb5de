import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from companion.commands import PlaceWorker
from companion.memory.record import encode_record
from hardware.panel_config import PanelChoice
from kiosk import cli as command_line
from kiosk.words.language import languages
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


def record_in(folder: Path) -> Path:
    file = folder / "game.jsonl"
    beginning = setup(PURPLE, BLUE)
    file.write_bytes(encode_record(beginning, [PlaceWorker(by=PURPLE, plain=WOOD)]))
    return file


@pytest.mark.parametrize("words", ["games --data .", "doctor", "panel --panel off --data ."])
def test_what_needs_no_screen_starts_without_kivy(words: str) -> None:
    program = (
        "import sys; from kiosk.cli import main; main(); "
        "raise SystemExit('imported' if 'kivy' in sys.modules else 0)"
    )
    result = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-c", program, *words.split()],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (result.returncode, result.stderr) == (0, "")


@pytest.mark.parametrize(
    "words", [("--data", "games", "games"), ("games", "--data", "games"), ("--data=games", "games")]
)
def test_the_data_folder_may_stand_before_a_command_and_behind_it(
    words: tuple, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    assert command_line.main(["import", str(record_in(tmp_path)), "--data", "games"]) == 0
    capsys.readouterr()

    assert command_line.main(words) == 0
    assert "placing workers" in capsys.readouterr().out


@pytest.mark.parametrize("words", [("--panel", "gpio", "panel"), ("panel", "--panel", "gpio")])
def test_the_kind_of_panel_may_stand_before_the_command_and_behind_it(words: tuple) -> None:
    options = command_line.command_line().parse_args(words)
    assert options.panel is PanelChoice.GPIO


@pytest.mark.parametrize(
    ("words", "option", "command"),
    [
        (("--size", "800x480", "games"), "--size", "games"),
        (("--fullscreen", "replay", "x"), "--fullscreen", "replay"),
        (("--panel-file", "x", "export"), "--panel-file", "export"),
        (("--data", "x", "doctor"), "--data", "doctor"),
    ],
)
def test_an_option_that_means_nothing_to_a_command_is_refused_in_words(
    words: tuple, option: str, command: str, capsys: pytest.CaptureFixture
) -> None:
    with pytest.raises(SystemExit) as ended:
        command_line.main(words)
    assert ended.value.code == 2
    assert f"{option} means nothing to `meduris {command}`" in capsys.readouterr().err


def test_every_option_of_the_touchscreen_is_refused_where_it_means_nothing() -> None:
    options = {
        action.dest for action in command_line.command_line()._actions if action.option_strings
    }
    assert options == {
        "help",
        "version",
        "lang",
        *command_line._SHARED,
        *command_line._TOUCHSCREEN_ONLY,
    }


def test_every_command_speaks_the_language_that_is_asked_for(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture, tmp_path: Path
) -> None:
    assert command_line.main(["--lang", "de", "--data", str(tmp_path), "export"]) == 2
    assert "es gibt noch kein gespeichertes Spiel" in capsys.readouterr().err
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    assert command_line.main(["--data", str(tmp_path), "export"]) == 2
    assert "pas encore de partie enregistrée" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("language", "words", "separator"),
    [
        ("en", (), ","),
        ("de", (), ";"),
        ("fr", (), ";"),
        ("de", ("--separator", "comma"), ","),
        ("en", ("--separator", "semicolon"), ";"),
    ],
)
def test_a_table_has_the_separator_of_the_language_or_the_one_chosen(
    language: str,
    words: tuple[str, ...],
    separator: str,
    capfdbinary: pytest.CaptureFixture[bytes],
    tmp_path: Path,
) -> None:
    assert command_line.main(["--data", str(tmp_path), "import", str(record_in(tmp_path))]) == 0
    capfdbinary.readouterr()
    asked = ["--lang", language, "--data", str(tmp_path), "export", "--format", "csv", *words]
    assert command_line.main(asked) == 0
    header = f'\ufeff"game"{separator}"began"{separator}'
    assert capfdbinary.readouterr().out.startswith(header.encode())


def test_a_rule_that_a_record_breaks_is_told_in_the_language_and_as_json_in_english(
    capsys: pytest.CaptureFixture, tmp_path: Path
) -> None:
    lines = record_in(tmp_path).read_bytes().splitlines()
    broken = tmp_path / "broken.jsonl"
    broken.write_bytes(lines[0] + b'\n{"do":"roll","by":"purple","face":"wood"}\n')
    assert command_line.main(["--lang", "de", "replay", str(broken)]) == 1
    assert "Zeile 2: turn.decider: Zuerst werden alle Arbeiter" in capsys.readouterr().err
    assert command_line.main(["--lang", "de", "replay", "--json", str(broken)]) == 1
    assert "place all workers first" in capsys.readouterr().err


def test_a_language_that_the_app_does_not_speak_is_refused(capsys: pytest.CaptureFixture) -> None:
    with pytest.raises(SystemExit):
        command_line.main(["--lang", "tlh", "games"])
    assert "the app does not speak 'tlh': it speaks en, de, fr" in capsys.readouterr().err


COMMANDS = {
    "backup",
    "restore",
    *("replay", "export", "games", "import", "panel"),
    "doctor",
}


def test_the_help_names_every_command_for_people_with_what_it_does() -> None:
    known = command_line.command_line()._subparsers._group_actions[0].choices
    assert set(known) == COMMANDS

    told = run("--help")
    assert (told.returncode, told.stderr) == (0, "")
    assert set(PanelChoice) <= set(re.findall(r"\w+", told.stdout))
    for name in COMMANDS:
        assert re.search(rf"^    {name} +[a-z]\w+ \w+", told.stdout, re.MULTILINE), name


def test_a_panel_and_what_is_wrong_with_its_file_are_told_in_the_language(
    tmp_path: Path, capsys: pytest.CaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ["--lang", "de", "panel", "--panel", "off", "--data", str(tmp_path)]
    (tmp_path / "panel.toml").write_text("[gpio]\nbutton = 27\n")
    assert command_line.main(words) == 2
    told = capsys.readouterr().err
    assert "GPIO 27 ist doppelt vergeben (der Knopf, die Lampe Holz)" in told
    (tmp_path / "panel.toml").write_text("[lamps]\nbrightness_percent = 101\n")
    with Path(os.devnull).open() as nothing:
        monkeypatch.setattr(sys, "stdin", nothing)
        assert command_line.main(words) == 0
    told = capsys.readouterr()
    assert "lamps.brightness_percent kann nicht verwendet werden" in told.err
    assert "Kein Panel: ausgeschaltet." in told.out


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--help",), ("Aufruf: meduris", "Optionen:", "Befehle; `meduris COMMAND")),
        (("export", "--help"), ("für BG Stats (sonst: record)", "seine Nummer; sonst das zuletzt")),
        (("games", "--help"), ("Optionen:", "diese Hilfe zeigen und enden")),
        (("replay",), ("Aufruf: meduris replay", "Fehler: diese Angaben fehlen: FILE")),
        (("--size", "3"), ("Angabe --size: '3' ist keine Größe",)),
        (("--demo", "games"), ("--demo hat bei `meduris games` keine Bedeutung",)),
        (("dance",), ("'dance' gibt es hier nicht",)),
    ],
)
def test_help_and_wrong_usage_are_told_in_the_language_that_is_asked_for(
    words: tuple,
    told: tuple,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture,
) -> None:
    monkeypatch.setenv("LANGUAGE", "fr")
    with pytest.raises(SystemExit):
        command_line.main(["--lang", "de", *words])
    written = "".join(capsys.readouterr())
    assert [part for part in told if part not in written] == []
    assert os.environ["LANGUAGE"] == "fr"


def test_the_help_of_every_command_is_translated(capsys: pytest.CaptureFixture) -> None:
    for word in COMMANDS:
        helps = []
        for language in ("en", "de"):
            with pytest.raises(SystemExit):
                command_line.main(["--lang", language, word, "--help"])
            helps.append(re.split(r"\n(?=  )|\n\n", capsys.readouterr().out))
        assert [one for one in helps[0] if one in helps[1] and re.search("[a-z] [a-z]", one)] == []


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("command", ["", *sorted(COMMANDS)])
def test_every_help_fits_a_terminal_of_80_by_24_above_the_next_prompt(
    command: str,
    language: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture,
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    with pytest.raises(SystemExit):
        command_line.main(["--lang", language, *command.split(), "--help"])
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) <= 23
    assert max(map(len, lines)) <= 80
