from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.memory.record import encode_record
from kiosk import routes
from kiosk.machine.doctor.checks import Diagnosis, run_checks
from kiosk.machine.root_requests import Machine
from tests.kiosk.beside import settle, write_as_root
from tests.kiosk.laid_games import app_state_with_game, beginning
from tests.kiosk.machine.doctor.machines import ILL
from tests.kiosk.pages.code_reading import read
from tests.kiosk.touch import UPRIGHT, Size, Touchscreen, says


@pytest.fixture
def screen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Touchscreen]:
    found = Diagnosis(ILL, run_checks(ILL))
    monkeypatch.setattr("kiosk.pages.support_report.diagnose", lambda _root: found)
    for folder in ("asked", "sticks", "data"):
        (tmp_path / folder).mkdir()
    state = app_state_with_game(tmp_path / "data", beginning(3), 30)
    with Touchscreen(tmp_path / "data", app_state=state) as screen:
        screen.navigator.machine = Machine(tmp_path / "asked", tmp_path / "sticks", tmp_path)
        yield screen


@pytest.mark.parametrize("size", [UPRIGHT[0], (640, 480)], ids=str)
def test_what_a_phone_reads_off_the_screen_is_the_report(screen: Touchscreen, size: Size) -> None:
    screen.navigator.resize(*size)
    screen.navigator.go(routes.SupportReport())
    settle(screen)
    scanned = []
    for _code in range(9):
        scanned.append(read(screen).text)
        if not screen.shows("next"):
            break
        screen.tap("next")
    text = "".join(code.partition("\n")[2] for code in scanned)
    assert "warning  clock     the time zone cannot be used: /etc/localtime" in text
    assert not any(
        player.name in text for player in screen.app_state.required_session.setup.players
    )


def test_the_report_goes_onto_a_stick_and_the_last_game_only_where_that_is_wanted(
    screen: Touchscreen, tmp_path: Path
) -> None:
    screen.app_state.wait_for_writes(5)
    screen.navigator.go(routes.SupportReport())
    settle(screen)
    assert not screen.shows("to_stick")
    assert says(screen, "Or plug in a stick.")
    stick = tmp_path / "sticks/sda1"
    stick.mkdir()
    settle(screen)
    assert not says(screen, "plug in a stick")
    assert says(screen, "with a phone, and send what it says to whoever helps you.")
    assert says(screen, "Only the last game contains names.")
    for key, endings in (("to_stick", {".txt"}), ("to_stick.game", {".txt", ".jsonl"})):
        screen.tap(key)
        settle(screen)
        write_as_root(tmp_path / "asked", tmp_path / "data", tmp_path / "sticks")
        settle(screen)
        assert {file.suffix for file in stick.iterdir()} == endings
    (record,) = stick.glob("*.jsonl")
    game = screen.app_state.required_session
    assert record.read_bytes() == encode_record(game.setup, [step.command for step in game.steps])


def test_a_machine_that_cannot_be_examined_is_told_and_nothing_is_offered(
    screen: Touchscreen, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def fail(_root: Path) -> Diagnosis:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr("kiosk.pages.support_report.diagnose", fail)
    (tmp_path / "sticks/sda1").mkdir()
    screen.navigator.go(routes.SupportReport())
    settle(screen)
    assert says(screen, "The report could not be made: Input/output error.")
    assert not screen.shows("to_stick")
