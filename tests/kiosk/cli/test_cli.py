import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from companion.errors import CompanionError
from companion.sentence import Sentence
from hardware.panel_config import PanelChoice
from kiosk import cli as build_parser
from kiosk import process
from kiosk.machine.version import running_version
from kiosk.words.language import languages
from tests.programs import run_python

NO_SCREEN = ("kivy",)
NO_PANEL_OR_GAME = ("gpiod", "serial", "sqlite3", "platformdirs", "tomllib")


@pytest.mark.parametrize(
    ("words", "unwanted"),
    [
        (["games", "--data", "."], NO_SCREEN),
        (["doctor"], NO_SCREEN),
        (["panel", "--panel", "off", "--data", "."], NO_SCREEN),
        (["replay", "RECORD"], (*NO_SCREEN, *NO_PANEL_OR_GAME, "companion.memory.boards")),
    ],
    ids=lambda value: value[0],
)
def test_a_command_starts_without_what_it_does_not_need(
    words: list[str], unwanted: tuple[str, ...], record: Path
) -> None:
    program = (
        "import sys; from kiosk.cli import main; main(); "
        f"raise SystemExit(str([name for name in {unwanted} if name in sys.modules] or ''))"
    )
    given = (record if one == "RECORD" else one for one in words)
    result = run_python("-c", program, *given, stdin=subprocess.DEVNULL)
    assert result.stderr == "\n"


def test_some_options_may_stand_before_a_command_and_behind_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture, record: Path
) -> None:
    monkeypatch.chdir(record.parent)
    assert build_parser.main(["import", str(record), "--data", "games"]) == 0
    for words in ("--data games games", "games --data games", "--data=games games"):
        capsys.readouterr()
        assert build_parser.main(words.split()) == 0
        assert "; turn " in capsys.readouterr().out
    for words in ("--panel gpio panel", "panel --panel gpio"):
        options = build_parser.build_parser().parse_args(words.split())
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
    actions = build_parser.build_parser()._actions
    known = {"help", "version", "lang", *build_parser._SHARED, *build_parser._TOUCHSCREEN_ONLY}
    assert {action.dest for action in actions if action.option_strings} == known
    with pytest.raises(SystemExit) as ended:
        build_parser.main(words)
    assert ended.value.code == 2
    assert f"{option} does not apply to `meduris {command}`" in capsys.readouterr().err


def test_every_command_speaks_the_language_that_is_asked_for(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture, tmp_path: Path
) -> None:
    assert build_parser.main(["--lang", "de", "--data", str(tmp_path), "export"]) == 2
    assert "es gibt noch kein gespeichertes Spiel" in capsys.readouterr().err
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    assert build_parser.main(["--data", str(tmp_path), "export"]) == 2
    assert "pas encore de partie enregistrée" in capsys.readouterr().err
    monkeypatch.delenv("LC_ALL")
    with pytest.raises(SystemExit):
        build_parser.main(["--lang", "tlh", "games"])
    assert "there is no language 'tlh': choose from en, de, fr" in capsys.readouterr().err


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
    record: Path,
) -> None:
    assert build_parser.main(["import", str(record)]) == 0
    capfdbinary.readouterr()
    asked = ["--lang", language, "export", "--format", "csv", *words]
    assert build_parser.main(asked) == 0
    header = f'\ufeff"game"{separator}"began"{separator}'
    assert capfdbinary.readouterr().out.startswith(header.encode())


def test_a_rule_that_a_record_breaks_is_told_in_the_language_and_as_json_in_english(
    capsys: pytest.CaptureFixture, record: Path
) -> None:
    lines = record.read_bytes().splitlines()
    record.write_bytes(lines[0] + b'\n{"do":"roll","by":"purple","face":"wood"}\n')
    assert build_parser.main(["--lang", "de", "replay", str(record)]) == 1
    assert "Zeile 2: turn.decider: Zuerst werden alle Arbeiter" in capsys.readouterr().err
    assert build_parser.main(["--lang", "de", "replay", "--json", str(record)]) == 1
    assert "place all workers first" in capsys.readouterr().err


