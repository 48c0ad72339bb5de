import runpy
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion import commands as do
from kiosk import routes
from kiosk.machine.root_requests import Machine
from kiosk.machine.updates import StickUpdate
from kiosk.settings import KioskConfig
from tests.kiosk.laid_games import beginning
from tests.kiosk.scenes import PANELS, FixedPanel
from tests.kiosk.touch import Touchscreen, says

TAP_POSITIONS = runpy.run_path(str(Path(__file__).parents[2] / "deploy/rehearsal/tap_positions.py"))
HEIGHT = 480


@pytest.fixture
def screen(tmp_path: Path) -> Iterator[Touchscreen]:
    (tmp_path / "asked").mkdir()
    with Touchscreen(tmp_path / "data", (800, HEIGHT)) as screen:
        screen.navigator.machine = Machine(tmp_path / "asked", tmp_path, tmp_path)
        screen.navigator.machine.find_offered_update = lambda: StickUpdate("0.1.1", "")
        screen.navigator.go(routes.Start())
        yield screen


def touch(screen: Touchscreen, place: tuple[int, int]) -> None:
    x, y = place
    screen.tap_at((x, HEIGHT - y))
    screen.wait(1.5)


def test_the_first_touches_begin_a_game_and_place_a_worker(screen: Touchscreen) -> None:
    for place in TAP_POSITIONS["BEGIN_A_GAME"]:
        touch(screen, place)
    (step,) = screen.app_state.required_session.steps
    assert isinstance(step.command, do.PlaceWorker)


def test_the_first_start_is_gone_through_where_it_is_touched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No panel is plugged in. The rehearsal waits after each touch for another picture."""
    monkeypatch.setattr("kiosk.pages.first_start.is_time_zone_set", lambda: False)
    monkeypatch.setattr("kiosk.pages.first_start.set_process_time_zone", lambda _zone: None)
    link = FixedPanel(PANELS["searching"])
    with Touchscreen(tmp_path, (800, HEIGHT), panel=link, mounted=KioskConfig()) as screen:
        screen.navigator.go(routes.FirstStart())
        for place in TAP_POSITIONS["FIRST_START"]:
            before = (screen.name, screen.keys(), screen.texts())
            touch(screen, place)
            assert (screen.name, screen.keys(), screen.texts()) != before, place
        assert screen.name == "start"


def test_a_game_goes_on_where_it_is_touched(screen: Touchscreen) -> None:
    screen.app_state.begin_game(beginning(2))
    screen.navigator.go(routes.Start())
    for place in TAP_POSITIONS["RESUME"]:
        touch(screen, place)
    assert screen.name == "table"


def wait_for_work_beside(screen: Touchscreen) -> None:
    for _ in range(3):
        for thread in threading.enumerate():
            if thread.name in {"stick", "stick-job"}:
                thread.join(20)
        screen.wait(1.2)


def test_a_backup_is_asked_for_where_it_is_touched(screen: Touchscreen, tmp_path: Path) -> None:
    screen.app_state.begin_game(beginning(2))
    screen.navigator.machine = Machine(tmp_path / "asked", tmp_path / "sticks", tmp_path)
    screen.app_state.session = None
    screen.navigator.go(routes.Start())
    touch(screen, TAP_POSITIONS["THIS_MACHINE"])
    (tmp_path / "sticks/sda").mkdir(parents=True)
    touch(screen, TAP_POSITIONS["SAVED_GAMES"])
    wait_for_work_beside(screen)
    touch(screen, TAP_POSITIONS["BACK_UP"])
    wait_for_work_beside(screen)
    assert (tmp_path / "asked/to-stick").read_text() == "sda"
    (tmp_path / "asked/to-stick").unlink()
    (tmp_path / "sticks/sda").rmdir()
    wait_for_work_beside(screen)
    for page in ("machine", "start"):
        touch(screen, TAP_POSITIONS["BACK"])
        assert screen.name == page


def test_the_machine_s_page_is_where_it_is_touched_once_a_game_is_saved(
    screen: Touchscreen, tmp_path: Path
) -> None:
    screen.app_state.begin_game(beginning(2))
    assert screen.app_state.wait_for_writes(5)
    screen.app_state.session = None
    screen.navigator.go(routes.Start())
    touch(screen, TAP_POSITIONS["THIS_MACHINE"])
    end = time.monotonic() + 20
    while not says(screen, "Update to version 0.1.1") and time.monotonic() < end:
        screen.wait(0.1)
    touch(screen, TAP_POSITIONS["UPDATE"])
    assert (tmp_path / "asked/update").exists()
    for _ in range(2):
        touch(screen, TAP_POSITIONS["SWITCH_OFF"])
    assert (tmp_path / "asked/power-off").exists()