def test_the_version_is_printed(capsys: pytest.CaptureFixture) -> None:
    with pytest.raises(SystemExit) as ended:
        build_parser.main(["--version"])
    assert ended.value.code == 0
    assert capsys.readouterr().out == f"meduris {running_version()}\n"


COMMANDS = {"backup", "restore", "replay", "export", "games", "import", "panel", "doctor"}


def test_the_help_names_every_command_for_people_with_what_it_does(
    capsys: pytest.CaptureFixture,
) -> None:
    assert set(build_parser.build_parser()._subparsers._group_actions[0].choices) == COMMANDS
    with pytest.raises(SystemExit):
        build_parser.main(["--help"])
    told = capsys.readouterr().out
    assert set(PanelChoice) <= set(re.findall(r"\w+", told))
    for name in COMMANDS:
        assert re.search(rf"^    {name} +[a-z]\w+ \w+", told, re.MULTILINE), name


def test_a_panel_and_what_is_wrong_with_its_file_are_told_in_the_language(
    tmp_path: Path, capsys: pytest.CaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ["--lang", "de", "panel", "--panel", "off", "--data", str(tmp_path)]
    (tmp_path / "panel.toml").write_text("[gpio]\nbutton = 27\n")
    assert build_parser.main(words) == 2
    told = capsys.readouterr().err
    assert "GPIO 27 ist doppelt vergeben (der Knopf, die Lampe Holz)" in told
    (tmp_path / "panel.toml").write_text("[lamps]\nbrightness_percent = 101\n")
    with Path(os.devnull).open() as nothing:
        monkeypatch.setattr(sys, "stdin", nothing)
        assert build_parser.main(words) == 0
    told = capsys.readouterr()
    assert "lamps.brightness_percent kann nicht verwendet werden" in told.err
    assert "Kein Panel: ausgeschaltet." in told.out


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--help",), ("Aufruf: meduris", "Optionen:", "Befehle; mehr dazu mit `meduris")),
        (
            ("export", "--help"),
            ("für BG Stats (sonst: record)", "Nummer des Spiels (sonst: das zuletzt"),
        ),
        (("games", "--help"), ("Optionen:", "diese Hilfe zeigen und enden")),
        (("replay",), ("Aufruf: meduris replay", "Fehler: diese Angaben fehlen: FILE")),
        (("--size", "3"), ("Angabe --size: '3' ist keine Größe",)),
        (("--demo", "games"), ("--demo gilt nicht für `meduris games`",)),
        (("dance",), ("'dance' gibt es hier nicht",)),
    ],
)
def test_help_and_wrong_usage_are_told_in_the_language_that_is_asked_for(
    words: tuple, told: tuple, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture
) -> None:
    monkeypatch.setenv("LANGUAGE", "fr")
    with pytest.raises(SystemExit):
        build_parser.main(["--lang", "de", *words])
    written = "".join(capsys.readouterr())
    assert [part for part in told if part not in written] == []
    assert os.environ["LANGUAGE"] == "fr"


@pytest.mark.parametrize(
    ("words", "size"), [((), process.SCREEN_SIZE), (("--size", "1024x600"), (1024, 600))]
)
def test_a_window_with_a_simulated_panel_is_no_taller_than_without(
    words: tuple[str, ...], size: tuple[int, int], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def stop(width: int, height: int, *, fullscreen: bool) -> None:
        assert (width, height, fullscreen) == (*size, False)
        raise CompanionError(Sentence("as far as the window"))

    monkeypatch.setattr(process, "configure_kivy", stop)
    assert build_parser.main(["--panel", "simulated", "--data", str(tmp_path), *words]) != 0


@pytest.mark.parametrize("command", ["", *sorted(COMMANDS)])
def test_every_help_is_translated_and_fits_a_terminal_of_80_by_24_above_the_next_prompt(
    command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    helps = {}
    for language in languages():
        with pytest.raises(SystemExit):
            build_parser.main(["--lang", language, *command.split(), "--help"])
        helps[language] = capsys.readouterr().out
        lines = helps[language].splitlines()
        assert len(lines) <= 23
        assert max(map(len, lines)) <= 80
    english, german = (re.split(r"\n(?=  )|\n\n", helps[code]) for code in ("en", "de"))
    assert [one for one in english if one in german and re.search("[a-z] [a-z]", one)] == []
